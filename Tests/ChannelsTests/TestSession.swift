import EventLoop
import Foundation
import Reminders
import TestSupport
import Testing

/// A session of its own: a folder, and on demand a bus, a notification server, a display.
final class TestSession {
  let folder: URL
  let probe: LoopProbe
  private(set) var bus: Companion?
  private(set) var server: Companion?
  private var display: Companion?
  private var displayName = ""

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "aparka-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "services"), withIntermediateDirectories: true)
    probe = try LoopProbe()
  }

  deinit {
    server?.end()
    bus?.end()
    display?.end()
    try? FileManager.default.removeItem(at: folder)
  }

  var loop: EventLoop { probe.loop }

  static func program(_ name: String) -> String {
    Repository.file("Tests/ChannelsTests/Programs/\(name)").path
  }

  var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "DISPLAY": displayName,
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus",
    ]
  }

  // MARK: The bus

  func startBus() throws {
    let template = try String(
      contentsOf: URL(filePath: Self.program("session.conf")), encoding: .utf8)
    let configuration = folder.appending(path: "session.conf")
    try template.replacing("SERVICES", with: folder.appending(path: "services").path)
      .write(to: configuration, atomically: true, encoding: .utf8)
    let started = try Companion(
      [
        "dbus-daemon", "--config-file=\(configuration.path)",
        "--address=unix:path=\(folder.path)/bus", "--nofork", "--nopidfile", "--print-address=1",
      ], environment: environment)
    bus = started
    _ = try #require(started.line(with: "unix:path="))
  }

  func endBus() {
    bus?.end()
    bus = nil
  }

  /// The bus starts this program when somebody asks for a notification server.
  func makeActivatable(_ line: String) throws {
    try """
    [D-BUS Service]
    Name=org.freedesktop.Notifications
    Exec=\(line)

    """.write(
      to: folder.appending(path: "services/notifications.service"), atomically: true,
      encoding: .utf8)
  }

  // MARK: The servers

  func startMock(capabilities: String = "body body-markup actions") throws {
    let started = try Companion(
      [
        "/usr/bin/python3", "-u", "-m", "dbusmock", "--session", "--logfile",
        "/dev/null", "--template",
        "notification_daemon", "--parameters", "{\"capabilities\": \"\(capabilities)\"}",
      ], environment: environment)
    server = started
    try waitForServer()
  }

  func startDunst(actionMenu: String = "true") throws {
    if display == nil {
      let started = try Companion(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"],
        environment: environment)
      display = started
      displayName = ":" + (try #require(started.nextLine()))
    }
    let configuration = folder.appending(path: "dunstrc")
    let menu = folder.appending(path: "menu")
    let seen = folder.appending(path: "seen")
    try "#!/bin/sh\n\(actionMenu)\n".write(to: menu, atomically: true, encoding: .utf8)
    try "#!/bin/sh\necho \"$2|$3\" >> \(folder.path)/seen.txt\n"
      .write(to: seen, atomically: true, encoding: .utf8)
    for script in [menu, seen] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: script.path)
    }
    try """
    [global]
    dmenu = \(menu.path)
    enable_recursive_icon_lookup = false
    stack_duplicates = false
    [aparka]
    appname = aparka
    script = \(seen.path)

    """.write(to: configuration, atomically: true, encoding: .utf8)
    server = try Companion(["dunst", "-conf", configuration.path], environment: environment)
    try waitForServer()
  }

  private func waitForServer() throws {
    let owned = try eventually {
      let answer = try self.run([
        "dbus-send", "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus",
        "/org/freedesktop/DBus", "org.freedesktop.DBus.NameHasOwner",
        "string:org.freedesktop.Notifications",
      ])
      return answer.contains("true")
    }
    try #require(owned, "no notification server")
  }

  func endServer() {
    server?.end()
    server = nil
  }

  // MARK: Looking

  /// Runs a program to its end and gives what it wrote.
  @discardableResult
  func run(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @discardableResult
  func mock(_ words: String...) throws -> String {
    try run(["/usr/bin/python3", Self.program("notifications.py")] + words)
  }

  /// The calls of one method that the mock server got: the arguments of each.
  func calls(_ name: String) throws -> [[Any]] {
    try mock("calls").split(separator: "\n").compactMap { line in
      let values = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
      guard let values, values.first as? String == name else { return nil }
      return Array(values.dropFirst())
    }
  }

  /// Asks again and again, with turns of the loop between, until the answer is yes or the time over.
  func eventually(milliseconds: Int = 8_000, _ condition: () throws -> Bool) throws -> Bool {
    let limit = LoopProbe.milliseconds() + milliseconds
    while LoopProbe.milliseconds() < limit {
      if try condition() { return true }
      _ = try probe.run(milliseconds: 20) { false }
    }
    return false
  }

  // MARK: Channels

  func desktop(
    timeout: Int = 5_000, environment: [String: String]? = nil,
    library: String = "libsystemd.so.0"
  ) -> DesktopChannel {
    DesktopChannel(
      environment: environment ?? self.environment, timeoutMilliseconds: timeout,
      library: library, loop: loop)
  }

  /// Delivers and waits for the outcome, which must come once, and later than the call.
  func outcome(
    of channel: any Channel, _ notice: Notice, within milliseconds: Int = 10_000
  ) throws -> DeliveryOutcome {
    var outcomes: [DeliveryOutcome] = []
    channel.deliver(notice) { outcomes.append($0) }
    #expect(outcomes == [])
    #expect(try probe.run(milliseconds: milliseconds) { !outcomes.isEmpty })
    _ = try probe.run(milliseconds: 3) { false }
    #expect(outcomes.count == 1)
    return try #require(outcomes.first)
  }

  func health(of channel: any Channel) throws -> ChannelHealth {
    var answers: [ChannelHealth] = []
    channel.check { answers.append($0) }
    #expect(answers == [])
    #expect(try probe.run(milliseconds: 10_000) { !answers.isEmpty })
    return try #require(answers.first)
  }
}

extension DeliveryOutcome {
  var receipt: String? {
    if case .delivered(let receipt) = self { receipt } else { nil }
  }
}

extension Notice {
  static func test(
    _ key: String = "aparka-1", title: String = "Ticket ends", body: String = "At 13:30",
    urgency: Urgency = .critical
  ) -> Notice {
    Notice(
      key: key, title: title, body: body, urgency: urgency,
      actions: [Action(id: "extend", label: "Extend 30 min"), Action(id: "stop", label: "Stop")],
      environment: ["APARKA_ZONE": "blue"])
  }
}
