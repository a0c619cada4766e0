extension OpeningHours {
  /// Reads a text of the subset.
  public init(parsing text: String) throws(OpeningHoursError) {
    throw OpeningHoursError(problem: .empty, column: 1, text: "")
  }
}
