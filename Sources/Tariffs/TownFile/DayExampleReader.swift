import CivilTime
import JSONText

/// Reads the cases that fix a day of a zone (`on`) or a card (`card`, `on`) instead of a ticket.
struct DayExampleReader {
  let reader: ObjectReader

  func example() -> Example? {
    let id = reader.requiredText("id")
    let date = reader.date("on")
    reader.require("expect")
    guard let expect = reader.object("expect") else { return nil }
    var example: Example?
    if reader.raw("card") != nil {
      example = card(expect).map { card in
        var example = Example(
          id: id ?? "", zone: "", at: Self.midnight(date), input: .none, provenance: provenance)
        example.card = card
        return example
      }
    } else {
      let zone = reader.requiredText("zone")
      example = Example(
        id: id ?? "", zone: zone ?? "", at: Self.midnight(date), input: .none,
        provenance: provenance)
      readVehicle(into: &example)
      example?.sector = reader.text("sector")
      example?.place = reader.text("place")
      example?.day = day(expect)
    }
    expect.finish()
    reader.finish()
    guard id != nil, date != nil, reader.provenance != nil else { return nil }
    example?.cursor = reader.cursor
    return example
  }

  private var provenance: Provenance {
    reader.provenance ?? Provenance(sources: [], status: .inferred)
  }

  private static func midnight(_ date: CivilDate?) -> LocalDateTime {
    LocalDateTime(date: date ?? CivilDate(daysSince1970: 0), secondOfDay: 0)
  }

  private func readVehicle(into example: inout Example?) {
    guard let vehicle = reader.text("vehicle") else { return }
    example?.vehicle = VehicleClass(id: vehicle)
    if example?.vehicle == nil { reader.findings.refuse(reader.cursor, .unknownClass, vehicle) }
  }

  private func day(_ expect: ObjectReader) -> DayExample {
    var day = DayExample()
    day.inForce = expect.bool("in_force")
    day.regulated = expect.text("regulated")
    day.duringHours = expect.text("during_hours")
    day.outsideHours = expect.text("outside_hours")
    day.maximumMinutes = expect.int("maximum_minutes", in: 0...RateReader.longestMinutes)
    day.gap = expect.text("gap")
    day.overnight = expect.text("overnight")
    day.prepay = expect.bool("prepay")
    if expect.raw("residents_of") != nil { day.residentsOf = expect.strings("residents_of") }
    if expect.raw("sectors") != nil { day.sectors = expect.strings("sectors") }
    day.freeMinutes = expect.int("free_minutes", in: RateReader.minutesRange)
    day.freeTicket = expect.bool("free_ticket")
    day.returnMinutes = expect.int("return_minutes", in: 0...RateReader.longestMinutes)
    day.returnAfter = expect.text("return_after")
    day.returnWithin = expect.text("return_within")
    if expect.raw("refunded_with") != nil { day.refundedWith = expect.strings("refunded_with") }
    day.minimumCents = expect.int("minimum_cents", in: RateReader.centsRange)
    day.minimumMinutes = expect.int("minimum_minutes", in: RateReader.minutesRange)
    day.actsAs = expect.text("acts_as")
    return day
  }

  private func card(_ expect: ObjectReader) -> CardExample? {
    guard let id = reader.text("card") else { return nil }
    var card = CardExample(card: id)
    card.vehicleNumber = reader.int("vehicle_number", in: 1...100) ?? 1
    card.priceCents = expect.int("price_cents", in: RateReader.centsRange)
    card.per = expect.text("per")
    if expect.raw("sectors") != nil { card.sectors = expect.strings("sectors") }
    card.graceUntil = expect.text("grace_until")
    card.proration = expect.text("proration")
    return card
  }
}
