import EventLoop
import Foundation
import Testing

@testable import WebServer

struct ApplicationTests {
  /// Method, path, status, `Allow`.
  static let calls: [(Method, String, Int, String?)] = [
    (.get, "/api/hello", 200, nil), (.head, "/api/hello", 200, nil),
    (.options, "/api/hello", 204, "GET, HEAD, OPTIONS"),
    (.post, "/api/hello", 405, "GET, HEAD, OPTIONS"),
    (.delete, "/api/hello", 405, "GET, HEAD, OPTIONS"),
    (.get, "/api/echo", 405, "OPTIONS, POST"), (.head, "/api/echo", 405, "OPTIONS, POST"),
    (.options, "/api/echo", 204, "OPTIONS, POST"),
    (.delete, "/api/things/7", 200, nil), (.get, "/api/things/7", 405, "OPTIONS, DELETE"),
    (.delete, "/api/things/", 404, nil), (.delete, "/api/things", 404, nil),
    (.get, "/api", 404, nil), (.get, "/api/hello/", 404, nil), (.get, "/api//hello", 404, nil),
    (.options, "/nothing", 404, nil), (.put, "/nothing", 404, nil), (.get, "/", 404, nil),
  ]

  @Test(arguments: calls)
  func methods(_ method: Method, _ path: String, _ status: Int, _ allowed: String?) throws {
    let application = RunningServer.application(EventHub(loop: try EventLoop()), token: nil)
    let response = application.answer(
      Request(
        method: method, target: try RequestTarget(path),
        headers: Headers([("Host", "localhost"), ("Content-Type", "application/json")])))
    #expect(response.status == status)
    #expect(response.headers["Allow"] == allowed)
    for name in [
      "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cache-Control",
      "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Permissions-Policy",
    ] {
      #expect(response.headers.values(name).count == 1, "\(name)")
    }
    #expect(response.headers["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
    #expect(response.headers.fields.allSatisfy { !$0.name.hasPrefix("Access-Control") })
  }

  // MARK: Files

  /// A page and its scripts may ask this server; a worker has the policy of its own file.
  @Test(arguments: [
    ("/index.html", true), ("/app.js", true), ("/icons/a.svg", false),
  ])
  func policyOfFiles(_ path: String, _ mayFetch: Bool) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = StaticFiles([StaticFiles.Folder(path: folder.appending(path: "web").path)])
    let application = WebApplication(
      routes: Routes(), files: files.answer, problem: { _, _ in Response(status: 404) },
      access: AccessRules())
    let response = application.answer(
      Request(
        method: .get, target: try RequestTarget(path), headers: Headers([("Host", "localhost")])))
    #expect(response.status == 200)
    let policy = try #require(response.headers["Content-Security-Policy"])
    #expect(policy.contains("connect-src 'self'") == mayFetch)
  }

  /// A folder with files that may be seen, and beside it one that may not.
  private static func folder() throws -> URL {
    let top = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)")
    let web = top.appending(path: "web/icons")
    try FileManager.default.createDirectory(at: web, withIntermediateDirectories: true)
    let files = [
      "web/index.html": "<!doctype html>", "web/app.js": "let a = 1;", "web/icons/a.svg": "<svg/>",
      "web/.hidden.js": "no", "web/notes.unknown": "no", "secret.js": "no", "web-secret.js": "no",
    ]
    for (name, text) in files { try Data(text.utf8).write(to: top.appending(path: name)) }
    for (name, target) in [
      ("web/outside.js", "../secret.js"), ("web/beside.js", "../web-secret.js"),
      ("web/inside.js", "app.js"), ("web/parent", ".."),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: top.appending(path: name).path, withDestinationPath: target)
    }
    return top
  }

  @Test func onlyFilesOfTheFolderAreServed() throws {
    let top = try Self.folder()
    defer { try? FileManager.default.removeItem(at: top) }
    let files = StaticFiles([StaticFiles.Folder(path: top.appending(path: "web").path)])
    let expected: [(String, Bool)] = [
      ("/", true), ("/index.html", true), ("/app.js", true), ("/icons/a.svg", true),
      ("/inside.js", true), ("/icons", false), ("/icons/", false), ("/.hidden.js", false),
      ("/notes.unknown", false), ("/outside.js", false), ("/beside.js", false),
      ("/parent/secret.js", false), ("/parent", false), ("/secret.js", false), ("/web", false),
      ("//app.js", false), ("/app.js/", false), ("/APP.JS", false), ("/%2e%2e%5csecret.js", false),
      ("/etc/passwd", false), ("/icons//a.svg", false),
    ]
    for (path, isServed) in expected {
      let response = files.answer(Request(method: .get, target: try RequestTarget(path)))
      #expect((response?.status == 200) == isServed, "\(path)")
    }
  }

  @Test func filesAreAskedForAgainOnlyWhenTheyChange() throws {
    let top = try Self.folder()
    defer { try? FileManager.default.removeItem(at: top) }
    let files = StaticFiles([
      StaticFiles.Folder(path: top.appending(path: "web").path, prefix: "x", maximumAge: 60)
    ])
    func ask(_ path: String, _ tag: String? = nil) throws -> Response? {
      let fields = tag.map { [(name: "If-None-Match", value: $0)] } ?? []
      return files.answer(
        Request(method: .get, target: try RequestTarget(path), headers: Headers(fields)))
    }
    let first = try #require(try ask("/x/app.js"))
    let tag = try #require(first.headers["ETag"])
    #expect(first.headers["Content-Type"] == "text/javascript; charset=utf-8")
    #expect(first.headers["Cache-Control"] == "public, max-age=60")
    for shown in [tag, "W/" + tag, "\"a\", \(tag)", "*"] {
      #expect(try ask("/x/app.js", shown)?.status == 304)
    }
    #expect(try ask("/x/app.js", "\"a\"")?.status == 200)
    try Data("let a = 22;".utf8).write(to: top.appending(path: "web/app.js"))
    let second = try #require(try ask("/x/app.js", tag))
    #expect(second.status == 200 && second.headers["ETag"] != tag)
    #expect(try ask("/x/new.js") == nil)
    try Data("1".utf8).write(to: top.appending(path: "web/new.js"))
    try Data("2".utf8).write(to: top.appending(path: "web/icons/new.js"))
    #expect(try ask("/x/new.js")?.status == 200)
    #expect(try ask("/x/icons/new.js")?.status == 200)
    try FileManager.default.removeItem(at: top.appending(path: "web/new.js"))
    #expect(try ask("/x/new.js") == nil)
  }
}
