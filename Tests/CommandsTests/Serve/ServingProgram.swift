import Foundation
import JSONText
import TestSupport

/// `aparka serve` as a user runs it, with a home of its own.
final class ServingProgram {
  let home: URL
  let port: Int
  private let program: Companion

  struct NotServing: Error { let said: [String] }

  /// - Parameters:
  ///   - options: of `serve` besides the port.
  ///   - home: of an earlier one; nil makes a new one.
  init(_ options: [String] = [], data: String = GoldenCases.data, home: URL? = nil) throws {
    self.home = try home ?? Self.newHome()
    program = try Companion(
      [Program.path, "serve", "--json", "--port", "0", "--data", Repository.file(data).path]
        + options, environment: Self.environment(self.home))
    guard let line = program.nextLine(), let root = try? JSONNode(parsing: line),
      case .object(let answer) = root.value, case .number(let number)? = answer["port"]?.value,
      let port = number.int
    else { throw NotServing(said: program.lines) }
    self.port = port
  }

  static func newHome() throws -> URL {
    let home = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: home.appending(path: "run"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    return home
  }

  static func environment(_ home: URL) -> [String: String] {
    [
      "HOME": home.path, "XDG_RUNTIME_DIR": home.appending(path: "run").path,
      "LC_ALL": "en_GB.UTF-8", "PATH": "/usr/bin:/bin",
    ]
  }

  /// A call of the command line with the same home and data.
  func command(_ words: [String], data: String = GoldenCases.data) throws -> Program.Result {
    try Program.run(
      words + ["--data", Repository.file(data).path], environment: Self.environment(home))
  }

  func client() throws -> RawClient { try RawClient(port: port) }

  /// A request below `/api/v1/` on a connection of its own.
  func ask(
    _ path: String, method: String = "GET", body: String? = nil, _ fields: [String] = []
  ) throws -> RawClient.Answer {
    var lines = ["\(method) /api/v1/\(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields
    if let body {
      lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
    }
    let client = try client()
    guard let answer = client.ask(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
    else { throw NotServing(said: [path]) }
    return answer
  }

  /// Ends it as a service manager does.
  ///
  /// - Returns: its exit status; nil when it does not end.
  func stop(by signal: Int32 = SIGTERM) -> Int? {
    kill(program.process, signal)
    for _ in 0..<500 {
      // It stays a zombie until its keeper is asked.
      let line =
        (try? String(contentsOfFile: "/proc/\(program.process)/stat", encoding: .utf8)) ?? ""
      let fields = line.split(separator: " ").map { $0.filter { !$0.isNewline } }
      if let place = fields.firstIndex(of: "Z"), place < 5 {
        return fields.last.flatMap { Int($0) }.map { $0 >> 8 }
      }
      usleep(10_000)
    }
    return nil
  }

  /// Kilobytes of memory that are its own.
  var privateKilobytes: Int {
    let text =
      (try? String(contentsOfFile: "/proc/\(program.process)/smaps_rollup", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }

  func remove() { try? FileManager.default.removeItem(at: home) }
}

extension RawClient.Answer {
  /// The member of the answer's object.
  func member(_ name: String) -> JSONNode? {
    guard let root = try? JSONNode(parsing: text), case .object(let object) = root.value else {
      return nil
    }
    return object[name]
  }

  func word(_ name: String) -> String? {
    if case .string(let text)? = member(name)?.value { text } else { nil }
  }
}
