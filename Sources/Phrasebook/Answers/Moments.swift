import CivilTime

extension Phrasebook {
  /// A moment as it is best said on `today`: the time alone on the same date, else with the date.
  public func moment(_ moment: LocalDateTime, seenFrom today: CivilDate) -> String {
    moment.date == today ? time(moment) : dateTime(moment, .abbreviated)
  }

  /// An amount in the edition's currency.
  public func money(cents: Int, currency: String) -> String {
    currency == "ESP" ? pesetas(cents / 100) : euros(cents: cents)
  }
}
