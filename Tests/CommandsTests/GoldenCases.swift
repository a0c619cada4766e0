import Testing

/// A call of the program whose whole answer is a golden file.
struct GoldenCase: Sendable, CustomTestStringConvertible {
  let name: String
  let arguments: [String]
  let status: Int32
  let data: String

  /// - Parameter data: the data folder, seen from the top of the checkout.
  init(
    _ name: String, _ arguments: String, status: Int32 = 0, data: String = GoldenCases.data
  ) {
    self.name = name
    self.data = data
    // ␣ stands for a space inside a word.
    self.arguments = arguments.split(separator: " ").map {
      String($0.map { $0 == "␣" ? " " : $0 })
    }
    self.status = status
  }

  var testDescription: String { name }
}

/// The invented towns of `Data`: their files do not change when a real town's do.
enum GoldenCases {
  static let data = "Tests/CommandsTests/Data"
  private static let moment = "--at 2025-10-14T10:00"
  /// San Fermín: sector 1 keeps its rules, the others are orange.
  private static let july = "--town pamplona --at 2023-07-10T10:00"
  private static let notice =
    "--ended 2025-10-14T11:50 --notice 2025-10-14T12:10 --at 2025-10-14T12:30"
  private static let tuesday = "--town vega --at 2025-10-14T10:00"

