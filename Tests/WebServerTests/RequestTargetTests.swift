import Testing

@testable import WebServer

struct RequestTargetTests {
  static let good: [(String, [String], [String])] = [
    ("/", [], []),
    ("/api/v1/quote", ["api", "v1", "quote"], []),
    (
      "/api/v1/quote?zone=blue&amount_cents=120", ["api", "v1", "quote"],
      ["zone", "blue", "amount_cents", "120"]
    ),
    ("/a/", ["a", ""], []),
    ("//a", ["", "a"], []),
    ("/?a=1&&b&=c&a=2", [], ["a", "1", "b", "", "", "c", "a", "2"]),
    ("/?until=2026-07-06T09%3A00%2B02:00", [], ["until", "2026-07-06T09:00+02:00"]),
    ("/?text=2+euros%20m%C3%A1s", [], ["text", "2 euros más"]),
    ("/a+b?a=b=c?d", ["a+b"], ["a", "b=c?d"]),
    ("/%61%70i", ["api"], []),
    ("/...", ["..."], []),
  ]

  @Test(arguments: good)
  func reads(_ text: String, _ segments: [String], _ query: [String]) throws {
    let target = try RequestTarget(text)
    #expect(target.segments == segments)
    #expect(target.query.flatMap { [$0.name, $0.value] } == query)
  }

  /// Paths that could leave a folder, and texts that are none.
  static let bad: [(String, RequestTarget.Fault)] = [
    ("", .notAPath), ("*", .notAPath), ("http://127.0.0.1/", .notAPath), ("a", .notAPath),
    ("/..", .badSegment), ("/../etc/passwd", .badSegment), ("/a/../../etc/passwd", .badSegment),
    ("/%2e%2e/etc/passwd", .badSegment), ("/%2E./x", .badSegment), ("/.%2e/x", .badSegment),
    ("/./x", .badSegment), ("/%2e", .badSegment), ("/a%2fb", .badSegment),
    ("/..%2f..%2fetc", .badSegment), ("/%2fetc/passwd", .badSegment),
    ("/a%00.html", .badText), ("/%ff", .badText), ("/%c0%ae%c0%ae/", .badText),
    ("/%ed%a0%80", .badText), ("/?a=%fe", .badText), ("/?%00", .badText),
    ("/%", .badPercent), ("/%4", .badPercent), ("/%zz", .badPercent), ("/?a=%u0041", .badPercent),
    ("/%%35%63", .badPercent),
  ]

  @Test(arguments: bad)
  func refuses(_ text: String, _ fault: RequestTarget.Fault) {
    #expect(throws: fault) { try RequestTarget(text) }
  }

  /// Twice-encoded dots and a backslash are names like others; no folder has them.
  @Test(arguments: ["/%252e%252e/x", "/..\\..\\etc", "/%5c..%5c"])
  func keepsAsNames(_ text: String) throws {
    let segments = try RequestTarget(text).segments
    #expect(!segments.contains("..") && !segments.joined().contains("/"))
  }
}
