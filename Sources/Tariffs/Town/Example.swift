import CivilTime
import JSONText

/// A published case that a town file tests itself with. Times are the town's wall clock.
public struct Example: Sendable {
  public enum Input: Hashable, Sendable {
    case money(Int)
    case minutes(Int)
    case until(LocalDateTime)
    /// Nothing is asked but whether the zone is regulated then.
    case none
  }

  public var id: String
  public var zone: String
  public var at: LocalDateTime
  public var input: Input
  public var vehicle: VehicleClass?
  public var sector: String?
  public var place: String?
  public var signals: [String: SignalValue] = [:]
  /// From and until.
  public var previous: [PreviousStay] = []
  public var assumptions = Assumptions()
  public var expected = Expected()
  /// A case of a notice instead of a ticket; then `at` is when the notice was written.
  public var penalty: PenaltyExample?
  /// A case of a day or of a card instead of a ticket; then `at` is the beginning of that day.
  public var day: DayExample?
  public var card: CardExample?
  public var provenance: Provenance
  /// Where it stands in the file.
  public var cursor: JSONCursor?

  public struct PreviousStay: Hashable, Sendable {
    public var from: LocalDateTime
    public var until: LocalDateTime
  }

  /// The members of the answer that the case fixes; nil = not said.
  public struct Expected: Hashable, Sendable {
    public var outcome: String?
    public var paidCents: Int?
    public var changeCents: Int?
    public var countedMinutes: Int?
    public var countingFrom: LocalDateTime?
    public var validUntil: LocalDateTime?
    public var freeUntil: LocalDateTime?
    public var returnFrom: LocalDateTime?
    public var refusal: String?
    public var limits: [String] = []
    public var actsAs: String?
  }
}
