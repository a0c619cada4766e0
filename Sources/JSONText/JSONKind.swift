/// The six kinds of JSON value.
public enum JSONKind: String, Hashable, Sendable {
  case null
  case bool
  case number
  case string
  case array
  case object
}
