/// What a request asks to be done (RFC 9110, section 9). Others are answered with 501.
public enum Method: String, Hashable, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case options = "OPTIONS"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  // No path has these two; they are known so that the answer is 405.
  case trace = "TRACE"
  case query = "QUERY"

  /// Whether it may change something; such requests must come from the page itself.
  public var isWrite: Bool {
    switch self {
    case .get, .head, .options, .trace, .query: false
    case .post, .put, .patch, .delete: true
    }
  }
}
