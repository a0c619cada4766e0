/// Addresses that a socket can be bound to without asking a name server.
public enum NetworkAddress {
  /// `127.0.0.1`, `::1`, `localhost`.
  public static func isOne(_ text: String) -> Bool {
    text == "localhost" || isIPv4(text[...]) || isIPv6(text)
  }

  /// Only this machine can reach it: 127.0.0.0/8 and ::1 (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3).
  public static func isLoopback(_ text: String) -> Bool {
    if text == "localhost" || isIPv4(text[...]) && text.hasPrefix("127.") { return true }
    guard isIPv6(text), !text.contains(".") else { return false }
    let groups = text.split(separator: ":").map { $0.drop { $0 == "0" } }
    return groups.last == "1" && groups.dropLast().allSatisfy(\.isEmpty) && !text.hasSuffix(":")
  }

  private static func isIPv4(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        // A leading zero means octal to some readers.
        (1...3).contains(part.utf8.count) && part.utf8.allSatisfy(isDigit)
          && (part.utf8.count == 1 || !part.hasPrefix("0")) && UInt8(part) != nil
      }
  }

  /// RFC 4291, section 2.2, without a zone.
  private static func isIPv6(_ text: String) -> Bool {
    var halves: [Substring] = []
    var rest = text[...]
    while let place = rest.indices.first(where: { rest[$0...].hasPrefix("::") }) {
      halves.append(rest[..<place])
      rest = rest[place...].dropFirst(2)
    }
    halves.append(rest)
    guard halves.count <= 2 else { return false }
    var count = 0
    for (place, half) in halves.enumerated() where !half.isEmpty {
      var groups = half.split(separator: ":", omittingEmptySubsequences: false)
      if place == halves.count - 1, let last = groups.last, last.contains(".") {
        guard isIPv4(last) else { return false }
        groups.removeLast()
        count += 2
      }
      guard groups.allSatisfy(isGroup) else { return false }
      count += groups.count
    }
    return halves.count == 2 ? count <= 7 : count == 8
  }

  private static func isGroup(_ text: Substring) -> Bool {
    (1...4).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
