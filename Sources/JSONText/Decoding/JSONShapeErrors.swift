/// Collects what is wrong with a document, so that its author sees everything at once:
///
///     var errors = JSONShapeErrors()
///     let hours = errors.collect(try zone.member("hours").string())
///     let limit = errors.collect(try zone.optionalMember("maximum_minutes")?.int(in: 1...1440))
///     errors.refuseUnknownMembers(of: zone, known: ["hours", "maximum_minutes"])
///     guard let hours, errors.isEmpty else { return nil }
public struct JSONShapeErrors: Sendable {
  public private(set) var list: [JSONShapeError] = []

  public init() {}

  public var isEmpty: Bool { list.isEmpty }

  public mutating func record(_ error: JSONShapeError) { list.append(error) }

  /// What `read` returns; nil when it threw, and then the error is in the list.
  public mutating func collect<Result>(
    _ read: @autoclosure () throws(JSONShapeError) -> Result
  ) -> Result? {
    do {
      return try read()
    } catch {
      record(error)
      return nil
    }
  }

  /// As above for something that may be absent without an error.
  public mutating func collect<Result>(
    _ read: @autoclosure () throws(JSONShapeError) -> Result?
  ) -> Result? {
    do {
      return try read()
    } catch {
      record(error)
      return nil
    }
  }

  /// Records every member of `cursor` that is not `known` (nothing when it is not an object).
  public mutating func refuseUnknownMembers(of cursor: JSONCursor, known: [String]) {
    guard case .object(let object) = cursor.value else { return }
    for member in object.members where !known.contains(where: { isSameText($0, member.key) }) {
      record(
        JSONShapeError(
          path: cursor.path.member(member.key), offset: member.keyOffset,
          kind: .unknownMember(member.key, known: known)))
    }
  }
}
