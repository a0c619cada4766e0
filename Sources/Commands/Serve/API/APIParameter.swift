/// What a parameter of a request becomes in the call of the command.
enum APIParameter: Hashable, Sendable {
  /// `--name=value`.
  case option(String)
  /// The same, as often as it is given.
  case repeated(String)
  /// `--name=15,5` of a list; an empty one is `--name=none`.
  case listed(String)
  /// `--name` when true.
  case flag(String)
  /// A word.
  case operand
  /// `120c` of 120.
  case cents
  /// `90m` of 90.
  case minutes

  /// Whether it stands after `--`.
  var isOperand: Bool {
    switch self {
    case .operand, .cents, .minutes: true
    case .option, .repeated, .listed, .flag: false
    }
  }
}

/// What is wrong with the parameters of a request.
enum APIParameterFault: Error, Hashable {
  case unknown(String, known: [String])
  case missing(String)
  case twice(String)
  /// Several of these were given, and they say the same thing.
  case together([String])
  case notAWholeNumber(String)
  /// Neither true nor false.
  case notAFlag(String)
  /// A list or an object where a text or a number belongs.
  case notAValue(String)
  case notAnObject

  /// Stable, for programs.
  var code: String {
    switch self {
    case .unknown: "unknown_parameter"
    case .missing: "missing_parameter"
    case .twice: "parameter_twice"
    case .together: "parameters_together"
    case .notAWholeNumber: "not_a_whole_number"
    case .notAFlag: "not_a_flag"
    case .notAValue: "not_a_value"
    case .notAnObject: "not_an_object"
    }
  }
}

/// The parameters of a request, from its query or its body.
struct APIValues: Sendable {
  private(set) var values: [String: [String]] = [:]
  /// Names whose value was a list or came more than once.
  private var lists: Set<String> = []

  var names: [String] { values.keys.sorted() }

  init(query: [(name: String, value: String)]) {
    for item in query {
      if values[item.name] != nil { lists.insert(item.name) }
      values[item.name, default: []].append(item.value)
    }
  }

  mutating func set(_ name: String, to value: String) { values[name] = [value] }

  /// A list without anything in it.
  mutating func setEmptyList(_ name: String) {
    values[name] = []
    lists.insert(name)
  }

  func one(_ name: String) throws(APIParameterFault) -> String? {
    guard let found = values[name] else { return nil }
    guard !lists.contains(name), found.count == 1 else { throw .twice(name) }
    return found[0]
  }

  func all(_ name: String) -> [String] { values[name] ?? [] }
}
