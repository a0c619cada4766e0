import CivilTime
import DataLibrary
import JSONText
import OpeningHours
import Tariffs
import TestSupport

/// A town made for the edges of notices, and its engine.
enum PenaltyTown {
  static let library = TownLibrary(folder: DataFolder(path: Repository.root.path))

  static var engine: TariffEngine { get throws { try loaded.get() } }

  private static let loaded = Result {
    let town = try TownFile.read(JSONNode(parsing: Array(text.utf8)))
    return TariffEngine(
      town: town, clock: try library.clock("Europe/Madrid"), holidays: HolidaySet([]))
  }

  static func instant(_ text: String) throws -> Instant {
    try engine.clock.instant(of: try LocalDateTime(iso8601: text))
  }

  static func local(_ instant: Instant?) throws -> String? {
    try instant.map { try engine.clock.local($0).iso8601(.minutes) }
  }

  /// An answer about times written as `2025-10-14T12:10`, or `12:10` of that day.
  static func answer(
    _ cause: String, zone: String? = "a", ended: String? = nil, notice: String,
    at payment: String? = nil, paidMinutes: Int? = nil, paid: Int? = nil
  ) throws -> PenaltyAnswer {
    func moment(_ text: String) throws -> Instant {
      try instant(text.contains("T") ? text : "2025-10-14T\(text)")
    }
    return try engine.penalty(
      PenaltyQuestion(
        zoneID: zone, cause: cause, paidEnd: try ended.map(moment), notice: try moment(notice),
        payment: try moment(payment ?? notice), paidMinutes: paidMinutes,
        paid: paid.map { Cents($0) }))
  }

  private static let text = """
    { "town": "test", "name": { "en": "Test" }, "time_zone": "Europe/Madrid", "holidays": [],
      "sources": { "X": { "title": "x", "url": "https://example.org" } },
      "editions": {
        "old": { "valid_to": "2024-12-31", "source": "X", "status": "official",
          "zones": { "a": { "name": { "en": "a" }, "hours": "24/7" } } },
        "new": { "valid_from": "2025-01-01", "checked": "2026-01-01",
          "source": "X", "status": "official",
          "zones": {
            "a": { "name": { "en": "a" }, "hours": "Mo-Sa 09:00-14:00,16:00-20:00", "rate": "r",
              "maximum_stay": { "minutes": 120 } },
            "b": { "name": { "en": "b" }, "hours": null, "rate": "s",
              "penalties": { "wrong_zone": { "cancel": [ { "cents": 700 } ] } } },
            "c": { "name": { "en": "c" }, "hours": "24/7" } },
          "rates": {
            "r": { "points": [ { "minutes": 20, "cents": 20 }, { "minutes": 240, "cents": 240 } ],
              "between": { "rule": "linear" }, "coin_cents": 5 },
            "s": { "maximum": { "cents": 130 } } },
          "penalties": {
            "overstay": { "cancel": [
                { "cents": 300, "window": { "from": "paid_end", "minutes": 30 }, "means": ["meter"] },
                { "cents": 500, "window": { "from": "notice", "minutes": 60 },
                  "overstay_at_most": { "percent_of_paid": 50, "minutes": 180 } } ],
              "fine": [ { "over_minutes": 0, "up_to_minutes": 30, "cents": 3333 },
                { "over_minutes": 30, "up_to_minutes": 60, "cents_from": 3001, "cents_to": 6001 },
                { "over_minutes": 60, "up_to_minutes": 90 },
                { "over_minutes": 120, "up_to_minutes": null, "cents": 10000 } ],
              "early_payment": { "percent": 50, "days": 20 } },
            "no_ticket": { "cancel": [ { "times_maximum": 5, "window": { "until": "midnight" } } ],
              "fine": [ { "cents": 9000 } ], "early_payment": { "percent": 30 } },
            "wrong_zone": { "cancel": [ { "cents": null, "means": ["web"] } ] },
            "from_end": { "cancel": [ { "cents": 100, "window": { "from": "paid_end", "minutes": 5 } } ] },
            "never": { "cancellable": false },
            "silent": { "fine": [ { "over_minutes": 10, "cents": 100 } ] },
            "shift": { "post_paid": { "cents": 800, "per": "window" } },
            "daily": { "post_paid": { "cents": 900, "per": "day" } } } } } }
    """
}
