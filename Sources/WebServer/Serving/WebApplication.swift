/// What a server serves: a function from requests to responses, without a socket.
public struct WebApplication {
  public var routes: Routes
  /// The page's files; nil for a path that is none of them.
  public var files: (Request) -> Response?
  /// What a refusal looks like. The request is nil when it could not be read.
  public var problem: (Refusal, Request?) -> Response
  public var access: AccessRules
  /// Asked for each page, since a setting may change it.
  public var security: () -> SecurityHeaders
  public let sessions: Sessions

  public init(
    routes: Routes, files: @escaping (Request) -> Response? = { _ in nil },
    problem: @escaping (Refusal, Request?) -> Response, access: AccessRules,
    security: @escaping () -> SecurityHeaders = { SecurityHeaders() },
    sessions: Sessions = Sessions()
  ) {
    self.routes = routes
    self.files = files
    self.problem = problem
    self.access = access
    self.security = security
    self.sessions = sessions
  }

  /// The response, security headers included. HEAD is answered as GET; the body is left out on the way.
  public func answer(_ request: Request) -> Response {
    var request = request
    if request.method == .head { request.method = .get }
    if let refusal = access.refusal(request, sessions: sessions) {
      return refused(refusal, request)
    }
    return guarded(allowed(request))
  }

  /// The response to what never became a request that a handler could see.
  func refused(_ refusal: Refusal, _ request: Request?) -> Response {
    guarded(problem(refusal, request))
  }

  private func allowed(_ request: Request) -> Response {
    switch routes.find(request.method, request.target.segments) {
    case .handler(let handler, let values):
      if let refusal = AccessRules.bodyRefusal(request) { return problem(refusal, request) }
      var request = request
      request.pathValues = values
      return handler(request)
    case .otherMethods(let methods): return other(request, allowed: methods)
    case .nothing:
      guard request.method == .get else {
        var asGet = request
        asGet.method = .get
        return files(asGet) == nil
          ? problem(.noSuchPath, request) : other(request, allowed: [.get])
      }
      return files(request) ?? problem(.noSuchPath, request)
    }
  }

  /// A method that the path does not have, or the question which it has.
  private func other(_ request: Request, allowed methods: [Method]) -> Response {
    let allowed = Method.allCases.filter {
      methods.contains($0) || $0 == .options || $0 == .head && methods.contains(.get)
    }
    var response =
      request.method == .options
      ? Response(status: 204) : problem(.methodNotAllowed(allowed: allowed), request)
    response.headers.append("Allow", allowed.map(\.rawValue).joined(separator: ", "))
    return response
  }

  private func guarded(_ response: Response) -> Response {
    if case .later(let begin) = response.body {
      return .later { give in begin { give(self.guarded($0)) } }
    }
    var response = response
    let type = response.headers["Content-Type"] ?? ""
    // A worker has the policy of its own file (Content Security Policy Level 3) and must fetch.
    let isPage = type.hasPrefix("text/html") || type.hasPrefix("text/javascript")
    for field in (isPage ? security() : SecurityHeaders()).fields(isPage: isPage) {
      response.headers.append(field.name, field.value)
    }
    if response.headers["Cache-Control"] == nil {
      response.headers.append("Cache-Control", "no-store")
    }
    return response
  }
}
