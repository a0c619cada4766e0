import CivilTime
import JSONText

/// Reads a published case that the file is tested with.
struct ExampleReader {
  let reader: ObjectReader
  private var findings: Findings { reader.findings }

  private enum PrepayWord: String, CaseIterable {
    case allowed
    case notAllowed = "not_allowed"
  }

  func example() -> Example? {
    if let penalty = reader.object("penalty") { return penaltyExample(penalty) }
    if reader.raw("on") != nil { return DayExampleReader(reader: reader).example() }
    let id = reader.requiredText("id")
    let zone = reader.requiredText("zone")
    reader.require("at")
    let at = reader.localDateTime("at")
    let input = input()
    let vehicle = reader.text("vehicle")
    let sector = reader.text("sector")
    let place = reader.text("place")
    let signals = signals()
    let previous = reader.list("previous").compactMap { stay -> Example.PreviousStay? in
      let from = stay.localDateTime("from")
      let until = stay.localDateTime("until")
      stay.finish()
      guard let from, let until else { return nil }
      return Example.PreviousStay(from: from, until: until)
    }
    let assumptions = assumptions()
    let expected = expected()
    reader.finish()
    guard let id, let zone, let at, let provenance = reader.provenance else { return nil }
    var example = Example(id: id, zone: zone, at: at, input: input, provenance: provenance)
    if let vehicle {
      example.vehicle = VehicleClass(id: vehicle)
      if example.vehicle == nil { findings.refuse(reader.cursor, .unknownClass, vehicle) }
    }
    example.sector = sector
    example.place = place
    example.signals = signals
    example.previous = previous
    example.assumptions = assumptions
    example.expected = expected
    example.cursor = reader.cursor
    return example
  }

  private func penaltyExample(_ penalty: ObjectReader) -> Example? {
    let id = reader.requiredText("id")
    let zone = reader.requiredText("zone")
    reader.require("expect")
    let penalty = PenaltyExampleReader(reader: penalty, expect: reader.object("expect")).example()
    reader.finish()
    guard let id, let zone, let penalty, let provenance = reader.provenance else { return nil }
    var example = Example(
      id: id, zone: zone, at: penalty.notice, input: .none, provenance: provenance)
    example.penalty = penalty
    example.cursor = reader.cursor
    return example
  }

  private func input() -> Example.Input {
    let money = reader.int("money_cents", in: RateReader.centsRange)
    let minutes = reader.int("minutes", in: RateReader.minutesRange)
    let until = reader.localDateTime("until")
    let given = [
      money.map { Example.Input.money($0) }, minutes.map { .minutes($0) }, until.map { .until($0) },
    ]
    .compactMap { $0 }
    if given.count > 1 { findings.refuse(reader.cursor, .exampleInput) }
    return given.first ?? .none
  }

  private func signals() -> [String: SignalValue] {
    guard let signals = reader.raw("signals"),
      let members = findings.collect(try signals.members())
    else { return [:] }
    var values: [String: SignalValue] = [:]
    for (name, cursor) in members {
      if case .bool(let on) = cursor.value {
        values[name] = .declared(on)
      } else if let figure = findings.collect(try cursor.int(in: -100_000...100_000)) {
        values[name] = .figure(figure)
      }
    }
    return values
  }

  private func assumptions() -> Assumptions {
    guard let assume = reader.object("assume") else { return Assumptions() }
    let gap: GapPolicy? = assume.word("gap")
    let prepay: PrepayWord? = assume.word("prepay")
    let hours = assume.openingHours("hours")
    assume.finish()
    return Assumptions(gap: gap, prepayAllowed: prepay.map { $0 == .allowed }, hours: hours)
  }

  private func expected() -> Example.Expected {
    var expected = Example.Expected()
    reader.require("expect")
    guard let expect = reader.object("expect") else { return expected }
    let range = 0...RateReader.largestCents
    expected.outcome = expect.text("outcome")
    expected.paidCents = expect.int("paid_cents", in: range)
    expected.changeCents = expect.int("change_cents", in: range)
    expected.countedMinutes = expect.int("counted_minutes", in: 0...RateReader.longestMinutes)
    expected.countingFrom = expect.localDateTime("counting_from")
    expected.validUntil = expect.localDateTime("valid_until")
    expected.freeUntil = expect.localDateTime("free_until")
    expected.returnFrom = expect.localDateTime("return_from")
    expected.refusal = expect.text("refusal")
    expected.limits = expect.strings("limits")
    expected.actsAs = expect.text("acts_as")
    expect.finish()
    return expected
  }
}
