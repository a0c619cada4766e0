import Tariffs

/// What a translator writes where a town's figures are wanted: `{{hours}}`, `{{table prices blue}}`,
/// alone in a paragraph. docs/info-pages.md lists them with examples.
public struct InfoPlaceholder: Hashable, Sendable {
  public enum Figure: String, CaseIterable, Sendable {
    case zones
    case tablePrices = "table prices"
    case hours
    case maximumStay = "max_stay"
    case freeMinutes = "free_minutes"
    case paidTime = "paid_time"
    case returnBan = "return_ban"
    case refunds
    case penalty
    case holidays
    case vehicleClasses = "vehicle_classes"
    case surcharges
    case residents
    case cards
    case periods
    case edition
    case sources
  }

  /// What the word after the name may be.
  public enum Argument: Sendable {
    case none
    /// The id of a zone, or a colour: all zones of it. Without one, all zones.
    case zone
    /// A cause of notices. Without one, all that the town has rules for.
    case cause
    /// A year. Without one, that of the moment.
    case year
    /// A class of vehicles. Without one, all.
    case vehicleClass
  }

  public let figure: Figure
  public let argument: String?

  public init(_ figure: Figure, _ argument: String? = nil) {
    self.figure = figure
    self.argument = argument
  }

  /// Inside of sentences: the town's name.
  public static let inlineNames: Set<String> = ["town"]

  /// Why a text is not a placeholder.
  enum Fault: Error { case unknown, badArgument }

  /// Reads what stands between the braces.
  init(reading text: some StringProtocol) throws(Fault) {
    let words = text.split { $0 == " " }.map { String($0) }
    let known = Figure.allCases.first { words.starts(with: $0.words) }
    guard let known else { throw .unknown }
    let rest = words.dropFirst(known.words.count)
    guard rest.count <= 1, rest.isEmpty || Self.isPossible(rest.first ?? "", for: known) else {
      throw .badArgument
    }
    self.init(known, rest.first)
  }

  /// As it is written in a page, without the braces.
  public var text: String { figure.rawValue + (argument.map { " " + $0 } ?? "") }
}

extension InfoPlaceholder.Figure {
  fileprivate var words: [String] { rawValue.split { $0 == " " }.map { String($0) } }

  public var argument: InfoPlaceholder.Argument {
    switch self {
    case .zones, .tablePrices, .hours, .maximumStay, .freeMinutes, .paidTime, .returnBan: .zone
    case .penalty: .cause
    case .holidays: .year
    case .vehicleClasses: .vehicleClass
    case .refunds, .surcharges, .residents, .cards, .periods, .edition, .sources: .none
    }
  }
}

extension InfoPlaceholder {
  /// What can be told without knowing the towns: which zones and causes there are is theirs to say.
  private static func isPossible(_ argument: String, for figure: Figure) -> Bool {
    switch figure.argument {
    case .none: false
    case .zone, .cause:
      argument.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
    case .year: argument.utf8.count == 4 && Int(argument) != nil
    case .vehicleClass: VehicleClass.ids.contains(argument)
    }
  }
}
