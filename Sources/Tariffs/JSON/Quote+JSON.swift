import CivilTime
import JSONText

extension Quote {
  /// Writes the members of the answer as every surface of the program prints it, into an object that
  /// is open; docs/json-answers.md lists them. Nothing is built on the way: a batch writes millions.
  ///
  /// - Parameters:
  ///   - town: the town's id.
  ///   - vehicle: as asked; nil = an ordinary vehicle.
  ///   - currency: ISO 4217, of the edition.
  ///   - clock: instants are written with the town's offset.
  public func writeMembers(
    to writer: inout JSONWriter, town: String, vehicle: VehicleClass?, currency: String,
    clock: TownClock
  ) {
    writer.member("town", town)
    writer.member("zone", zoneID)
    writer.member("edition", editionID)
    writer.member("period", periodID)
    writer.member("acts_as", actsAs)
    writer.member("vehicle", vehicle?.id)
    writer.member("currency", currency)
    writer.member("arrival", arrival, clock)
    writer.member("outcome", outcome.rawValue)
    writer.member("paid_cents", paid.value)
    writer.member("change_cents", change.value)
    writer.member("counted_minutes", countedMinutes)
    writer.member("counting_from", countingFrom, clock)
    writer.member("valid_until", validUntil, clock)
    writer.member("free_until", freeUntil, clock)
    writer.member("return_from", returnFrom, clock)
    writer.key("segments")
    writer.beginArray()
    for segment in segments { segment.write(to: &writer, clock) }
    writer.endArray()
    writer.key("limits")
    writer.beginArray()
    for limit in limits { writer.write(limit.rawValue) }
    writer.endArray()
    writer.key("caveats")
    writer.beginArray()
    for caveat in caveats { writer.write(caveat.rawValue) }
    writer.endArray()
    writer.key("refusal")
    if let refusal { refusal.write(to: &writer, clock) } else { writer.writeNull() }
  }
}

extension Quote {
  /// The same answer as a tree, for one that is part of a larger answer.
  public func json(
    town: String, vehicle: VehicleClass?, currency: String, clock: TownClock
  ) -> JSONOutput {
    var writer = JSONWriter()
    writer.beginObject()
    writeMembers(to: &writer, town: town, vehicle: vehicle, currency: currency, clock: clock)
    writer.endObject()
    // Read back rather than built beside it, so that there is one list of members.
    return (try? JSONNode(parsing: writer.bytes)).map { JSONOutput($0) } ?? .null
  }
}

extension StoppedTicket {
  /// Writes what the ticket was worth when the car left, behind the members of the ticket.
  public func writeMembers(to writer: inout JSONWriter, clock: TownClock) {
    writer.member("stopped_at", stoppedAt, clock)
    writer.member("used_minutes", usedMinutes)
    writer.member("used_cents", usedCents.value)
    writer.member("refund_cents", refund.value)
    writer.key("refunded_with")
    writer.beginArray()
    for means in refundedWith { writer.write(means) }
    writer.endArray()
  }
}

extension Segment {
  fileprivate func write(to writer: inout JSONWriter, _ clock: TownClock) {
    writer.beginObject()
    writer.member("from", from, clock)
    writer.member("to", to, clock)
    writer.member("kind", kind.rawValue)
    writer.member("minutes", minutes)
    writer.member("cents", cents.value)
    writer.endObject()
  }
}

extension Refusal {
  fileprivate func write(to writer: inout JSONWriter, _ clock: TownClock) {
    writer.beginObject()
    writer.member("reason", reason.rawValue)
    writer.key("nearest")
    if let nearest { nearest.write(to: &writer, clock) } else { writer.writeNull() }
    writer.endObject()
  }
}

extension Refusal.Nearest {
  fileprivate func write(to writer: inout JSONWriter, _ clock: TownClock) {
    writer.beginObject()
    if let paid { writer.member("paid_cents", paid.value) }
    if let countedMinutes { writer.member("counted_minutes", countedMinutes) }
    if let until { writer.member("valid_until", until, clock) }
    if let from { writer.member("from", from, clock) }
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { write(text) } else { writeNull() }
  }

  fileprivate mutating func member(_ name: String, _ number: Int) {
    key(name)
    write(number)
  }

  fileprivate mutating func member(_ name: String, _ instant: Instant?, _ clock: TownClock) {
    member(name, instant.map { clock.iso8601($0) })
  }
}

extension JSONOutput {
  /// A moment with its offset, or null.
  public static func time(_ instant: Instant?, _ clock: TownClock) -> JSONOutput {
    instant.map { .string(clock.iso8601($0)) } ?? .null
  }

  /// A text, or null.
  public static func optional(_ text: String?) -> JSONOutput { text.map { .string($0) } ?? .null }

  /// A whole number, or null.
  public static func optional(_ number: Int?) -> JSONOutput { number.map { .int($0) } ?? .null }
}
