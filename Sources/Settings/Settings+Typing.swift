import JSONText

extension Setting.Kind {
  /// A value as people type it: `15,10,5`, `on`, several words.
  ///
  /// - Parameter words: one or more.
  public func value(typed words: [String]) throws(SettingError) -> SettingValue {
    switch self {
    case .word, .text: return .text(words.joined(separator: " "))
    case .flag:
      let text = words.joined(separator: " ")
      guard let flag = Self.flags[text.lowercased()] else {
        throw SettingError(.unknownWord(text, allowed: ["on", "off"]))
      }
      return .flag(flag)
    case .number: return .number(try Self.number(words.joined(separator: " "), element: nil))
    case .numbers:
      var numbers: [Int] = []
      for (place, text) in Self.split(words).enumerated() {
        numbers.append(try Self.number(text, element: place))
      }
      return .numbers(numbers)
    case .words: return .texts(Self.split(words))
    // A single empty word is how a shell writes nothing.
    case .texts: return .texts(words == [""] ? [] : words)
    }
  }

  private static let flags = [
    "on": true, "off": false, "true": true, "false": false, "yes": true, "no": false,
  ]

  private static func split(_ words: [String]) -> [String] {
    words.flatMap { $0.split { $0 == "," || $0 == " " }.map(String.init) }
  }

  private static func number(_ text: String, element: Int?) throws(SettingError) -> Int {
    guard let number = Int(text) else {
      let digits = text.drop { $0 == "-" }
      let isLong = !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
      throw SettingError(isLong ? .numberOutOfRange(text) : .notAnInteger(text), element: element)
    }
    return number
  }
}

extension SettingValue {
  /// As people type it: a list of texts has one each, anything else is one. Empty for nothing.
  public var typed: [String] {
    switch self {
    case .none: []
    case .text(let text): [text]
    case .number(let number): ["\(number)"]
    case .flag(let flag): [flag ? "on" : "off"]
    case .numbers(let numbers): [numbers.map { "\($0)" }.joined(separator: ",")]
    case .texts(let texts): texts
    }
  }

  /// What may be shown of a secret: `tgram://…`.
  public var masked: SettingValue {
    guard case .texts(let texts) = self else { return self }
    return .texts(texts.map { $0.prefix { $0 != ":" } + "://…" })
  }
}
