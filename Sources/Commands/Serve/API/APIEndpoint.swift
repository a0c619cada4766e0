import WebServer

/// A path of the API that is answered by a command.
struct APIEndpoint: Sendable {
  let method: Method
  /// After `/api/v1/`.
  let path: String
  /// The command and what else always stands there.
  let words: [String]
  /// In the order of the operands; those in braces of the path that are not among them come first.
  let parameters: [(name: String, use: APIParameter)]
  /// Parameters of which one at most may be given.
  let alternatives: [[String]]
  let required: [String]
  /// The status when something was made.
  let success: Int
  /// Whether it waits for others (a notification server, say): it runs in a process of its own.
  let isSlow: Bool

  init(
    _ method: Method, _ path: String, _ words: [String],
    _ parameters: [(name: String, use: APIParameter)] = [], alternatives: [[String]] = [],
    required: [String] = [], success: Int = 200, isSlow: Bool = false
  ) {
    self.method = method
    self.path = path
    self.words = words
    self.parameters = parameters
    self.alternatives = alternatives
    self.required = required
    self.success = success
    self.isSlow = isSlow
  }

  /// The names in braces.
  var pathNames: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
      String($0.dropFirst().dropLast())
    }
  }

  /// The words of the command's call. Whatever a value is, it cannot become an option: it stands
  /// behind `--name=` or behind `--`.
  func call(
    _ values: APIValues, path pathValues: [String: String]
  ) throws(APIParameterFault) -> [String] {
    let known = parameters.map(\.name).filter { !pathNames.contains($0) }
    for name in values.names where !known.contains(name) {
      throw .unknown(name, known: known)
    }
    var values = values
    for (name, value) in pathValues { values.set(name, to: value) }
    for name in required where values.all(name).isEmpty { throw .missing(name) }
    for names in alternatives {
      let given = names.filter { !values.all($0).isEmpty }
      if given.count > 1 { throw .together(given) }
    }
    var options: [String] = []
    var operands = pathNames.filter { name in !parameters.contains { $0.name == name } }
      .compactMap { pathValues[$0] }
    for (name, use) in parameters {
      if use.isOperand {
        if let word = try Self.operand(name, use, values) { operands.append(word) }
      } else {
        options += try Self.options(name, use, values)
      }
    }
    return words + ["--json"] + options + (operands.isEmpty ? [] : ["--"] + operands)
  }

  private static func options(
    _ name: String, _ use: APIParameter, _ values: APIValues
  ) throws(APIParameterFault) -> [String] {
    switch use {
    case .option(let option): return try values.one(name).map { ["--\(option)=\($0)"] } ?? []
    case .repeated(let option): return values.all(name).map { "--\(option)=\($0)" }
    case .listed(let option):
      guard let items = values.values[name] else { return [] }
      let list = items.isEmpty ? "none" : items.joined(separator: ",")
      return ["--\(option)=\(list)"]
    case .flag(let option):
      switch try values.one(name) {
      case nil, "false": return []
      case "true": return ["--\(option)"]
      default: throw .notAFlag(name)
      }
    case .operand, .cents, .minutes: return []
    }
  }

  private static func operand(
    _ name: String, _ use: APIParameter, _ values: APIValues
  ) throws(APIParameterFault) -> String? {
    guard let value = try values.one(name) else { return nil }
    guard use != .operand else { return value }
    let digits = value.hasPrefix("-") ? value.dropFirst() : value[...]
    guard (1...9).contains(digits.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw .notAWholeNumber(name)
    }
    return value + (use == .cents ? "c" : "m")
  }
}
