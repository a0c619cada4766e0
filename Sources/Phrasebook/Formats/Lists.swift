/// The word before the last item of a list.
public enum Conjunction: String, CaseIterable, Sendable {
  /// `lunes, martes y sábado`.
  case and
  /// `azul, naranja o roja`.
  case or
}

extension Phrasebook {
  /// The items with commas and a conjunction; "" for none.
  public func list(_ items: [String], _ conjunction: Conjunction = .and) -> String {
    guard let last = items.last else { return "" }
    guard var result = items.first, items.count > 1 else { return last }
    for item in items[1..<(items.count - 1)] {
      result = phrase("format.list.comma", ["first": result, "last": item])
    }
    return phrase(
      "format.list.\(listKey(conjunction, before: last))", ["first": result, "last": last])
  }

  /// The text with its first letter as a capital, for the start of a sentence.
  public func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Spanish says `e` before the sound of i and `u` before that of o (RAE, Diccionario panhispánico de
  /// dudas: "y", "o"); the catalogues of other languages have the same text for both keys.
  private func listKey(_ conjunction: Conjunction, before item: String) -> String {
    let word = item.lowercased()
    switch conjunction {
    case .and:
      let soundsLikeI =
        word.hasPrefix("i") || word.hasPrefix("í")
        || (word.hasPrefix("hi") && !["a", "e", "o", "u"].contains(word.dropFirst(2).prefix(1)))
        || word.hasPrefix("hí")
      return soundsLikeI ? "and_before_i" : "and"
    case .or:
      let soundsLikeO =
        ["o", "ó", "ho", "hó", "8"].contains { word.hasPrefix($0) }
        || word == "11" || word.hasPrefix("11 ") || word.hasPrefix("11\u{A0}")
      return soundsLikeO ? "or_before_o" : "or"
    }
  }
}
