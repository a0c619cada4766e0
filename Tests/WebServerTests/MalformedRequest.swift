/// Requests that are wrong in one place or several.
enum MalformedRequest {
  private static let seeds = [
    "GET /api/hello?zone=blue&a=%20 HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n",
    "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}",
    "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n",
    "DELETE /api/things/12 HTTP/1.1\r\nHost: 127.0.0.1:80\r\nCookie: aparka_session=x\r\nExpect: 100-continue\r\n\r\n",
    "HEAD / HTTP/1.0\r\nHost: [::1]\r\nConnection: keep-alive\r\nRange: bytes=0-1\r\n\r\n",
  ].map { Array($0.utf8) }

  private static let pieces =
    [
      "\r\n", "\r\n\r\n", "\n", "\r", "\0", " ", "\t", ":", "%", "%00", "%2e%2e%2f", "../", "/",
      "?",
      "&&&", "=", "\u{FF}", "é", "HTTP/9.9", "HTTP/1.1", "GET ", "PRI * HTTP/2.0",
      "Content-Length: 5",
      "Content-Length: -1", "Content-Length: 99999999999999999999", "Content-Length: 70000",
      "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked", "Host: evil.example",
      "Connection: close", "Upgrade: websocket", "Expect: 100-continue", "ffffffffffffffff\r\n",
      "-1\r\n",
      "{", "\u{202E}", "a=b;", "Authorization: Bearer ", "\u{16}\u{3}\u{1}", "BREW",
    ].map { Array($0.utf8) } + [[0xFF, 0xFE], [0x80], [0xC0, 0xAE]]

  static func make(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let rest = bytes.count - place
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where rest > 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1 where rest > 0:
        bytes.removeSubrange(place..<(place + min(rest, Int.random(in: 1...12, using: &random))))
      case 2: bytes.removeSubrange(place...)
      case 3:
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
        let times = Int.random(in: 0..<20, using: &random) == 0 ? 3000 : 1
        bytes.insert(contentsOf: (0..<times).flatMap { _ in piece }, at: place)
      case 4:
        let other = seeds[Int.random(in: 0..<seeds.count, using: &random)]
        bytes = Array(bytes[..<place]) + other.suffix(Int.random(in: 0...80, using: &random))
      default:
        let line = pieces[Int.random(in: 0..<pieces.count, using: &random)]
        // A header line more.
        if let end = bytes.firstIndex(of: 10) {
          bytes.insert(contentsOf: line + [13, 10], at: end + 1)
        }
      }
    }
    return bytes
  }
}
