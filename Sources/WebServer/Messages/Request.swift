/// A request as the handlers see it: read whole, within all limits.
public struct Request: Sendable {
  /// `get` for HEAD too: the answer's body is left out on the way.
  public var method: Method
  public var target: RequestTarget
  public var headers: Headers
  public var body: [UInt8]
  /// What stood in the place of `{name}` in the route's path.
  public var pathValues: [String: String] = [:]

  public init(
    method: Method, target: RequestTarget, headers: Headers = Headers(), body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The media type of the body, in small letters, without its parameters.
  public var contentType: String? {
    headers["Content-Type"].map { field in
      field.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    }
  }
}
