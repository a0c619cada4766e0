import DataLibrary
import EventLoop
import JSONText
import WebServer

/// The page and the API on an event loop: what `aparka serve` runs, and the daemon beside its alarms.
final class WebSurface {
  /// Where Debian's libjs-leaflet puts its files.
  static let leafletFolder = "/usr/share/javascript/leaflet"
  private static let root = "/api/v1/"

  let server: WebServer
  let events: EventHub
  private let notices: ChangeNotices

  /// - Parameters:
  ///   - invocation: of the program; its clock and its environment are those of all answers.
  ///   - token: what a request must show; nil on the loopback.
  init(
    _ invocation: Invocation, folder: DataFolder, socket: ListeningSocket,
    token: (@Sendable () -> String)?,
    hostNames: Set<String> = [], loop: EventLoop,
    limits: ServerLimits = ServerLimits()
  ) throws(WebServer.Fault) {
    let desk = APIDesk(invocation, folder: folder, loop: loop)
    let events = EventHub(loop: loop)
    let sessions = Sessions()
    let files = StaticFiles([
      StaticFiles.Folder(path: folder.path + "/web"),
      StaticFiles.Folder(path: Self.leafletFolder, prefix: "leaflet", maximumAge: 86_400),
    ])
    server = try WebServer(
      WebApplication(
        routes: Self.routes(desk, events, sessions), files: { files.answer($0) },
        problem: { desk.problem($0, $1).response },
        access: AccessRules(
          hostNames: hostNames, answersToAnyAddress: !socket.isLoopback, token: token),
        security: {
          let address = desk.settings.tileURL
          return SecurityHeaders(
            tileOrigins: [address.flatMap { SecurityHeaders.origin(ofTileAddress: $0) }]
              .compactMap { $0 })
        }, sessions: sessions),
      on: socket, loop: loop, limits: limits)
    self.events = events
    notices = ChangeNotices(events, desk)
  }

  /// Ends the event streams, answers what was asked, then stops.
  func stop(then stopped: @escaping () -> Void) {
    events.endAll()
    server.stop(then: stopped)
  }

  private static func routes(_ desk: APIDesk, _ events: EventHub, _ sessions: Sessions) -> Routes {
    var routes = Routes()
    for endpoint in APIEndpoints.all {
      routes.add(endpoint.method, root + endpoint.path) { desk.answer(endpoint, $0) }
    }
    if CommandLineTool.command("settings") != nil {
      routes.add(.patch, root + "settings") { desk.changeSettings($0) }
    }
    routes.add(.get, root + "towns") { desk.towns($0) }
    routes.add(.get, root + "sectors") { desk.sectors($0) }
    routes.add(.get, root + "phrases") { desk.phrases(answering: $0) }
    routes.add(.get, root + "openapi.json") { desk.description($0) }
    routes.add(.get, root + "events") { request in
      events.listen() ?? desk.problem(Refusal.tooManyListeners, request).response
    }
    // The access rules have seen the token already, where one is needed.
    routes.add(.post, root + "session") { request in
      desk.refusesBody(request)
        ?? Response(status: 204, headers: Headers([("Set-Cookie", sessions.open())]))
    }
    return routes
  }
}

extension APIDesk {
  /// What the server refuses itself, for people.
  func problem(_ refusal: Refusal, _ request: Request?) -> Problem {
    Problem(
      status: refusal.status, detail: phrases(request).phrase("serve.refusal.\(refusal.code)"),
      code: refusal.code)
  }
}
