import JSONText

// The ways from a value of any kind to a member of `Settings` and back, with the rules of the kind.

extension Setting {
  typealias Member<Value> = WritableKeyPath<Settings, Value> & Sendable

  /// Longer than any address or command that a person writes.
  static let longestTextBytes = 2048
  static let longestList = 32

  static func choice<Value: Equatable & Sendable>(
    _ name: String, _ member: Member<Value>, _ words: [(word: String, value: Value)]
  ) -> Setting {
    let allowed = words.map(\.word)
    return Setting(
      name: name, kind: .word(allowed),
      read: { settings in
        .init(words.first { $0.value == settings[keyPath: member] }?.word)
      },
      write: { (settings, value) throws(SettingError) in
        guard case .text(let text) = value else { throw wrongKind(.string, value) }
        guard let choice = words.first(where: { $0.word == text }) else {
          throw SettingError(.unknownWord(text, allowed: allowed))
        }
        settings[keyPath: member] = choice.value
      })
  }

  static func choice<Value: RawRepresentable & CaseIterable & Equatable & Sendable>(
    _ name: String, _ member: Member<Value>
  ) -> Setting where Value.RawValue == String {
    choice(name, member, Value.allCases.map { ($0.rawValue, $0) })
  }

  static func flag(_ name: String, _ member: Member<Bool>) -> Setting {
    Setting(
      name: name, kind: .flag, read: { .flag($0[keyPath: member]) },
      write: { (settings, value) throws(SettingError) in
        guard case .flag(let flag) = value else { throw wrongKind(.bool, value) }
        settings[keyPath: member] = flag
      })
  }

  static func number(
    _ name: String, _ member: Member<Int>, _ allowed: ClosedRange<Int>
  ) -> Setting {
    Setting(
      name: name, kind: .number(allowed), read: { .number($0[keyPath: member]) },
      write: { (settings, value) throws(SettingError) in
        guard case .number(let number) = value else { throw wrongKind(.number, value) }
        guard allowed.contains(number) else {
          throw SettingError(.outOfBounds(number, allowed: allowed))
        }
        settings[keyPath: member] = number
      })
  }

  static func text(
    _ name: String, _ member: Member<String?>, needsTown: Bool = false,
    check: @escaping @Sendable (String) throws(SettingError) -> Void = { _ in }
  ) -> Setting {
    Setting(
      name: name, kind: .text, read: { .init($0[keyPath: member]) },
      write: { (settings, value) throws(SettingError) in
        let text = try optional(value)
        if needsTown, text != nil, settings.town == nil { throw SettingError(.needsTown) }
        if let text { try check(text) }
        settings[keyPath: member] = text
      })
  }

  static func texts(
    _ name: String, _ member: Member<[String]>, isSecret: Bool = false,
    each check: @escaping @Sendable (String) throws(SettingError) -> Void
  ) -> Setting {
    Setting(
      name: name, kind: .texts, isSecret: isSecret, read: { .texts($0[keyPath: member]) },
      write: { (settings, value) throws(SettingError) in
        let texts = try list(value, most: longestList)
        for (place, text) in texts.enumerated() {
          do throws(SettingError) {
            try requireGood(text)
            try check(text)
          } catch { throw SettingError(error.kind, element: place) }
        }
        settings[keyPath: member] = texts
      })
  }

  // MARK: Values

  /// A text; nothing and an empty one are the same.
  static func optional(_ value: SettingValue) throws(SettingError) -> String? {
    switch value {
    case .none, .text(""): return nil
    case .text(let text):
      try requireGood(text)
      return text
    default: throw wrongKind(.string, value)
    }
  }

  static func list(_ value: SettingValue, most: Int) throws(SettingError) -> [String] {
    guard case .texts(let texts) = value else { throw wrongKind(.array, value) }
    guard texts.count <= most else { throw SettingError(.tooMany, "\(most)") }
    return texts
  }

  /// At least one, none twice.
  static func numbers(
    _ value: SettingValue, in allowed: ClosedRange<Int>, most: Int
  ) throws(SettingError) -> [Int] {
    guard case .numbers(let numbers) = value else { throw wrongKind(.array, value) }
    if numbers.isEmpty { throw SettingError(.emptyList) }
    guard numbers.count <= most else { throw SettingError(.tooMany, "\(most)") }
    for (place, number) in numbers.enumerated() {
      guard allowed.contains(number) else {
        throw SettingError(.outOfBounds(number, allowed: allowed), element: place)
      }
      if numbers[..<place].contains(number) {
        throw SettingError(.twice, "\(number)", element: place)
      }
    }
    return numbers
  }

  private static func requireGood(_ text: String) throws(SettingError) {
    let isClean = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard !text.isEmpty, isClean, text.utf8.count <= longestTextBytes else {
      throw SettingError(.badText)
    }
  }

  static func wrongKind(_ wanted: JSONKind, _ found: SettingValue) -> SettingError {
    SettingError(.expected(wanted, found: found.jsonKind))
  }
}

extension SettingValue {
  init(_ text: String?) { self = text.map { .text($0) } ?? .none }

  var jsonKind: JSONKind {
    switch self {
    case .none: .null
    case .text: .string
    case .number: .number
    case .flag: .bool
    case .numbers, .texts: .array
    }
  }
}
