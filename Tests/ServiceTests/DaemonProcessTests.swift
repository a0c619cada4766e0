import CivilTime
import Foundation
import Reminders
import Testing

@testable import Service

/// The real program, with a store that is written behind its back. One after the other: times are measured.
@Suite(.serialized)
struct DaemonProcessTests {
  @Test func ringsAtItsMoment() throws {
    let home = try TestHome()
    let daemon = try DaemonProcess(home)
    let store = try home.store()
    let now = Instant.present
    // Five alarms, one of a ticket. Nobody wakes the daemon: it sees the write.
    for seconds in 2...5 {
      _ = try store.addAlarm(at: now.adding(seconds: seconds), text: "\(seconds)", now: now)
    }
    _ = try store.park(
      .test(arrival: now.adding(seconds: 6 - 3600)), leads: [0], now: now)
    #expect(eventually { home.told().count == 5 })
    let late = home.told().map { told in
      told.seconds - Double((try? Instant(iso8601: told.due).secondsSince1970) ?? 0)
    }
    // The script's own start is in it. Aim: 0.05 s; the bound is for busy machines.
    print(
      "rings late by (ms):", late.map { Int($0 * 1000) }, "resident kB:", try daemon.figure("VmRSS")
    )
    #expect(late.allSatisfy { $0 >= 0 && $0 < 1 }, "\(late)")
    #expect(home.told().last?.title == "Your ticket ends now")
    #expect(Set(home.told().map(\.key)).count == 5)
    #expect(daemon.stop() == 0)
    #expect(daemon.said("stopped"))
    #expect(try store.alarms(AlarmFilter(openOnly: false)).allSatisfy { $0.state == .delivered })
  }

  @Test func restsWithoutWakingUp() throws {
    let home = try TestHome()
    let daemon = try DaemonProcess(home)
    let now = Instant.present
    _ = try home.store().addAlarm(at: now.adding(seconds: 3600), now: now)
    // Until it has looked after the write for the last time.
    sleep(7)
    func switches() throws -> Int {
      try daemon.figure("voluntary_ctxt_switches") + daemon.figure("nonvoluntary_ctxt_switches")
    }
    // A test beside this one may set the clock, which wakes it by right.
    var woken = Int.max
    for _ in 0..<3 where woken > 0 {
      let before = try switches()
      sleep(5)
      woken = try switches() - before
    }
    #expect(woken == 0)
    #expect(try daemon.figure("Threads") == 1)
    print("at rest: resident kB:", try daemon.figure("VmRSS"))
    #expect(try daemon.figure("VmRSS") < 40_000)
    #expect(daemon.stop() == 0)
  }

