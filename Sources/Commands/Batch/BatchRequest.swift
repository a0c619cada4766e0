import JSONText
import Phrasebook
import Tariffs

/// A line of a batch as it was read: the question, and what its sender knows it by.
struct BatchRequest {
  /// A plain JSON value, given back with the answer.
  enum ID {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)

    func write(to writer: inout JSONWriter) {
      switch self {
      case .null: writer.writeNull()
      case .bool(let flag): writer.write(flag)
      case .number(let number): writer.write(number)
      case .string(let text): writer.write(text)
      }
    }
  }

  var id: ID?
  var question: QuoteQuestion
  /// The first thing that is wrong; the question is then of no use, the id still is.
  var fault: BatchFault?

  static let members = [
    "id", "town", "zone", "at", "money_cents", "amount", "minutes", "until", "vehicle", "sector",
    "place", "signals", "previous", "assume", "stopped_at",
  ]

  /// Reads a line. What the line does not say is as in `defaults`; a member that is null counts as not
  /// there, but a null `id` is given back.
  init(_ line: UnsafeBufferPointer<UInt8>, defaults: QuoteQuestion) {
    id = nil
    question = defaults
    var reading = RequestReading(question: defaults)
    do throws(JSONTextError) {
      try JSONReader.read(line, limits: Self.limits) { (reader) throws(JSONTextError) in
        try reading.request(&reader)
      }
    } catch {
      reading.noteNotJSON(error)
    }
    id = reading.id
    question = reading.question
    fault = reading.fault
  }

  private static let limits = JSONLimits(depth: 16)
}

/// Reads the members of a request one by one. Good JSON that is no request is noted and passed over,
/// so that an `id` behind it is still found.
struct RequestReading {
  var question: QuoteQuestion
  private(set) var id: BatchRequest.ID?
  private(set) var fault: BatchFault?
  private var hasWant = false

  init(question: QuoteQuestion) { self.question = question }

  /// A line that is not JSON at all is that before anything else.
  mutating func noteNotJSON(_ error: JSONTextError) { fault = .text(error) }

  /// The first fault counts.
  private mutating func note(_ fault: BatchFault) {
    if self.fault == nil { self.fault = fault }
  }

  private mutating func note(_ kind: JSONShapeError.Kind, _ reader: inout JSONReader) {
    guard fault == nil else { return }
    fault = .shape(JSONShapeError(path: reader.path, offset: reader.offset, kind: kind))
  }

  mutating func request(_ reader: inout JSONReader) throws(JSONTextError) {
    guard try isKind(.object, &reader) else { return }
    try reader.beginObject()
    while let name = try reader.nextMember() {
      if name == "id" {
        try identity(&reader)
      } else if try reader.nextKind() == .null, BatchRequest.members.contains(name) {
        try reader.readNull()
      } else {
        try member(name, &reader)
      }
    }
  }

  private mutating func member(
    _ name: String, _ reader: inout JSONReader
  ) throws(JSONTextError) {
    switch name {
    case "town": if let text = try string(&reader) { question.town = text }
    case "zone": if let text = try string(&reader) { question.zone = text }
    case "at": if let text = try string(&reader) { question.at = text }
    case "sector": if let text = try string(&reader) { question.sector = text }
    case "place": if let text = try string(&reader) { question.place = text }
    case "stopped_at": if let text = try string(&reader) { question.stoppedAt = text }
    case "vehicle":
      guard let text = try string(&reader) else { return }
      question.vehicle = VehicleClass(id: text)
      if question.vehicle == nil { note(.question(.unknownVehicle(text))) }
    case "amount": if let text = try string(&reader) { want(.typed(text)) }
    case "until": if let text = try string(&reader) { want(.until(text)) }
    case "money_cents":
      if let cents = try int(0...Amount.limitCents, &reader) { want(.money(Cents(cents))) }
    case "minutes":
      if let minutes = try int(1...TypedDuration.limitMinutes, &reader) { want(.minutes(minutes)) }
    case "signals": try signals(&reader)
    case "previous": try previous(&reader)
    case "assume": try assumptions(&reader)
    default:
      note(.unknownMember(name, known: BatchRequest.members), &reader)
      try reader.skipValue()
    }
  }

