import CivilTime

/// A position on the earth in whole ten-millionths of a degree (about 1 cm), WGS 84.
public struct TicketPosition: Hashable, Sendable {
  public var latitudeE7: Int32
  public var longitudeE7: Int32

  public init(latitudeE7: Int32, longitudeE7: Int32) {
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
  }
}

/// One payment at the meter. A ticket has one, and one more for each extension.
public struct Purchase: Hashable, Sendable {
  /// When it was bought, and what it counts from.
  public var arrival: Instant
  public var end: Instant
  /// Nil when the price is not known.
  public var paidCents: Int64?
  public var countedMinutes: Int?

  public init(arrival: Instant, end: Instant, paidCents: Int64?, countedMinutes: Int?) {
    self.arrival = arrival
    self.end = end
    self.paidCents = paidCents
    self.countedMinutes = countedMinutes
  }
}

/// What a driver parks with, before the store gives it an id.
public struct TicketDraft: Hashable, Sendable {
  /// The caller's own id of the request: the same one again is the same ticket. Nil = none.
  public var requestID: String?
  public var town: String
  public var zone: String
  /// IANA name of the town's time zone; for printing alone, nothing is scheduled by it.
  public var timeZone: String
  public var vehicle: String?
  public var sector: String?
  public var place: String?
  /// What was bought; the ticket's end is its end.
  public var purchase: Purchase
  /// Minutes of walking back to the car, added to every lead time. 0 or more.
  public var walkMinutes: Int
  public var position: TicketPosition?
  public var note: String?
  public var photoPath: String?

  public init(
    requestID: String? = nil, town: String, zone: String, timeZone: String,
    vehicle: String? = nil, sector: String? = nil, place: String? = nil, purchase: Purchase,
    walkMinutes: Int = 0, position: TicketPosition? = nil, note: String? = nil,
    photoPath: String? = nil
  ) {
    self.requestID = requestID
    self.town = town
    self.zone = zone
    self.timeZone = timeZone
    self.vehicle = vehicle
    self.sector = sector
    self.place = place
    self.purchase = purchase
    self.walkMinutes = walkMinutes
    self.position = position
    self.note = note
    self.photoPath = photoPath
  }
}

/// A stay that was paid for: what was bought and until when.
public struct Ticket: Hashable, Sendable {
  public enum State: String, Sendable {
    case active
    /// The driver said that the car has left.
    case stopped
  }

  /// The store's number; what people type.
  public var id: Int64
  /// 32 hexadecimal digits, the same for ever (RFC 5545 `UID`).
  public var uid: String
  public var draft: TicketDraft
  /// 0, and one more with each extension; alarms of an earlier generation never ring.
  public var generation: Int
  /// The first purchase and those of the extensions, in order.
  public var purchases: [Purchase]
  public var state: State
  public var created: Instant
  public var stopped: Instant?

  public init(
    id: Int64, uid: String, draft: TicketDraft, generation: Int, purchases: [Purchase],
    state: State, created: Instant, stopped: Instant?
  ) {
    self.id = id
    self.uid = uid
    self.draft = draft
    self.generation = generation
    self.purchases = purchases
    self.state = state
    self.created = created
    self.stopped = stopped
  }

  public var arrival: Instant { purchases.first?.arrival ?? draft.purchase.arrival }
  /// The end of the last purchase.
  public var end: Instant { purchases.last?.end ?? draft.purchase.end }
  /// Nil when one of the purchases has no known price.
  public var paidCents: Int64? {
    purchases.reduce(into: Int64?.some(0)) { sum, purchase in
      sum = sum.flatMap { sum in purchase.paidCents.map { sum + $0 } }
    }
  }
}
