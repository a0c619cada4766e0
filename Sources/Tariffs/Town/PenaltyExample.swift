import CivilTime

/// A published case of a notice, with the members of the answer that it fixes. Times are the town's wall
/// clock.
public struct PenaltyExample: Hashable, Sendable {
  public var cause: String
  public var paidEnd: LocalDateTime?
  public var notice: LocalDateTime
  /// When the driver would pay.
  public var payment: LocalDateTime
  public var paidMinutes: Int?
  public var paidCents: Int?
  public var expected = Expected()

  /// What is expected of an answer; nil = not said.
  public struct Expected: Hashable, Sendable {
    /// Figures by their name in the answer (`cancel_cents`, `fine_cents_from` ...).
    public var figures: [String: Int] = [:]
    public var outcome: String?
    public var cancellable: Bool?
    public var cancelUntil: LocalDateTime?
    /// All of them, in order.
    public var means: [String] = []
    /// Words that must be among the answer's.
    public var caveats: [String] = []
  }
}

extension PenaltyAnswer {
  /// The figures that a published case may fix, by name; a figure is nil where the answer has none.
  static let figures: [(name: String, value: @Sendable (PenaltyAnswer) -> Int?)] = [
    ("overstay_minutes", { $0.overstayMinutes }),
    ("cancel_cents", { $0.cancel?.value }),
    ("charge_cents", { $0.charge?.total.value }),
    ("charge_count", { $0.charge?.count }),
    ("fine_cents", { $0.fine.flatMap { $0.isExact ? $0.from.value : nil } }),
    ("fine_cents_from", { $0.fine?.from.value }),
    ("fine_cents_to", { $0.fine?.to.value }),
    ("early_cents", { $0.fine?.early.flatMap { $0.from == $0.to ? $0.from.value : nil } }),
    ("early_cents_from", { $0.fine?.early?.from.value }),
    ("early_cents_to", { $0.fine?.early?.to.value }),
    ("early_days", { $0.fine?.early?.days }),
  ]
}
