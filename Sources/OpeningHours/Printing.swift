extension OpeningHours: CustomStringConvertible {
  /// The canonical text: `OpeningHours(parsing: hours.description) == hours`.
  public var description: String { "" }
}
