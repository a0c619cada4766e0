import CivilTime
import Foundation
import JSONText
import Service
import TestSupport
import Testing

/// The commands beside a daemon of its own process, whose one channel is a script.
struct RunningDaemonTests {
  private static func waitUntil(_ limit: Double, _ holds: () throws -> Bool) rethrows -> Bool {
    let end = Date(timeIntervalSinceNow: limit)
    while Date() < end {
      if try holds() { return true }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return try holds()
  }

  private static func run(_ call: String, _ home: ParkingHome) throws -> Program.Result {
    try Program.run(
      ParkingHome.words(call) + ["--lang", "en", "--data", GoldenCases.data],
      environment: home.environment)
  }

  /// Channels that were never tried are no promise: what cannot be reached will not ring.
  @Test func channelsThatCannotWork() throws {
    let home = try ParkingHome(
      settings: #"{"channels": ["command"], "command": ["/nowhere/at/all"]}"#)
    defer { home.remove() }
    let daemon = Process()
    daemon.executableURL = URL(filePath: Program.path)
    daemon.arguments = ["daemon", "--data", Repository.file(GoldenCases.data).path]
    daemon.environment = home.environment
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    defer {
      daemon.terminate()
      daemon.waitUntilExit()
    }
    let socket = try #require(ServicePaths(environment: home.environment)).controlSocket
    #expect(Self.waitUntil(20) { (try? ControlClient.state(at: socket)) != nil })
    let parked = try Self.run("park orange 4.00 --town vega", home)
    #expect(parked.status == 0, "\(parked.errors)")
    #expect(parked.output.contains("Nothing will ring: no channel of the daemon is ready."))
    #expect(!parked.output.contains("The daemon will ring"), "\(parked.output)")
    let json = try Self.run("park orange 4.00 --town vega --yes --json", home)
    let answer = try JSONNode(parsing: Array(json.output.utf8))
    #expect(answer.text("reminder.daemon") == "running")
    #expect(answer.count("reminder.channels") == 0)
    // The dead man's switch says the same and does not contradict itself.
    #expect(try Self.run("settings set require_reminder true", home).status == 0)
    let refused = try Self.run("park orange 4.00 --town vega --yes", home)
    #expect(refused.status == 1 && refused.errors.contains("no channel of the daemon is ready"))
    #expect(!refused.errors.contains("The daemon will ring"), "\(refused.errors)")
  }

  @Test func parkedRungAndTold() throws {
    let told = FileManager.default.temporaryDirectory
      .appending(path: "told-\(UUID().uuidString)").path
    let home = try ParkingHome(
      settings: """
        {"require_reminder": true, "channels": ["command"],
         "command": ["/bin/sh", "-c", "echo \\"$APARKA_ALARM $APARKA_CAUSE\\" >> '\(told)'"]}
        """)
    defer {
      home.remove()
      try? FileManager.default.removeItem(atPath: told)
    }
    let daemon = Process()
    daemon.executableURL = URL(filePath: Program.path)
    daemon.arguments = ["daemon", "--data", Repository.file(GoldenCases.data).path]
    daemon.environment = home.environment
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    defer {
      daemon.terminate()
      daemon.waitUntilExit()
    }
    let socket = try #require(ServicePaths(environment: home.environment)).controlSocket
    #expect(Self.waitUntil(20) { (try? ControlClient.state(at: socket)) != nil })
    // The dead man's switch is content: a channel that was not tried says that it could.
    let parked = try Self.run("park orange 4.00 --town vega", home)
    #expect(parked.status == 0, "\(parked.errors)")
    #expect(parked.output.contains("The daemon will ring: your command."), "\(parked.output)")
    let soon = Instant(secondsSince1970: Int64(Date().timeIntervalSince1970) + 2)
    let added = try Self.run("alarms add --at \(soon.iso8601) --text now --json", home)
    #expect(added.status == 0, "\(added.errors)")
    let alarm = try JSONNode(parsing: Array(added.output.utf8))
    #expect(alarm.text("reminder.daemon") == "running")
    #expect(alarm.text("reminder.channels.0") == "command")
    let number = try #require(alarm.number("alarms.0.alarm"))
    func lines() -> [String] {
      ((try? String(contentsOfFile: told, encoding: .utf8)) ?? "").split(separator: "\n")
        .map(String.init)
    }
    #expect(Self.waitUntil(20) { lines() == ["\(number) moment"] }, "\(lines())")
    #expect(
      try Self.waitUntil(5) {
        try Self.run("alarms --all", home).output.contains("“now”  delivered")
      })
    // Stopped and cancelled at once, and told so.
    let snoozed = try Self.run("alarms snooze \(number) 30", home)
    #expect(snoozed.status == 0 && snoozed.output.contains("The daemon will ring"))
    #expect(try Self.run("stop 1", home).status == 0)
    #expect(try Self.run("alarms clear", home).output == "1 alarm cancelled.\n")
  }

  /// Each channel by itself, and the exit status of all together.
  @Test func channelsAreTested() throws {
    let home = try ParkingHome(
      settings: #"{"channels": ["command"], "command": ["/bin/true"]}"#)
    defer { home.remove() }
    let worked = try Self.run("alarms test", home)
    #expect(worked.status == 0 && worked.output == "your command: worked\n")
    let broken = try ParkingHome(
      settings: #"{"channels": ["command", "apprise"], "command": ["/nonexistent/program"]}"#)
    defer { broken.remove() }
    let failed = try Self.run("alarms test", broken)
    #expect(failed.status == 1)
    #expect(failed.output.contains("your command: FAILED: there is no such program"))
    #expect(failed.output.contains("apprise: FAILED: the settings do not say what to use"))
    let json = try Self.run("alarms test --json", broken)
    #expect(json.status == 1)
    let answer = try JSONNode(parsing: Array(json.output.utf8))
    #expect(answer.texts("channels", "channel") == ["command", "apprise"])
    #expect(answer.text("channels.1.reason") == "not_configured")
  }
}
