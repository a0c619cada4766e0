import Tariffs

/// A question of `aparka quote` as it was asked, on the command line or in a line of a batch. What
/// only the town can give a meaning to (its clock, its zones) is still text.
struct QuoteQuestion {
  /// What is asked for.
  enum Want {
    case money(Cents)
    case minutes(Int)
    /// An amount or a duration as people type it.
    case typed(String)
    /// A moment as people type it.
    case until(String)
  }

  /// An earlier ticket.
  enum Previous {
    /// `10:00-12:00`, on the day of the arrival.
    case range(String)
    /// Two moments as people type them.
    case moments(from: String, until: String)
  }

  var town: String?
  var zone: String?
  /// Nil = now.
  var at: String?
  var want: Want?
  var vehicle: VehicleClass?
  var sector: String?
  var place: String?
  var signals: [String: SignalValue] = [:]
  var assuming = Assumptions()
  var previous: [Previous] = []
  /// When the car left before the ticket's end, as people type it.
  var stoppedAt: String?

  init() {}
}

extension QuoteQuestion {
  /// The question of a call's operands and options, as far as they were given.
  ///
  /// - Parameter hasZone: whether the first operand is a zone.
  init(_ context: CommandContext, hasZone: Bool) throws(CommandFailure) {
    self.init()
    let arguments = context.arguments
    town = arguments.value(.town)
    zone = hasZone ? arguments.operands.first : nil
    at = arguments.value(.at)
    if let end = arguments.value(.until) { want = .until(end) }
    let words = arguments.operands.dropFirst(hasZone ? 1 : 0)
    if want != nil, !words.isEmpty { throw context.failure(.severalWants) }
    // "2 euros" and "1 h 40 min" need no quotation marks.
    if !words.isEmpty, words != [""] { want = .typed(words.joined(separator: " ")) }
    vehicle = try context.typedVehicle()
    sector = arguments.value(.sector)
    place = arguments.value(.place)
    signals = try context.signals()
    assuming = try context.assumptions()
    stoppedAt = arguments.value(QuoteCommand.stoppedAt)
    previous = arguments.values(QuoteCommand.previous).map { .range($0) }
  }

  /// Fills in from the settings what the call left out.
  ///
  /// - Parameter ownZone: the zone of the settings; nil when one was typed, or there is none.
  mutating func fillIn(from context: CommandContext, ownZone: String?) -> FilledIn {
    var filledIn = FilledIn()
    if town == nil, let own = context.settings.town { (town, filledIn.town) = (own, true) }
    if let ownZone { (zone, filledIn.zone) = (ownZone, true) }
    let isOwn = context.isAboutOwnTown
    if sector == nil, isOwn, let own = context.settings.sector {
      (sector, filledIn.sector) = (own, true)
    }
    vehicle = vehicle ?? context.ownVehicle(inTown: isOwn ? context.settings.town : nil)
    return filledIn
  }
}
