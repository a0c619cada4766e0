import Glibc

/// The host of a `Host` or `Origin` header, without its port.
enum HostName {
  /// `127.0.0.1`, `[::1]` and `localhost` of `127.0.0.1:8427`, `[::1]:8427`, `LOCALHOST`; nil when it
  /// is none of RFC 3986's hosts with an optional port.
  static func host(of authority: String) -> String? {
    let text = authority.lowercased()
    if text.hasPrefix("[") {
      guard let close = text.firstIndex(of: "]"),
        isPort(text[text.index(after: close)...]), let address = literal(text[...close])
      else { return nil }
      return address
    }
    let name = text.prefix { $0 != ":" }
    guard isPort(text[name.endIndex...]), !name.isEmpty, name.utf8.allSatisfy(isNameByte) else {
      return nil
    }
    return String(name)
  }

  /// Whether it is written as an address: nobody's name server can point such a host elsewhere.
  static func isAddress(_ host: String) -> Bool {
    if host.hasPrefix("[") { return true }
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1
  }

  /// Whether it is written as an address that only this machine itself reaches: 127.0.0.0/8, the same
  /// mapped to IPv6, or [::1].
  static func isLoopback(_ host: String) -> Bool {
    guard host.hasPrefix("[") else { return host.hasPrefix("127.") && isAddress(host) }
    var address = in6_addr()
    guard inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1 else {
      return false
    }
    let bytes = withUnsafeBytes(of: address) { Array($0) }
    let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 127]
    return bytes == [UInt8](repeating: 0, count: 15) + [1] || bytes.starts(with: mapped)
  }

  private static func literal(_ text: Substring) -> String? {
    var address = in6_addr()
    return inet_pton(AF_INET6, String(text.dropFirst().dropLast()), &address) == 1
      ? String(text) : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty
      || text.first == ":" && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        && text.count <= 6
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