  private mutating func want(_ want: QuoteQuestion.Want) {
    if hasWant { note(.question(.severalWants)) }
    hasWant = true
    question.want = want
  }

  private mutating func identity(_ reader: inout JSONReader) throws(JSONTextError) {
    switch try reader.nextKind() {
    case .null:
      try reader.readNull()
      id = .null
    case .bool: id = .bool(try reader.readBool())
    case .number: id = .number(try reader.readNumber())
    case .string: id = .string(try reader.readString())
    case .array, .object: _ = try isKind(.string, &reader)
    }
  }

  // MARK: Members with members

  private mutating func signals(_ reader: inout JSONReader) throws(JSONTextError) {
    guard try isKind(.object, &reader) else { return }
    question.signals = [:]
    try reader.beginObject()
    while let name = try reader.nextMember() {
      if try reader.nextKind() == .bool {
        question.signals[name] = .declared(try reader.readBool())
      } else if let figure = try int(-100_000...100_000, &reader) {
        question.signals[name] = .figure(figure)
      }
    }
  }

  private mutating func assumptions(_ reader: inout JSONReader) throws(JSONTextError) {
    guard try isKind(.object, &reader) else { return }
    question.assuming = Assumptions()
    try reader.beginObject()
    while let name = try reader.nextMember() {
      guard let policy = Assumptions.words.first(where: { $0.policy == name }) else {
        note(.unknownMember(name, known: Assumptions.words.map(\.policy)), &reader)
        try reader.skipValue()
        continue
      }
      guard let text = try string(&reader) else { continue }
      if !question.assuming.set(name, to: text) {
        note(.unknownWord(text, allowed: policy.values), &reader)
      }
    }
  }

  private mutating func previous(_ reader: inout JSONReader) throws(JSONTextError) {
    guard try isKind(.array, &reader) else { return }
    question.previous = []
    try reader.beginArray()
    while try reader.nextElement() {
      guard try isKind(.object, &reader) else { continue }
      var from: String?
      var until: String?
      try reader.beginObject()
      while let name = try reader.nextMember() {
        switch name {
        case "from": from = try string(&reader)
        case "until": until = try string(&reader)
        default:
          note(.unknownMember(name, known: ["from", "until"]), &reader)
          try reader.skipValue()
        }
      }
      if from == nil { note(.missingMember("from"), &reader) }
      if until == nil { note(.missingMember("until"), &reader) }
      if let from, let until { question.previous.append(.moments(from: from, until: until)) }
    }
  }

  // MARK: Plain values

  /// Whether the next value is of that kind; if not it is noted and passed over.
  private mutating func isKind(
    _ wanted: JSONKind, _ reader: inout JSONReader
  ) throws(JSONTextError) -> Bool {
    let found = try reader.nextKind()
    if found == wanted { return true }
    note(.expected(wanted, found: found), &reader)
    try reader.skipValue()
    return false
  }

  private mutating func string(_ reader: inout JSONReader) throws(JSONTextError) -> String? {
    try isKind(.string, &reader) ? try reader.readString() : nil
  }

  private mutating func int(
    _ allowed: ClosedRange<Int>, _ reader: inout JSONReader
  ) throws(JSONTextError) -> Int? {
    guard try isKind(.number, &reader) else { return nil }
    let number = try reader.readNumber()
    guard let value = number.int else {
      let isWhole = number.double.map { $0 == $0.rounded() } ?? true
      note(isWhole ? .numberOutOfRange(number.text) : .notAnInteger(number.text), &reader)
      return nil
    }
    guard allowed.contains(value) else {
      note(.outOfBounds(value, allowed: allowed), &reader)
      return nil
    }
    return value
  }
}
