/// Which handler answers which path.
public struct Routes {
  public typealias Handler = (Request) -> Response

  private struct Route {
    let pattern: [String]
    let method: Method
    let handler: Handler

    /// The values of the pattern's `{name}` parts; nil when the path is another.
    func values(_ segments: [String]) -> [String: String]? {
      guard segments.count == pattern.count else { return nil }
      var values: [String: String] = [:]
      for (part, segment) in zip(pattern, segments) {
        if part.hasPrefix("{") {
          guard !segment.isEmpty else { return nil }
          values[String(part.dropFirst().dropLast())] = segment
        } else if part != segment {
          return nil
        }
      }
      return values
    }
  }

  private var routes: [Route] = []

  public init() {}

  /// - Parameter path: such as `/api/v1/tickets/{ticket}/stop`. Of two patterns that fit a path the one
  ///   without a placeholder wins.
  public mutating func add(_ method: Method, _ path: String, _ handler: @escaping Handler) {
    let route = Route(
      pattern: path.split(separator: "/").map(String.init), method: method, handler: handler)
    if path.contains("{") { routes.append(route) } else { routes.insert(route, at: 0) }
  }

  enum Finding {
    case handler(Handler, values: [String: String])
    case otherMethods([Method])
    case nothing
  }

  func find(_ method: Method, _ segments: [String]) -> Finding {
    var others: [Method] = []
    var pattern: [String]?
    for route in routes {
      guard let values = route.values(segments) else { continue }
      // A path belongs to one pattern: `alarms/test` is not also the alarm of the name "test".
      guard pattern == nil || pattern == route.pattern else { continue }
      pattern = route.pattern
      if route.method == method { return .handler(route.handler, values: values) }
      others.append(route.method)
    }
    return others.isEmpty ? .nothing : .otherMethods(others)
  }
}
