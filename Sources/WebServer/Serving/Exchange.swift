/// One request on its way in.
final class Exchange {
  /// As it stands in the request line.
  let target: String
  let connection: Connection?
  private(set) var body: [UInt8] = []
  private(set) var bodyBytes = 0
  var isRead = false
  /// What was waited for.
  var ready: Response?

  init(target: String, connection: Connection?) {
    self.target = target
    self.connection = connection
  }

  /// - Returns: false when so much has come that the rest is not even thrown away.
  func take(_ bytes: UnsafeRawBufferPointer, _ limits: ServerLimits) -> Bool {
    bodyBytes += bytes.count
    if bodyBytes <= limits.bodyBytes { body.append(contentsOf: bytes) } else { body = [] }
    return bodyBytes <= limits.swallowedBodyBytes
  }

  /// The request, or why it is refused.
  func request(
    method: String, headers: Headers, limits: ServerLimits
  ) -> Result<Request, Refusal> {
    if target.utf8.count > limits.targetBytes { return .failure(.uriTooLong) }
    let size = headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    if size > limits.headerBytes { return .failure(.headersTooLarge) }
    guard let method = Method(rawValue: method) else { return .failure(.methodUnknown) }
    if bodyBytes > limits.bodyBytes { return .failure(.bodyTooLarge) }
    guard let target = try? RequestTarget(target) else { return .failure(.malformed) }
    return .success(Request(method: method, target: target, headers: headers, body: body))
  }
}

extension Refusal: Error {}
