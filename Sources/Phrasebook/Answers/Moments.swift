import CivilTime

extension Phrasebook {
  /// A moment as it is best said on `today`: the time alone on the same date, else with the date; in another year,
  /// and when it is past, with the year.
  public func moment(_ moment: LocalDateTime, seenFrom today: CivilDate) -> String {
    if moment.date == today { return time(moment) }
    let isNear = moment.date > today && moment.date.year == today.year
    return dateTime(moment, isNear ? .abbreviated : .short)
  }

  /// The same inside a sentence, after a word such as "until" or "from": Spanish has its article
  /// (`las 18:10`, `la 1:30 del miércoles, 15 de octubre`), Basque ends in the figure, which the
  /// phrase declines.
  public func momentInSentence(_ moment: LocalDateTime, seenFrom today: CivilDate) -> String {
    let form =
      if moment.date == today {
        "same_day"
      } else if dateFormat != .long {
        "other_date"
      } else if moment.date.year == today.year {
        "other_day"
      } else { "other_year" }
    // Only one o'clock is singular: "la 1:30", "las 2:30"; 13:00 is "las 13:00", "la 1:00 p. m.".
    let hour = clock == .hours12 ? moment.hour % 12 : moment.hour
    return phrase(
      "format.moment.\(form)",
      dateValues(moment.date).merging(
        ["time": time(moment), "date": date(moment.date, .short)]
      ) { $1 },
      count: hour == 1 ? 1 : 2)
  }

  /// An amount in the edition's currency.
  public func money(cents: Int, currency: String) -> String {
    currency == "ESP" ? pesetas(cents / 100) : euros(cents: cents)
  }
}