  /// Answered in the three languages.
  static let forPeople: [GoldenCase] = [
    GoldenCase("quote-money", "quote blue 1.20 \(tuesday)"),
    GoldenCase("quote-minutes", "quote blue 1h40 \(tuesday)"),
    GoldenCase("quote-bare-number", "quote blue 90 \(tuesday)"),
    GoldenCase("quote-until", "quote blue --until 11:30 \(tuesday)"),
    GoldenCase("quote-explain", "quote blue 1h30 --explain --town vega --at 2025-10-14T13:20"),
    GoldenCase(
      "quote-after-closing", "quote blue 1.00 --explain --town sierra --at 2025-10-14T19:40"),
    GoldenCase("quote-change", "quote blue 9.00 \(tuesday)"),
    GoldenCase("quote-minimum", "quote blue 0.05 \(tuesday)", status: 1),
    GoldenCase("quote-coin-step", "quote blue 1.02 \(tuesday)", status: 1),
    GoldenCase("quote-maximum", "quote blue 3h \(tuesday)", status: 1),
    GoldenCase("quote-prepaid", "quote blue 1.00 --town vega --at 2025-10-14T08:30"),
    GoldenCase("quote-too-early", "quote blue 1.00 --town vega --at 2025-10-14T21:00", status: 1),
    GoldenCase("quote-free", "quote blue 1.00 --town sierra --at 2025-10-14T21:00"),
    GoldenCase("quote-free-weekend", "quote blue 1.00 --town sierra --at 2025-10-11T15:00"),
    GoldenCase("quote-free-new-year", "quote blue 1.00 --town sierra --at 2025-12-31T21:00"),
    GoldenCase("quote-products", "quote orange 4.00 \(tuesday)"),
    GoldenCase("quote-residents-only", "quote green 1.00 \(tuesday)", status: 1),
    GoldenCase("quote-forbidden", "quote market 1.00 --town vega --at 2025-10-16T10:00", status: 1),
    GoldenCase("quote-price-unpublished", "quote white 1.00 \(tuesday)", status: 1),
    GoldenCase(
      "quote-hours-unpublished", "quote old-town 1.00 --town sierra --at 2025-10-14T10:00"),
    GoldenCase("quote-exempt", "quote blue 1.00 --vehicle zero \(tuesday)"),
    GoldenCase("quote-not-admitted", "quote blue 1.00 --vehicle motorcycle \(tuesday)", status: 1),
    GoldenCase("quote-surcharge", "quote blue 1.00 --signal no2=75 \(tuesday)"),
    GoldenCase("quote-return-ban", "quote blue 1.00 --previous 7:30-9:30 \(tuesday)"),
    GoldenCase(
      "quote-assume", "quote blue 1.00 --assume gap=cut --town sierra --at 2025-10-14T13:00"),
    GoldenCase("quote-end-before-arrival", "quote blue --until 9:00 \(tuesday)", status: 1),
    GoldenCase("quote-no-edition", "quote blue 1.00 --town vega --at 2020-10-14T10:00", status: 1),
    GoldenCase("quote-special-period", "quote white 4.00 --town vega --at 2025-09-02T10:00"),
    GoldenCase("zones", "zones \(tuesday)"),
    GoldenCase("zones-little-published", "zones --town sierra --at 2025-10-14T21:30"),
    GoldenCase("tariff", "tariff \(tuesday)"),
    GoldenCase("tariff-zone", "tariff blue --town sierra --at 2025-10-14T10:00"),
    GoldenCase("hours", "hours \(tuesday)"),
    GoldenCase("hours-zone", "hours old-town --town sierra --at 2025-10-14T10:00"),
    GoldenCase("holidays", "holidays --town vega --year 2025"),
    GoldenCase("holidays-incomplete", "holidays --town vega --year 2026"),
    GoldenCase("check", "check"),
    GoldenCase("check-shape", "check \(data)/faulty/shape.json", status: 1),
    GoldenCase("check-text", "check \(data)/faulty/text.json", status: 1),
    GoldenCase("check-meaning", "check \(data)/faulty/meaning.json", status: 1),
    GoldenCase("check-hours", "check \(data)/faulty/hours.json", status: 1),
    GoldenCase("check-no-file", "check nowhere.json Tests", status: 1),
    GoldenCase("check-sectors", "check \(data)/faulty/sectors.geojson", status: 1),
    GoldenCase("check-metres", "check \(data)/faulty/metres.geojson", status: 1),
    GoldenCase("where-kerb", "where 43.0051 -2.0062 \(moment)"),
    GoldenCase("where-two-colours", "where 43.00508,-2.0046 \(moment)"),
    GoldenCase("where-far-kerb", "where geo:43.0085,-2.006 \(moment)"),
    GoldenCase("where-place", "where 43°0'6\"N␣2°0'25\"W \(moment)"),
    GoldenCase("where-border", "where 43.0085,-2.00008 \(moment)"),
    GoldenCase("where-outside", "where 43,02 -2,02 \(moment)"),
    GoldenCase("where-beside", "where 43.01004 -2.006 \(moment)"),
    GoldenCase("where-swapped", "where -2.005 43.005", status: 2),
    GoldenCase("where-elsewhere", "where 43.0051 -2.0062 --town sierra", status: 1),
    GoldenCase("where-approximate", "where 42.8125 -1.6458 \(july)", data: "."),
    GoldenCase("where-approximate-border", "where 42.8155 -1.645 \(july)", data: "."),
    GoldenCase("where-unlocated-place", "where 42.8245 -1.6645 \(july)", data: "."),
    GoldenCase("sectors", "sectors"),
    GoldenCase("sectors-approximate", "sectors pamplona", data: "."),
    GoldenCase("sectors-map", "sectors vega --map -"),
    GoldenCase("sectors-of-import", "sectors vega --as kerbs", status: 2),
    GoldenCase("quote-here", "quote --here 43.0051,-2.0062 1.00 \(moment)"),
    GoldenCase("quote-here-two-colours", "quote --here 43.00508,-2.0046 1h \(moment)", status: 2),
    GoldenCase("quote-here-zone", "quote blue 1h --here 43.00508,-2.0046 \(moment)"),
    GoldenCase("quote-here-outside", "quote --here 43.02,-2.02 1h \(moment)", status: 2),
    GoldenCase(
      "quote-here-two-sectors", "quote blue --here 42.8154,-1.645 1h \(july)", status: 2, data: "."),
    GoldenCase(
      "fine-cancellable", "fine --town calatayud --cause overstay \(notice)", data: "."),
    GoldenCase("fine-too-late", "fine --town calatayud \(notice) --at 2025-10-14T13:11", data: "."),
    GoldenCase("fine-range", "fine --town vitoria-gasteiz --cause overstay \(notice)", data: "."),
    GoldenCase(
      "fine-post-paid", "fine --town las-palmas --zone blue --cause no_ticket \(notice)", data: "."),
    GoldenCase("fine-nothing-published", "fine \(notice) --town vega", status: 1),
    GoldenCase(
      "fine-unknown-cause", "fine --town calatayud --cause theft \(notice)", status: 2, data: "."),
    GoldenCase("export-unsayable", "export --as osm \(tuesday)"),
    GoldenCase("export-without-format", "export \(tuesday)", status: 2),
    GoldenCase("help-fine", "fine --help"),
    GoldenCase("help-export", "export --help"),
    GoldenCase("help-plan", "plan --help"),
    GoldenCase("help-compare", "compare --help"),
    GoldenCase("info", "info"),
    GoldenCase("info-without-town", "info prices"),
    GoldenCase("info-prices", "info prices \(tuesday)"),
    GoldenCase("info-prices-little-published", "info prices --town sierra --at 2025-10-14T10:00"),
    GoldenCase("info-hours", "info hours --width 60 \(tuesday)"),
    GoldenCase("info-fines", "info fines \(tuesday)"),
    GoldenCase("info-exemptions", "info exemptions \(tuesday)"),
    GoldenCase("info-residents", "info residents \(tuesday)"),
    GoldenCase("info-periods", "info periods --town vega --at 2025-09-02T10:00"),
    GoldenCase("info-no-edition", "info prices --town vega --at 2020-10-14T10:00"),
    GoldenCase("info-html", "info sources --html \(tuesday)"),
    GoldenCase("info-find", "info --find denuncia"),
    GoldenCase("info-find-basque", "info --find isunak --width 60"),
    GoldenCase("info-find-nothing", "info --find xylophone", status: 1),
    GoldenCase("info-unknown-page", "info fine", status: 2),
    GoldenCase("info-bad-width", "info fines --width 7", status: 2),
    GoldenCase("info-two-formats", "info fines --json --html", status: 2),
    GoldenCase("help-info", "info --help"),
    GoldenCase("help", "--help"),
    GoldenCase("help-quote", "quote --help"),
    GoldenCase("help-zones", "help zones"),
    GoldenCase("help-tariff", "tariff -h"),
    GoldenCase("help-hours", "hours --help"),
    GoldenCase("help-holidays", "holidays --help"),
    GoldenCase("help-check", "check --help"),
    GoldenCase("help-where", "where --help"),
    GoldenCase("help-sectors", "sectors --help"),
    GoldenCase("help-completions", "completions --help"),
    GoldenCase("help-manual", "manual --help"),
    GoldenCase("no-command", "", status: 2),
    GoldenCase("version", "--version"),
  ]

