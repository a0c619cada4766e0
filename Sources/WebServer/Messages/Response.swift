/// What goes back.
public struct Response {
  public enum Body {
    case bytes([UInt8])
    /// An endless text that grows whenever there is news.
    case events(EventChannel)
    /// Not known yet: the work is begun, and hands the response over, once, in a later turn of the
    /// loop. Status and headers of this one do not count.
    case later((_ give: @escaping (Response) -> Void) -> Void)
  }

  /// RFC 9110, section 15.
  public var status: Int
  public var headers: Headers
  public var body: Body

  public init(status: Int, headers: Headers = Headers(), body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  public init(
    status: Int = 200, type: String, _ bytes: [UInt8],
    _ others: [(name: String, value: String)] = []
  ) {
    self.init(
      status: status, headers: Headers([("Content-Type", type)] + others), body: .bytes(bytes))
  }

  public static func later(
    _ begin: @escaping (_ give: @escaping (Response) -> Void) -> Void
  ) -> Response {
    Response(status: 202, body: .later(begin))
  }
}
