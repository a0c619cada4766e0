import Glibc

/// How other machines of the network can call this one.
enum OwnAddresses {
  /// The IPv4 addresses of the network interfaces that are up, but for the loopback's; private ones first.
  static func network() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var found: [String] = []
    var next = first
    while let interface = next?.pointee {
      next = interface.ifa_next
      let flags = Int32(bitPattern: interface.ifa_flags)
      guard let address = interface.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
        flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0
      else { continue }
      var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        var number = $0.pointee.sin_addr
        inet_ntop(AF_INET, &number, &text, socklen_t(text.count))
      }
      found.append(
        text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })
    }
    return found.filter(isPrivate) + found.filter { !isPrivate($0) }
  }

  /// RFC 1918.
  private static func isPrivate(_ address: String) -> Bool {
    let parts = address.split(separator: ".").compactMap { Int($0) }
    guard parts.count == 4 else { return false }
    return parts[0] == 10 || parts[0] == 192 && parts[1] == 168
      || parts[0] == 172 && (16...31).contains(parts[1])
  }

  /// The machine's own name and the one that the network knows it by (multicast DNS, RFC 6762).
  static func hostNames() -> Set<String> {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
    let name = buffer.withUnsafeBufferPointer {
      $0.baseAddress.map { String(cString: $0).lowercased() } ?? ""
    }
    guard !name.isEmpty else { return [] }
    let short = String(name.prefix { $0 != "." })
    return [name, short, short + ".local"]
  }
}
