import Testing

@testable import WebServer

struct AccessTests {
  /// Fields of a request, and why it is refused.
  struct Case: Sendable {
    let fields: [(name: String, value: String)]
    let refusal: Refusal?
    var method = Method.get
    var path = "/api/hello"
  }

  private static func request(_ example: Case) throws -> Request {
    Request(
      method: example.method, target: try RequestTarget(example.path),
      headers: Headers(example.fields))
  }

  private static let host = (name: "Host", value: "127.0.0.1:8427")
  private static let json = (name: "Content-Type", value: "application/json")

  /// DNS rebinding: the browser asks 127.0.0.1 and names the stranger's host.
  static let hosts: [(String?, Bool)] = [
    ("127.0.0.1:8427", true), ("127.0.0.1", true), ("localhost:8427", true), ("LocalHost", true),
    ("[::1]:8427", true), ("[::1]", true), ("127.0.0.1:9000", true),
    // `serve --address 127.0.0.2` announces this one.
    ("127.0.0.2:8427", true), ("127.255.0.9", true), ("[::ffff:127.0.0.2]:8427", true),
    ("[::ffff:7f00:2]", true), ("[::2]", false), ("[::ffff:10.0.0.1]", false),
    ("127.evil.example", false), ("127.0.0.256", false), ("128.0.0.1", false),
    (nil, false), ("", false), ("evil.example", false), ("evil.example:8427", false),
    ("127.0.0.1.evil.example", false), ("localhost.evil.example", false), ("localhost.", false),
    ("127.0.0.1:8427@evil.example", false), ("127.0.0.1:x", false), ("127.0.0.1:123456", false),
    ("[::1", false), ("[::1]x", false), ("[]", false), ("[127.0.0.1]", false), ("0", false),
    ("2130706433", false), ("0x7f.1", false), ("127.1", false), ("192.168.1.20", false),
    ("127.0.0.1, evil.example", false), ("127.0.0.1 ", false), ("local\u{68}ost\u{130}", false),
  ]

  @Test(arguments: hosts)
  func host(_ host: String?, _ isOurs: Bool) throws {
    for path in ["/", "/api/hello"] {
      let request = try Self.request(
        Case(fields: host.map { [("Host", $0)] } ?? [], refusal: nil, path: path))
      let refusal = AccessRules().refusal(request, sessions: Sessions())
      #expect(refusal == (isOurs ? nil : .foreignHost))
    }
  }

  @Test func twoHostsAreNone() throws {
    let request = try Self.request(Case(fields: [Self.host, Self.host], refusal: nil))
    #expect(AccessRules().refusal(request, sessions: Sessions()) == .foreignHost)
  }

  @Test func pairedServersGoByAddressesAndTheirOwnName() throws {
    let rules = AccessRules(hostNames: ["desk.local"], answersToAnyAddress: true)
    for (host, isOurs) in [
      ("192.168.1.20:8427", true), ("[fe80::1]:8427", true), ("desk.local:8427", true),
      ("desk.lan", false), ("evil.example", false), ("1.2.3", false),
    ] {
      let request = try Self.request(Case(fields: [("Host", host)], refusal: nil, path: "/"))
      #expect((rules.refusal(request, sessions: Sessions()) == nil) == isOurs, "\(host)")
    }
  }

  static let origins: [Case] = [
    Case(fields: [host], refusal: nil),
    Case(fields: [host, ("Origin", "http://127.0.0.1:8427")], refusal: nil),
    Case(fields: [host, ("Sec-Fetch-Site", "same-origin")], refusal: nil),
    Case(fields: [host, ("Sec-Fetch-Site", "none")], refusal: nil),
    Case(fields: [host, ("Sec-Fetch-Site", "cross-site")], refusal: .foreignOrigin),
    // Another port of this machine.
    Case(fields: [host, ("Sec-Fetch-Site", "same-site")], refusal: .foreignOrigin),
    Case(fields: [host, ("Origin", "http://127.0.0.1:3000")], refusal: .foreignOrigin),
    Case(fields: [host, ("Origin", "http://localhost:8427")], refusal: .foreignOrigin),
    Case(fields: [host, ("Origin", "https://127.0.0.1:8427")], refusal: .foreignOrigin),
    Case(fields: [host, ("Origin", "https://evil.example")], refusal: .foreignOrigin),
    Case(fields: [host, ("Origin", "null")], refusal: .foreignOrigin),
    Case(fields: [host, ("Origin", "")], refusal: .foreignOrigin),
    // A link from elsewhere may open the page.
    Case(fields: [host, ("Sec-Fetch-Site", "cross-site")], refusal: nil, path: "/"),
    Case(fields: [host, json], refusal: nil, method: .post),
    Case(fields: [host, json, ("Origin", "http://127.0.0.1:8427")], refusal: nil, method: .post),
    Case(fields: [host, json, ("Origin", "null")], refusal: .foreignOrigin, method: .post),
    Case(
      fields: [host, json, ("Origin", "http://evil.example")], refusal: .foreignOrigin,
      method: .patch),
    Case(
      fields: [host, json, ("Sec-Fetch-Site", "cross-site")], refusal: .foreignOrigin,
      method: .delete, path: "/elsewhere"),
    Case(fields: [host], refusal: .notJSON, method: .post),
    Case(fields: [host], refusal: nil, method: .delete),
    Case(fields: [host, ("Content-Type", "text/plain")], refusal: .notJSON, method: .delete),
    Case(
      fields: [host, ("Content-Type", "Application/JSON; charset=utf-8")], refusal: nil,
      method: .post),
    // What a form of another page can send without asking first.
    Case(fields: [host, ("Content-Type", "text/plain")], refusal: .notJSON, method: .post),
    Case(
      fields: [host, ("Content-Type", "application/x-www-form-urlencoded")], refusal: .notJSON,
      method: .post),
    Case(
      fields: [host, ("Content-Type", "text/plain;application/json")], refusal: .notJSON,
      method: .post),
  ]