  /// Answered for programs, alike in every language.
  static let forPrograms: [GoldenCase] = [
    GoldenCase("quote-money", "quote blue 1.20 --vehicle c \(tuesday)"),
    GoldenCase("quote-gap", "quote blue 1h30 --town vega --at 2025-10-14T13:20"),
    GoldenCase("quote-free", "quote blue 1.00 --town sierra --at 2025-10-14T21:00"),
    GoldenCase("quote-too-early", "quote blue 1.00 --town vega --at 2025-10-14T21:00"),
    GoldenCase("quote-refused", "quote blue 0.05 \(tuesday)"),
    GoldenCase("quote-residents-only", "quote green 1.00 \(tuesday)"),
    GoldenCase("quote-forbidden", "quote market 1.00 --town vega --at 2025-10-16T10:00"),
    GoldenCase("quote-price-unpublished", "quote white 1.00 \(tuesday)"),
    GoldenCase("quote-no-edition", "quote blue 1.00 --town vega --at 2020-10-14T10:00"),
    GoldenCase("quote-change", "quote blue 9.00 \(tuesday)"),
    GoldenCase("quote-special-period", "quote white 4.00 --town vega --at 2025-09-02T10:00"),
    GoldenCase("zones-special-period", "zones --town vega --at 2025-09-02T10:00"),
    GoldenCase("zones", "zones \(tuesday)"),
    GoldenCase("zones-little-published", "zones --town sierra --at 2025-10-14T21:30"),
    GoldenCase("tariff", "tariff \(tuesday)"),
    GoldenCase("hours", "hours \(tuesday)"),
    GoldenCase("hours-zone-by-name", "hours casco␣viejo --town sierra --at 2025-10-14T10:00"),
    GoldenCase("holidays", "holidays --town vega --year 2026"),
    GoldenCase("check", "check"),
    GoldenCase("where-two-colours", "where 43.00508 -2.0046 \(moment)"),
    GoldenCase("where-place", "where 43.00167 -2.00694 \(moment)"),
    GoldenCase("where-border", "where 43.0085 -2.00008 \(moment)"),
    GoldenCase("where-outside", "where 43.02 -2.02 \(moment)"),
    GoldenCase("where-approximate-border", "where 42.8155 -1.645 \(july)", data: "."),
    GoldenCase("sectors", "sectors"),
    GoldenCase("settings", "settings"),
  ]

  /// Answered for programs, with sentences in the language of the call.
  static let inTheirLanguage: [GoldenCase] = [
    GoldenCase(
      "check-shape", "check \(data)/faulty/shape.json \(data)/faulty/sectors.geojson", status: 1),
    GoldenCase("info", "info"),
    GoldenCase("info-how-it-works", "info how-it-works \(tuesday)"),
    GoldenCase("info-find", "info glossary --find anular"),
  ]
}
