/// Where a value is inside a document: the way down from the top.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  public enum Step: Hashable, Sendable {
    case member(String)
    /// From 0.
    case element(Int)
  }

  /// The whole document, written `$`.
  public static let root = JSONPath([])

  /// The last step with those before it: a path is made for every value that is read, and nearly none
  /// is ever looked at, so that one more step must not copy the others.
  private final class Link: Sendable {
    let step: Step
    let previous: Link?

    init(_ step: Step, after previous: Link?) {
      self.step = step
      self.previous = previous
    }
  }

  private let last: Link?

  public init(_ steps: [Step]) { last = steps.reduce(nil) { Link($1, after: $0) } }

  private init(last: Link) { self.last = last }

  /// From the top down.
  public var steps: [Step] {
    var steps: [Step] = []
    var link = last
    while let current = link {
      steps.append(current.step)
      link = current.previous
    }
    return steps.reversed()
  }

  public func member(_ name: String) -> JSONPath {
    JSONPath(last: Link(.member(name), after: last))
  }

  public func element(_ index: Int) -> JSONPath {
    JSONPath(last: Link(.element(index), after: last))
  }

  public static func == (left: JSONPath, right: JSONPath) -> Bool { left.steps == right.steps }

  public func hash(into hasher: inout Hasher) { hasher.combine(steps) }

  /// A JSONPath query of RFC 9535 that selects the value: `$.zones.blue.hours`, and where the
  /// shorthand does not allow a name, `$.zones['red-green'].points[0]`.
  public var description: String {
    steps.reduce(into: "$") { text, step in
      switch step {
      case .element(let index): text += "[\(index)]"
      case .member(let name) where Self.isShorthand(name): text += ".\(name)"
      case .member(let name): text += "['\(Self.quoted(name))']"
      }
    }
  }

  /// `member-name-shorthand` of RFC 9535, section 2.5.1.1.
  private static func isShorthand(_ name: String) -> Bool {
    guard let first = name.utf8.first, !Ascii.isDigit(first) else { return false }
    return name.utf8.allSatisfy { byte in
      byte >= 0x80 || byte == 0x5F || Ascii.isDigit(byte) || Ascii.isLetter(byte)
    }
  }

  /// The content of a single-quoted name, escaped as in normalized paths (section 2.7).
  private static func quoted(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "'": text += "\\'"
      case "\\": text += "\\\\"
      case "\u{8}": text += "\\b"
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\u{C}": text += "\\f"
      case "\r": text += "\\r"
      case "\0"..<" ":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
