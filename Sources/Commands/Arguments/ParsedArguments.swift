/// The words of a call, told apart: GNU style, options anywhere, `--` ends them, `--name=value` and
/// `--name value` are the same.
struct ParsedArguments {
  enum Fault: Error, Hashable {
    case unknownOption(String, closest: String?)
    case missingValue(option: String)
    case unexpectedValue(option: String)
    case unknownLanguage(String)
  }

  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// None.
  init() {}

  init(_ words: some Sequence<String>, options: [CommandOption]) throws(Fault) {
    var words = Array(words)[...]
    var onlyOperands = false
    while let word = words.popFirst() {
      if onlyOperands || !word.hasPrefix("-") || word == "-" || Self.isNegativeNumber(word) {
        operands.append(word)
        continue
      }
      if word == "--" {
        onlyOperands = true
        continue
      }
      let (name, inlineValue) = Self.split(Self.longForms[word] ?? word)
      guard let option = options.first(where: { "--" + $0.name == name }) else {
        throw .unknownOption(name, closest: Self.closestOption(to: name, among: options))
      }
      if option.value == nil {
        guard inlineValue == nil else { throw .unexpectedValue(option: name) }
        values[option.name, default: []].append("")
      } else if let value = inlineValue ?? Self.takeValue(&words, options), !value.isEmpty {
        values[option.name, default: []].append(value)
      } else {
        throw .missingValue(option: name)
      }
    }
  }

  func has(_ option: CommandOption) -> Bool { values[option.name] != nil }
  /// The last value given.
  func value(_ option: CommandOption) -> String? { values[option.name]?.last }
  func values(_ option: CommandOption) -> [String] { values[option.name] ?? [] }

  // MARK: Before the command is known

  /// The place of the first word that is neither an option nor an option's value.
  static func firstOperand(of words: [String], options: [CommandOption]) -> Int? {
    var place = 0
    while place < words.count {
      let word = words[place]
      if word == "--" { return place + 1 < words.count ? place + 1 : nil }
      if !word.hasPrefix("-") || word == "-" { return place }
      let takesNext = options.contains { "--" + $0.name == word && $0.value != nil }
      place += takesNext ? 2 : 1
    }
    return nil
  }

  /// Whether a flag is among the words.
  static func has(_ option: CommandOption, in words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains("--" + option.name)
  }

  /// The last value of an option, whatever else the words are.
  static func value(of option: CommandOption, in words: [String]) -> String? {
    var found: String?
    for (place, word) in words.enumerated() {
      if word == "--" { break }
      let (name, inlineValue) = split(word)
      guard name == "--" + option.name else { continue }
      found = inlineValue ?? (place + 1 < words.count ? words[place + 1] : nil)
    }
    return found
  }

  // MARK: Words

  /// The next word, if it is not an option itself: its value was forgotten then.
  private static func takeValue(
    _ words: inout ArraySlice<String>, _ options: [CommandOption]
  ) -> String? {
    guard let next = words.first, !options.contains(where: { "--" + $0.name == split(next).name })
    else { return nil }
    return words.popFirst()
  }

  private static let longForms = ["-h": "--help", "-V": "--version"]

  /// The option that was meant: the only one with the initial of `-t`, else the nearest name.
  private static func closestOption(to name: String, among options: [CommandOption]) -> String? {
    let letters = name.drop { $0 == "-" }
    if letters.count == 1 {
      let initials = options.filter { $0.name.hasPrefix(letters) }
      return initials.count == 1 ? "--" + initials[0].name : nil
    }
    return closest(to: "--" + letters, among: options.map { "--" + $0.name })
  }

  private static func split(_ word: String) -> (name: String, value: String?) {
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  /// `-1.6458` is a position or a wrong amount, not an option.
  private static func isNegativeNumber(_ word: String) -> Bool {
    guard let second = word.dropFirst().first else { return false }
    return second.isNumber || second == "." || second == ","
  }
}

/// The candidate that differs from `word` in the fewest letters, if that is a typing slip: at most a
/// third of them.
func closest(to word: String, among candidates: [String]) -> String? {
  let ranked = candidates.map { ($0, editDistance(Array(word.utf8), Array($0.utf8))) }
  guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
  return best.1 <= max(1, word.utf8.count / 3) ? best.0 : nil
}

/// Insertions, deletions, changes and swaps of neighbours that turn one word into the other (F. J.
/// Damerau, 1964; each letter takes part in one swap at most).
private func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...second.count)
  for (row, letter) in first.enumerated() {
    var current = [row + 1]
    for (column, other) in second.enumerated() {
      var least = min(
        previous[column + 1] + 1, current[column] + 1, previous[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
        least = min(least, beforePrevious[column - 1] + 1)
      }
      current.append(least)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[second.count]
}
