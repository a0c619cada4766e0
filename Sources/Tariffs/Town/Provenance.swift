/// How well a figure is known.
public enum FactStatus: String, Hashable, Sendable, CaseIterable {
  /// An ordinance, a gazette, a page of the town or of its operator.
  case official
  /// A dated press report.
  case press
  /// Follows from published facts; the note gives the reasoning.
  case inferred
}

/// Where a figure comes from and how well it is known.
public struct Provenance: Hashable, Sendable {
  /// Keys of `Town.sources`.
  public let sources: [String]
  public let status: FactStatus
  public let note: String?

  public init(sources: [String], status: FactStatus, note: String? = nil) {
    self.sources = sources
    self.status = status
    self.note = note
  }
}

/// A published text that figures are taken from.
public struct Source: Hashable, Sendable {
  public let key: String
  public let title: String
  public let publisher: String?
  public let url: String?
  /// ISO 8601 date, month or year of the text, as given.
  public let date: String?

  /// The year of `date`; nil without one.
  public var year: Int? { date.flatMap { Int($0.prefix(4)) } }

  public init(
    key: String, title: String, publisher: String? = nil, url: String? = nil, date: String? = nil
  ) {
    self.key = key
    self.title = title
    self.publisher = publisher
    self.url = url
    self.date = date
  }
}
