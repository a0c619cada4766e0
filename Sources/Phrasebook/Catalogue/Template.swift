/// A catalogue text cut at its placeholders: `Ends at {{time}}` or, with a grammatical form for
/// languages that decline, `{{time, from}}` (the i18next notation for a formatted value).
struct Template {
  enum Piece: Equatable {
    case text(Substring)
    case slot(name: Substring, form: Substring?)
  }

  let pieces: [Piece]

  /// Nil when a `{{` is not closed or what it holds is not a name (letters, digits, `_`), with an
  /// optional second name after a comma. i18next's `{{- name}}` and `$t(key)` are not used here.
  init?(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstPosition(of: "{{") {
      if open > rest.startIndex { pieces.append(.text(rest[..<open])) }
      let inside = rest[rest.index(open, offsetBy: 2)...]
      guard let close = inside.firstPosition(of: "}}"),
        let slot = Self.slot(inside[..<close])
      else { return nil }
      pieces.append(slot)
      rest = inside[inside.index(close, offsetBy: 2)...]
    }
    guard rest.firstPosition(of: "}}") == nil else { return nil }
    if !rest.isEmpty { pieces.append(.text(rest)) }
    self.pieces = pieces
  }

  /// The names of the placeholders, without their forms.
  var names: Set<String> {
    var names: Set<String> = []
    for case .slot(let name, _) in pieces { names.insert(String(name)) }
    return names
  }

  private static func slot(_ inside: Substring) -> Piece? {
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    guard parts.count <= 2, parts.allSatisfy(isName) else { return nil }
    return .slot(name: parts[0], form: parts.count == 2 ? parts[1] : nil)
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
      }
  }
}

extension Substring {
  /// Where a doubled ASCII mark such as `{{` begins.
  fileprivate func firstPosition(of mark: StaticString) -> Index? {
    let unit = mark.utf8Start[0]
    var previous: Index?
    for position in utf8.indices {
      guard utf8[position] == unit else {
        previous = nil
        continue
      }
      if let previous { return previous }
      previous = position
    }
    return nil
  }
}

extension StringProtocol {
  /// Without white space (no-break spaces included) at both ends.
  var trimmed: SubSequence {
    var part = self[...]
    while part.first?.isWhitespace == true { part = part.dropFirst() }
    while part.last?.isWhitespace == true { part = part.dropLast() }
    return part
  }
}
