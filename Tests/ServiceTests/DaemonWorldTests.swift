import CivilTime
import Foundation
import Reminders
import TestSupport
import Testing

@testable import Service

/// What others do to a daemon: its folders, signals, its place.
@Suite(.serialized)
struct DaemonWorldTests {
  @Test func controlSocketIsMadeAgain() throws {
    let home = try TestHome()
    let daemon = try DaemonProcess(home)
    for path in [home.paths.runtimeFolder, home.paths.controlSocket, home.folder.file("run")] {
      try FileManager.default.removeItem(atPath: path)
      #expect(
        eventually { (try? ControlClient.state(at: home.paths.controlSocket)) ?? nil != nil },
        "\(path): \(daemon.text)")
    }
    #expect(daemon.stop() == 0)
    #expect(!FileManager.default.fileExists(atPath: home.paths.controlSocket))
  }

  @Test func withoutRuntimeFolder() throws {
    let home = try TestHome()
    let daemon = try DaemonProcess(home, environment: ["XDG_RUNTIME_DIR": "/proc"])
    let now = Instant.present
    _ = try home.store().addAlarm(at: now.adding(seconds: 1), text: "a", now: now)
    #expect(eventually { home.told().count == 1 }, "\(daemon.text)")
    #expect(daemon.said("no_runtime_folder") && daemon.stop() == 0)
  }

  @Test func withoutDataFolder() throws {
    let home = try TestHome()
    let daemon = try DaemonProcess(home, environment: ["XDG_DATA_HOME": "/proc"], waits: false)
    #expect(daemon.status() == 1)
    #expect(daemon.text.contains("/proc/aparka"), "\(daemon.text)")
    #expect(home.told().map(\.cause) == ["store_broken"])
  }

  @Test func signalsOfNoMeaning() throws {
    let daemon = try DaemonProcess(try TestHome())
    daemon.signal(SIGUSR1)
    daemon.signal(SIGUSR2)
    #expect(daemon.status(within: 0.5) == nil)
    #expect(daemon.stop() == 0)
  }

  /// The kernel lets go of a killed daemon's lock a little after its end.
  @Test func placeIsFreeInAMoment() throws {
    let home = try TestHome()
    _ = try home.store()
    var lock: OwnerLock? = try OwnerLock(storePath: home.paths.database)
    #expect(try lock?.becomeDaemon() == true)
    let daemon = try DaemonProcess(home, waits: false)
    usleep(600_000)
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(eventually(within: 5) { daemon.said("started") }, "\(daemon.text)")
    #expect(daemon.stop() == 0)
  }
}
