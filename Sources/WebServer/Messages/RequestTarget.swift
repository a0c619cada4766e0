/// The target of a request line, taken apart: `/api/v1/quote?zone=blue` (RFC 9112, section 3.2.1).
public struct RequestTarget: Hashable, Sendable {
  /// What stands between the slashes, percent-decoded. Empty for `/`; a slash at the end gives an empty
  /// last segment.
  public let segments: [String]
  /// Name and value in the order of the text, percent-decoded, `+` being a space.
  public let query: [QueryItem]

  public struct QueryItem: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public enum Fault: Error, Hashable, Sendable {
    /// `*`, a whole URI, an authority: only servers and proxies need those.
    case notAPath
    /// A `%` without two hexadecimal digits.
    case badPercent
    /// Decoded bytes that are not UTF-8, or a NUL among them.
    case badText
    /// `.` or `..`, or a slash that was written as `%2F`: no path of ours has them.
    case badSegment
  }

  public init(_ text: some StringProtocol) throws(Fault) {
    guard text.utf8.first == UInt8(ascii: "/") else { throw .notAPath }
    let parts = text.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var segments: [String] = []
    let path = parts[0].dropFirst()
    if !path.isEmpty {
      for piece in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
        let segment = try Self.decoded(piece, plusIsSpace: false)
        guard segment != ".", segment != "..", !segment.utf8.contains(UInt8(ascii: "/")) else {
          throw .badSegment
        }
        segments.append(segment)
      }
    }
    var query: [QueryItem] = []
    for pair in parts.count > 1 ? parts[1].split(separator: UInt8(ascii: "&")) : [] {
      let halves = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      query.append(
        QueryItem(
          name: try Self.decoded(halves[0], plusIsSpace: true),
          value: halves.count > 1 ? try Self.decoded(halves[1], plusIsSpace: true) : ""))
    }
    self.segments = segments
    self.query = query
  }

  private static func decoded(
    _ text: some Collection<UInt8>, plusIsSpace: Bool
  ) throws(Fault) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
          throw .badPercent
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0), let decoded = String(validating: bytes, as: UTF8.self) else {
      throw .badText
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
