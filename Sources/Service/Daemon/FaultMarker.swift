import Glibc

/// Remembers over restarts which fault of the store the driver was told of, so that a daemon that is
/// started again and again says it once. Lives in the runtime folder: gone with the session.
struct FaultMarker {
  private let path: String
  /// A fault that stays is said again after a day.
  private static let validSeconds = 86_400

  init(_ path: String) { self.path = path }

  struct Content {
    var code: String
    /// Starts in a row that met it.
    var starts: Int
    var wasTold: Bool
    /// Seconds since it was met first.
    var age = 0
  }

  /// Nil when nothing is remembered, or what is has aged.
  func read(now: Int) -> Content? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 128)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
    let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 4, let starts = Int(words[1]), let since = Int(words[3]),
      since <= now, now - since < Self.validSeconds
    else { return nil }
    return Content(
      code: String(words[0]), starts: starts, wasTold: words[2] == "told", age: now - since)
  }

  /// - Parameter now: seconds since 1970.
  func write(_ content: Content, now: Int) {
    guard let file = fopen(path, "we") else { return }
    defer { fclose(file) }
    fputs(
      "\(content.code) \(content.starts) \(content.wasTold ? "told" : "untold") \(now - content.age)\n",
      file)
  }

  func remove() { unlink(path) }
}