  @Test(arguments: origins)
  func origin(_ example: Case) throws {
    let request = try Self.request(example)
    let refusal = AccessRules().refusal(request, sessions: Sessions())
    #expect((refusal ?? AccessRules.bodyRefusal(request)) == example.refusal)
  }

  @Test func theTokenIsAskedForBelowTheAPIOnly() throws {
    let token = Secret.make()
    let rules = AccessRules(token: { token })
    let sessions = Sessions()
    sessions.belong(to: token)
    let cookie = String(sessions.open().prefix { $0 != ";" })
    let wrong = String(token.dropLast()) + (token.hasSuffix("A") ? "B" : "A")
    let shown: [(String, String, Bool)] = [
      ("Authorization", "Bearer " + token, true), ("Authorization", "bearer " + token, true),
      ("Authorization", token, false), ("Authorization", "Bearer " + wrong, false),
      ("Authorization", "Bearer " + token + "A", false), ("Authorization", "Bearer ", false),
      ("Authorization", "Basic " + token, false), ("Cookie", cookie, true),
      ("Cookie", "a=b; " + cookie + "; c=d", true), ("Cookie", cookie + "x", false),
      ("Cookie", Sessions.cookie + "=", false), ("Cookie", Sessions.cookie + "=" + token, false),
      ("X-Other", token, false),
    ]
    for (name, value, isRight) in shown {
      let fields = [Self.host, (name, value)]
      let refusal = rules.refusal(
        try Self.request(Case(fields: fields, refusal: nil)), sessions: sessions)
      #expect(refusal == (isRight ? nil : .notPaired), "\(name): \(value)")
      #expect(
        rules.refusal(
          try Self.request(Case(fields: fields, refusal: nil, path: "/")), sessions: sessions)
          == nil)
    }
  }

  @Test func secretsAreLongAndUnlike() {
    let secrets = (0..<1000).map { _ in Secret.make() }
    #expect(Set(secrets).count == 1000)
    #expect(secrets.allSatisfy { $0.utf8.count == 43 })
    #expect(Set(secrets.joined()).count == 64)
    #expect(isSameSecret("abc", "abc") && !isSameSecret("abd", "abc"))
    #expect(!isSameSecret("", "abc") && !isSameSecret("abcd", "abc") && !isSameSecret("ab", "abc"))
  }

  @Test func oldSessionsAreForgotten() throws {
    let sessions = Sessions()
    let cookies = (0...Sessions.kept).map { _ in String(sessions.open().prefix { $0 != ";" }) }
    #expect(!sessions.knows(cookies: [cookies[0]]))
    #expect(cookies.dropFirst().allSatisfy { sessions.knows(cookies: [$0]) })
    sessions.belong(to: "")
    #expect(sessions.knows(cookies: [cookies[1]]))
    sessions.belong(to: "another")
    #expect(!sessions.knows(cookies: [cookies[1]]))
  }

  static let tiles: [(String, String?)] = [
    ("https://tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org"),
    ("https://{s}.tile.example.org/{z}/{x}/{y}.png", "https://*.tile.example.org"),
    ("http://127.0.0.1:8080/{z}/{x}/{y}.png", "http://127.0.0.1:8080"),
    ("HTTPS://Tile.Example/", "https://tile.example"),
    ("https://a.example; script-src *", nil), ("https://a.example'unsafe-inline'/", nil),
    ("https://*/", nil), ("https://com/", nil), ("ftp://a.example/", nil), ("tile.example", nil),
    ("https://user@a.example/", nil), ("https://a.example, b.example/", nil), ("https:///x", nil),
  ]

  /// A setting must not write its own policy.
  @Test(arguments: tiles)
  func tileOrigin(_ address: String, _ origin: String?) {
    #expect(SecurityHeaders.origin(ofTileAddress: address) == origin)
    let policy = SecurityHeaders(tileOrigins: origin.map { [$0] } ?? []).pagePolicy
    #expect(policy.contains("img-src 'self' data:" + (origin.map { " " + $0 } ?? "") + ";"))
  }
}
