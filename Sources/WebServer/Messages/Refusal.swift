/// Why the server itself refuses a request, before any handler sees it.
public enum Refusal: Hashable, Sendable {
  /// The target or a header cannot be read.
  case malformed
  case noSuchPath
  case methodNotAllowed(allowed: [Method])
  case methodUnknown
  case uriTooLong
  case headersTooLarge
  case bodyTooLarge
  /// A write whose body is not said to be JSON.
  case notJSON
  /// A `Host` that is none of ours: a name that somebody pointed here (DNS rebinding).
  case foreignHost
  /// Asked for by a page of somebody else's.
  case foreignOrigin
  /// No token, or a wrong one.
  case notPaired
  /// As many listen to the events as may.
  case tooManyListeners

  public var status: Int {
    switch self {
    case .malformed: 400
    case .notPaired: 401
    case .foreignOrigin: 403
    case .noSuchPath: 404
    case .methodNotAllowed: 405
    case .bodyTooLarge: 413
    case .uriTooLong: 414
    case .notJSON: 415
    case .foreignHost: 421
    case .tooManyListeners: 429
    case .headersTooLarge: 431
    case .methodUnknown: 501
    }
  }

  /// Stable, for programs.
  public var code: String {
    switch self {
    case .malformed: "malformed_request"
    case .notPaired: "not_paired"
    case .foreignOrigin: "foreign_origin"
    case .noSuchPath: "no_such_path"
    case .methodNotAllowed: "method_not_allowed"
    case .bodyTooLarge: "body_too_large"
    case .uriTooLong: "uri_too_long"
    case .notJSON: "not_json"
    case .foreignHost: "foreign_host"
    case .tooManyListeners: "too_many_listeners"
    case .headersTooLarge: "headers_too_large"
    case .methodUnknown: "method_unknown"
    }
  }
}
