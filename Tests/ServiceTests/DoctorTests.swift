import CivilTime
import Foundation
import Reminders
import TestSupport
import Testing

@testable import Service

/// `aparka doctor`: what it finds, and that its exit status tells.
@Suite(.serialized)
struct DoctorTests {
  private struct Answer {
    let status: Int32
    let ok: Bool
    /// `check` or `channel:name` -> `state/reason`.
    let found: [String: String]
    let messages: [String]
  }

  private func ask(_ home: TestHome, _ more: [String] = []) throws -> Answer {
    let result = try Program.run(["doctor", "--json"] + more, environment: home.environment)
    #expect(result.errors.isEmpty, "\(result.errors)")
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    var found: [String: String] = [:]
    var messages: [String] = []
    for list in ["checks", "channels"] {
      for item in try #require(root[list] as? [[String: Any]]) {
        let name =
          item["check"] as? String ?? "channel:" + (item["channel"] as? String ?? "none")
        let state = item["state"] as? String ?? "?"
        found[name] = state + "/" + (item["reason"] as? String ?? "?")
        #expect(item["ok"] as? Bool == (state == "good"))
        messages.append(item["message"] as? String ?? "«")
      }
    }
    return Answer(
      status: result.status, ok: root["ok"] as? Bool ?? false, found: found, messages: messages)
  }

  @Test func fromNothingToWell() throws {
    let home = try TestHome()
    var answer = try ask(home)
    #expect(answer.status == 1 && !answer.ok)
    #expect(answer.found["daemon"] == "bad/down")
    #expect(answer.found["store"] == "good/none_yet")
    #expect(answer.found["channel:command"] == "good/ready")
    #expect(!FileManager.default.fileExists(atPath: home.paths.database))
    let daemon = try DaemonProcess(home)
    let now = Instant.present
    _ = try home.store().addAlarm(at: now.adding(seconds: 3600), now: now)
    answer = try ask(home)
    #expect(answer.status == 0 && answer.ok, "\(answer.found)")
    #expect(answer.found["daemon"] == "good/running")
    #expect(answer.found["store"] == "good/sound")
    #expect(answer.found["next"] == "good/due")
    #expect(answer.found["alarms"] == "good/all_rung")
    #expect(answer.found["translations"] == "good/complete")
    #expect(answer.found["settings"] == "good/sound")
    // It hangs: the lock says that it runs, the socket is mute.
    daemon.signal(SIGSTOP)
    #expect(try ask(home).found["daemon"] == "bad/silent")
    daemon.signal(SIGCONT)
    // A notice that nobody took.
    try home.folder.write("#!/bin/sh\nexit 3\n", to: "tell")
    _ = try home.store().addAlarm(at: now, text: "x", now: now)
    #expect(eventually { daemon.said("not_delivered") })
    answer = try ask(home)
    #expect(answer.found["channel:command"] == "doubtful/failing_in_daemon")
    #expect(answer.found["channel:none"] == "bad/none_ready")
    #expect(answer.status == 1)
    #expect(daemon.stop() == 0)
  }

  @Test func whatIsWrong() throws {
    let home = try TestHome()
    let now = Instant.present
    do { _ = try home.store().addAlarm(at: now.adding(seconds: 60), now: now) }
    _ = try home.sqlite("UPDATE alarm SET due = due - 3600")
    #expect(try ask(home).found["alarms"] == "bad/overdue")
    _ = try home.sqlite(
      "UPDATE alarm SET state = 'failed', reason = 'no_server', settled = \(now.secondsSince1970)")
    #expect(try ask(home).found["alarms"] == "bad/failed")
    try home.settings("{\"channels\": [\"command\"], \"command\": [\"/no/such/program\"]}")
    var answer = try ask(home)
    #expect(answer.found["channel:command"] == "doubtful/broken")
    #expect(answer.found["channel:none"] == "bad/none_ready")
    try home.settings("{\"channels\": 3}")
    #expect(try ask(home).found["settings"] == "doubtful/faulty")
    try "no".write(toFile: home.paths.database, atomically: false, encoding: .utf8)
    answer = try ask(home)
    #expect(answer.found["store"] == "bad/fails")
    #expect(answer.status == 1)
  }

  /// An ended ticket does not run, an overdue alarm is no good news, and figures are numbers.
  @Test func figures() throws {
    let home = try TestHome()
    let now = Instant.present
    do {
      let store = try home.store()
      _ = try store.park(
        .test(arrival: now.adding(minutes: -90), minutes: 60), leads: [],
        now: now.adding(minutes: -90))
      _ = try store.park(.test(arrival: now, minutes: 60, zone: "red"), leads: [10], now: now)
    }
    var output = try Program.run(["doctor", "--json"], environment: home.environment).output
    #expect(output.contains("\"tickets\": 1") && output.contains("\"alarms\": 1"), "\(output)")
    _ = try home.sqlite("UPDATE alarm SET due = due - 7200")
    #expect(try ask(home).found["next"] == "bad/overdue")
    output = try Program.run(["doctor", "--json"], environment: home.environment).output
    #expect(output.contains("\"count\": 1"), "\(output)")
  }

  /// Every sentence in every language, for people and in JSON.
  @Test(arguments: ["en", "es", "eu"])
  func words(_ language: String) throws {
    let home = try TestHome()
    do { _ = try home.store().addAlarm(at: .present.adding(seconds: 90), now: .present) }
    let answer = try ask(home, ["--lang", language])
    let text = try Program.run(["doctor", "--lang", language], environment: home.environment)
    #expect(text.status == 1)
    for message in answer.messages {
      #expect(!message.contains("«doctor") && !message.contains("{{"))
      #expect(text.output.contains(message), "\(message)")
    }
  }

  /// What is looked for in the file system.
  @Test func machine() throws {
    let folder = try TestFolder()
    let paths = ServicePaths(database: folder.file("r.sqlite"), runtimeFolder: folder.file("run"))
    func states() -> [String] {
      let health = ServiceHealth(
        paths: paths, environment: ["HOME": folder.file("home")], version: "1", now: .tuesday,
        root: folder.file("root"))
      return (health.systemd(userName: "ane") + [health.clock()])
        .map { "\($0.check.rawValue)/\($0.reason)" }
    }
    #expect(states().first == "unit/no_systemd")
    try folder.write("", to: "root/run/systemd/system/x")
    #expect(
      states().prefix(3) == ["session/ends_with_login", "unit/not_enabled", "net/not_enabled"])
    try folder.write("", to: "root/var/lib/systemd/linger/ane")
    try folder.write("", to: "home/.config/systemd/user/default.target.wants/aparka.service")
    try folder.write("", to: "root/etc/systemd/user/timers.target.wants/aparka-tick.timer")
    try folder.write("", to: "root/run/systemd/timesync/synchronized")
    #expect(
      states() == ["session/lingers", "unit/enabled", "net/enabled", "clock/synchronised"])
  }
}
