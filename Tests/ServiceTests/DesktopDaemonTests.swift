import CivilTime
import Foundation
import Reminders
import TestSupport
import Testing

@testable import Service

/// The daemon with a real session bus and python-dbusmock's notification server.
@Suite(.serialized)
struct DesktopDaemonTests {
  /// A bus and a server that come and go.
  private final class Desktop {
    let home: TestHome
    let environment: [String: String]
    private var bus: Process?
    private var server: Process?

    init(_ home: TestHome) {
      self.home = home
      environment = home.environment.merging([
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.folder.file("bus"))"
      ]) { $1 }
    }

    deinit {
      end(&server)
      end(&bus)
    }

    private func run(_ path: String, _ arguments: [String]) throws -> Process {
      let process = Process()
      process.executableURL = URL(filePath: path)
      process.arguments = arguments
      process.environment = environment
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }

    private func end(_ process: inout Process?) {
      guard let running = process else { return }
      kill(running.processIdentifier, SIGKILL)
      running.waitUntilExit()
      process = nil
    }

    func startBus() throws {
      try? FileManager.default.removeItem(atPath: home.folder.file("bus"))
      try home.folder.write(
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><type>session</type><listen>unix:path=\(home.folder.file("bus"))</listen>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
        """, to: "bus.conf")
      bus = try run(
        "/usr/bin/dbus-daemon",
        ["--config-file=\(home.folder.file("bus.conf"))", "--nofork", "--nopidfile"])
      #expect(eventually { FileManager.default.fileExists(atPath: home.folder.file("bus")) })
    }

    func startServer() throws {
      server = try run(
        "/usr/bin/python3",
        [
          "-m", "dbusmock", "--session", "--logfile", "/dev/null", "--template",
          "notification_daemon", "--parameters", "{\"capabilities\": \"body actions\"}",
        ])
    }

    func endServer() { end(&server) }
    func endBus() { end(&bus) }

    func mock(_ words: String...) throws -> String {
      try runProgram(
        "/usr/bin/python3",
        [Repository.file("Tests/ChannelsTests/Programs/notifications.py").path] + words,
        environment: environment
      ).output
    }

    /// Titles of the notices that the server was asked to show.
    func titles() throws -> [String] {
      try mock("calls").split(separator: "\n").compactMap { line in
        let call = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
        guard let call, call.first as? String == "Notify", call.count > 4 else { return nil }
        return (call[4] as? String)?.replacing("\u{A0}", with: " ")
      }
    }
  }

  private func desktopHome() throws -> TestHome {
    try TestHome(settings: "{\"channels\": [\"desktop\"]}")
  }

  @Test func buttonsPressed() throws {
    let home = try desktopHome()
    let desktop = Desktop(home)
    try desktop.startBus()
    try desktop.startServer()
    let daemon = try DaemonProcess(home, environment: desktop.environment)
    let now = Instant.present
    let store = try home.store()
    let ticket = try store.park(
      .test(arrival: now.adding(minutes: -50), minutes: 60), leads: [10],
      now: now.adding(minutes: -1)
    ).ticket
    #expect(
      eventually { (try? desktop.titles()) == ["Your ticket ends in 10 min"] }, "\(daemon.text)")
    #expect(eventually { daemon.said("settled") })
    let receipt = try #require(try store.deliveries(of: 1).first?.receipt)
    let id = try #require(receipt.split(whereSeparator: { !$0.isNumber }).last.map(String.init))
    _ = try desktop.mock("invoke", id, "snooze")
    #expect(eventually { (try? desktop.titles().count) == 2 }, "\(receipt) \(daemon.text)")
    #expect(try desktop.titles().last?.hasPrefix("The reminder comes again at") == true)
    let snooze = try store.alarms().first
    #expect(snooze?.cause == .snooze(of: 1))
    #expect(abs((snooze?.due ?? .tuesday).seconds(since: now.adding(minutes: 5))) < 20)
    _ = try desktop.mock("invoke", id, "stop")
    #expect(eventually { (try? desktop.titles().last) == "The ticket is stopped" })
    #expect(try store.ticket(ticket.id)?.state == .stopped)
    #expect(try store.alarms().isEmpty)
    #expect(daemon.stop() == 0)
  }

  /// A notice on the screen is taken over by the next daemon, with its words; one that was closed is not.
  @Test(arguments: [false, true])
  func nextDaemonTakesNoticesOver(_ isClosed: Bool) throws {
    let home = try desktopHome()
    let desktop = Desktop(home)
    try desktop.startBus()
    try desktop.startServer()
    let first = try DaemonProcess(home, environment: desktop.environment)
    let now = Instant.present
    let store = try home.store()
    _ = try store.addAlarm(at: now, text: "a", now: now)
    #expect(eventually { (try? home.sqlite("SELECT state FROM alarm")) == "delivered\n" })
    let receipt = try #require(try store.deliveries(of: 1).first?.receipt)
    let id = try #require(receipt.split(separator: "/").last.map(String.init))
    if isClosed {
      _ = try desktop.mock("closed", id, "2")
      #expect(eventually { (try? store.deliveries(of: 1).first?.receipt) == .some(nil) })
    }
    #expect(first.stop() == 0)
    let second = try DaemonProcess(home, environment: desktop.environment)
    if isClosed {
      usleep(500_000)
      #expect(try desktop.titles() == ["Reminder"] && !second.said("notice_taken_over"))
    } else {
      #expect(eventually { (try? desktop.titles()) == ["Reminder", "Reminder"] }, "\(second.text)")
      _ = try desktop.mock("invoke", id, "snooze")
      #expect(eventually { second.said("action") })
    }
    #expect(second.stop() == 0)
  }

  /// No bus when the alarm is due; then one without a server; then a server. Later both go and come again.
  @Test func busAndServerComeAndGo() throws {
    let home = try desktopHome()
    let desktop = Desktop(home)
    let now = Instant.present
    _ = try home.store().addAlarm(at: now, text: "a", now: now)
    let daemon = try DaemonProcess(home, environment: desktop.environment)
    #expect(eventually { daemon.said("not_delivered") })
    try desktop.startBus()
    try desktop.startServer()
    #expect(
      eventually(within: 40) { (try? home.sqlite("SELECT state FROM alarm")) == "delivered\n" },
      "\(daemon.text)")
    #expect(try desktop.titles() == ["Reminder"])
    desktop.endServer()
    desktop.endBus()
    _ = try home.store().addAlarm(at: now.adding(seconds: 1), text: "b", now: now)
    #expect(eventually { daemon.text.contains("not_delivered alarm=2") }, "\(daemon.text)")
    try desktop.startBus()
    try desktop.startServer()
    #expect(
      eventually(within: 40) {
        (try? home.sqlite("SELECT count(*) FROM alarm WHERE state = 'delivered'")) == "2\n"
      }, "\(daemon.text)")
    print(daemon.text.split(separator: "\n").filter { $0.contains("notification_server_appeared") })
    #expect(daemon.stop() == 0)
  }
}
