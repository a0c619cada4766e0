/// What can be wrong with a town or holiday file beyond its shape. Raw values are stable codes.
public enum FileFault: String, Hashable, Sendable, CaseIterable {
  // Provenance.
  case unknownSource = "unknown_source"
  case noSource = "no_source"
  case inferredWithoutNote = "inferred_without_note"
  // Values.
  case emptyName = "empty_name"
  case badDate = "bad_date"
  case badTime = "bad_time"
  case badHours = "bad_hours"
  case badClock = "bad_clock"
  case holidayOverridden = "holiday_overridden"
  case hoursOnlyClosed = "hours_only_closed"
  case hoursUnknownState = "hours_unknown_state"
  // Rates.
  case severalForms = "several_forms"
  case ladderNotRising = "ladder_not_rising"
  case bandsNotRising = "bands_not_rising"
  case bandAfterTheLast = "band_after_the_last"
  case emptyList = "empty_list"
  case figuresTooLarge = "figures_too_large"
  case minimumAboveMaximum = "minimum_above_maximum"
  case noDuration = "no_duration"
  case notProducts = "not_products"
  // References.
  case unknownRate = "unknown_rate"
  case unknownZone = "unknown_zone"
  case unknownClass = "unknown_class"
  case unknownEdition = "unknown_edition"
  case editionCycle = "edition_cycle"
  // Editions.
  case editionOverlap = "edition_overlap"
  case editionBackwards = "edition_backwards"
  case emptyPeriod = "empty_period"
  // Examples.
  case exampleInput = "example_input"
  case exampleDiffers = "example_differs"
  case exampleOutsideEdition = "example_outside_edition"
  // Holidays.
  case wrongYear = "wrong_year"
  case dayTwice = "day_twice"
  case badYear = "bad_year"
}