  @Test func oneDaemonOnly() throws {
    let home = try TestHome()
    let first = try DaemonProcess(home)
    let second = try DaemonProcess(home, waits: false)
    #expect(second.status() == 1)
    #expect(second.text.contains("aparka: another aparka daemon runs already"))
    // The first one's socket was not taken from it.
    let state = try #require(try ControlClient.state(at: home.paths.controlSocket))
    #expect(state.process == Int(first.process.processIdentifier))
    #expect(state.channels.map(\.name) == ["command"])
    #expect(state.next == nil)
    let now = Instant.present
    let due = now.adding(seconds: 3600)
    _ = try home.store().addAlarm(at: due, now: now)
    _ = try ControlClient.ask(.wake, at: home.paths.controlSocket)
    #expect(try ControlClient.state(at: home.paths.controlSocket)?.next == due)
    // A dead one is replaced, its socket too.
    first.signal(SIGKILL)
    #expect(first.status() == 128 + SIGKILL)
    #expect(throws: ControlFailure.notRunning) {
      try ControlClient.ask(.wake, at: home.paths.controlSocket)
    }
    let third = try DaemonProcess(home)
    #expect(try ControlClient.state(at: home.paths.controlSocket)?.next == due)
    #expect(third.stop() == 0)
    #expect(!FileManager.default.fileExists(atPath: home.paths.controlSocket))
  }

  @Test func settingsAreReadAgain() throws {
    let home = try TestHome()
    try home.script("other", log: "other-told")
    let daemon = try DaemonProcess(home)
    let store = try home.store()
    func ring(_ text: String) throws {
      let now = Instant.present
      _ = try store.addAlarm(at: now, text: text, now: now)
    }
    try ring("a")
    #expect(eventually { home.told().count == 1 })
    try home.settings(
      "{\"channels\": [\"command\"], \"command\": [\"\(home.folder.file("other"))\"]}")
    // Seen without being told.
    #expect(eventually { daemon.said("settings_read") })
    try ring("b")
    #expect(eventually { home.told("other-told").count == 1 })
    // A file that is no JSON changes nothing and is not hidden.
    try home.settings("{\"channels\": [")
    _ = try ControlClient.ask(.reload, at: home.paths.controlSocket)
    #expect(try ControlClient.state(at: home.paths.controlSocket)?.settingsFault == true)
    try ring("c")
    #expect(eventually { home.told("other-told").count == 2 })
    #expect(home.told().count == 1)
    #expect(daemon.stop() == 0)
  }

  /// What the service manager hears: `sd_notify(3)`.
  @Test func tellsTheServiceManager() throws {
    let home = try TestHome()
    let name = home.folder.file("notify")
    let address = try #require(UnixAddress(name))
    let socket = UnixAddress.socket(.datagram)
    defer { close(socket) }
    #expect(address.with { bind(socket, $0, $1) } == 0)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    func hear() -> String {
      var buffer = [UInt8](repeating: 0, count: 300)
      let count = recv(socket, &buffer, buffer.count, 0)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
    let daemon = try DaemonProcess(
      home, environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "300000"])
    #expect(hear() == "READY=1\nSTATUS=next=none channels=command store=ok")
    #expect((0..<3).allSatisfy { _ in hear() == "WATCHDOG=1" })
    daemon.signal(SIGHUP)
    var heard: [String] = []
    while !(heard.last?.hasPrefix("READY=1") ?? false), heard.count < 20 { heard.append(hear()) }
    #expect(heard.contains { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") })
    let now = Instant.present
    let due = now.adding(seconds: 3600)
    _ = try home.store().addAlarm(at: due, now: now)
    heard = []
    while !(heard.last?.hasPrefix("STATUS=") ?? false), heard.count < 20 { heard.append(hear()) }
    #expect(heard.last == "STATUS=next=\(due.iso8601) channels=command store=ok")
    daemon.signal(SIGTERM)
    heard = []
    while heard.last != "STOPPING=1", heard.count < 20 { heard.append(hear()) }
    #expect(heard.last == "STOPPING=1")
    #expect(daemon.status() == 0)
    #expect(daemon.text.contains("<5>event=started"))
  }

  /// It ends what it is sending, and an impatient second signal ends it at once.
  @Test func stopsGracefully() throws {
    let home = try TestHome()
    try home.folder.write(
      "#!/bin/sh\nsleep 1\necho \"1|$APARKA_KEY|||\" >> \(home.folder.file("told"))\n", to: "tell")
    let now = Instant.present
    _ = try home.store().addAlarm(at: now, now: now)
    let daemon = try DaemonProcess(home)
    usleep(300_000)
    #expect(daemon.stop() == 0)
    #expect(home.told().count == 1)
    #expect(try home.sqlite("SELECT state FROM alarm") == "delivered\n")
    try home.folder.write("#!/bin/sh\nsleep 15\n", to: "tell")
    _ = try home.store().addAlarm(at: now.adding(seconds: 1), text: "b", now: now)
    let second = try DaemonProcess(home)
    usleep(1_500_000)
    second.signal(SIGTERM)
    usleep(300_000)
    #expect(second.process.isRunning)
    second.signal(SIGTERM)
    #expect(second.status(within: 3) == 0)
  }

  // MARK: One tick

  @Test func tickWithoutDaemon() throws {
    let home = try TestHome()
    let nothing = try DaemonProcess(home, ["daemon", "--once"], waits: false)
    #expect(nothing.status() == 0)
    #expect(!FileManager.default.fileExists(atPath: home.paths.database))
    let now = Instant.present
    _ = try home.store().addAlarm(at: now, text: "a", now: now)
    #expect(try DaemonProcess(home, ["daemon", "--once"], waits: false).status() == 0)
    #expect(home.told().count == 1)
    #expect(try DaemonProcess(home, ["daemon", "--once"], waits: false).status() == 0)
    #expect(home.told().count == 1)
    // Nothing takes it: tried, and the exit status says so.
    try home.folder.write("#!/bin/sh\nexit 1\n", to: "tell")
    _ = try home.store().addAlarm(at: now.adding(seconds: 1), text: "b", now: now)
    sleep(1)
    #expect(try DaemonProcess(home, ["daemon", "--once"], waits: false).status() == 1)
    #expect(try home.sqlite("SELECT state FROM alarm WHERE text = 'b'") == "firing\n")
  }

  /// A daemon that is stopped (SIGSTOP) rings nothing: the tick does, and does not where the daemon is well.
  @Test func tickBesideADaemon() throws {
    let home = try TestHome()
    let daemon = try DaemonProcess(home)
    let now = Instant.present
    daemon.signal(SIGSTOP)
    _ = try home.store().addAlarm(at: now, text: "a", now: now)
    let early = try DaemonProcess(home, ["daemon", "--once"], waits: false)
    #expect(early.status() == 0)
    #expect(home.told().isEmpty)
    sleep(7)
    let tick = try DaemonProcess(home, ["daemon", "--once"], waits: false)
    #expect(tick.status() == 0)
    #expect(tick.said("daemon_is_late"))
    #expect(home.told().count == 1)
    daemon.signal(SIGCONT)
    usleep(500_000)
    #expect(home.told().count == 1)
    #expect(daemon.stop() == 0)
  }
}
