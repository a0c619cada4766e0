import Foundation
import TestSupport
import Testing

@testable import Service

/// The unit files: as systemd's own checker reads them, and under a real user manager.
@Suite(.serialized)
struct SystemdTests {
  private static let analyze = "/usr/bin/systemd-analyze"

  /// The units as `make install` would write them for the program under test.
  private func units(in folder: TestFolder) throws -> [String] {
    let source = Repository.file("systemd").path
    let names = try FileManager.default.contentsOfDirectory(atPath: source).sorted()
    for name in names {
      let text = try String(contentsOfFile: "\(source)/\(name)", encoding: .utf8)
      try folder.write(
        text.replacing("@PREFIX@/bin/aparka", with: Program.path), to: name)
    }
    return names.map(folder.file)
  }

  @Test func unitsAreClean() throws {
    let folder = try TestFolder()
    let units = try units(in: folder)
    #expect(units.count == 4)
    let environment = [
      "XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin", "HOME": folder.path,
    ]
    let verified = try runProgram(
      Self.analyze, ["verify", "--user", "--man=no", "--recursive-errors=one"] + units,
      environment: environment)
    #expect(verified.status == 0 && verified.output.isEmpty, "\(verified.output)")
    // In tenths: 2.2 as it is; 3 is the bar.
    let security = try runProgram(
      Self.analyze,
      ["security", "--user", "--offline=yes", "--threshold=29", folder.file("aparka.service")],
      environment: environment)
    #expect(security.status == 0, "\(security.output)")
    let overall = security.output.split(separator: "\n").last { $0.contains("exposure level") }
    print("aparka.service:", overall ?? "?")
  }

  /// The repeated hour of 25 October has its ticks.
  @Test func safetyNetHasNoHoleInOctober() throws {
    let timer = try String(
      contentsOf: Repository.file("systemd/aparka-tick.timer"), encoding: .utf8)
    let line = try #require(timer.split(separator: "\n").first { $0.hasPrefix("OnCalendar=") })
    let result = try runProgram(
      Self.analyze,
      [
        "calendar", "--iterations=15", "--base-time=2026-10-25 00:30 UTC",
        String(line.dropFirst("OnCalendar=".count)),
      ], environment: ["TZ": "Europe/Madrid", "PATH": "/usr/bin:/bin"])
    let moments = result.output.split(separator: "\n")
      .filter { $0.contains("(in UTC):") || ($0.contains("UTC") && $0.contains("2026-10-25")) }
    for minute in ["00:55:00 UTC", "01:00:00 UTC", "01:05:00 UTC", "01:30:00 UTC"] {
      #expect(moments.contains { $0.contains(minute) }, "\(minute) \(result.output)")
    }
  }

  /// Start, reload, kill, watchdog, safety net, socket activation, an unusable store, systemd-run.
  @Test func underARealUserManager() throws {
    let folder = try TestFolder()
    let oracles = Repository.file("Tests/oracles").path
    let result = try runProgram(
      "\(oracles)/with_user_systemd.sh",
      [
        folder.path, "\(oracles)/daemon_under_systemd.sh", Repository.root.path, Program.path,
      ],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "MANAGER_LOG": folder.file("manager")])
    if result.status == 77 {
      print("SKIPPED: no real systemd --user here: \(result.output)")
      return
    }
    print(result.output)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("ok\n"))
  }

  /// `make install` puts everything where the units, `man` and the shells look, and `make uninstall` leaves nothing.
  @Test func installing() throws {
    let folder = try TestFolder()
    // Another program stands for the release build, which takes minutes.
    let target = folder.file("checkout")
    let copied = try runProgram(
      "/bin/bash",
      [
        "-c",
        """
        set -e
        mkdir -p "$1/.build/release"
        cp -r Makefile README.md LICENSE scripts systemd tariffs sectors translations man completions docs "$1"
        ln -s "$2" "$1/.build/release/aparka"
        cd "$1"
        make -s install DESTDIR="$1/root" PREFIX=/opt/x
        """, "bash", target, Program.path,
      ], environment: ["PATH": "/usr/bin:/bin", "PWD": Repository.root.path])
    #expect(copied.status == 0, "\(copied.output)")
    let root = target + "/root/opt/x"
    for file in [
      "bin/aparka", "share/aparka/translations/eu.json", "share/aparka/tariffs/tariff.schema.json",
      "share/aparka/tariffs/holidays", "lib/systemd/user/aparka.service",
      "lib/systemd/user/aparka-tick.timer", "share/man/man1/aparka.1", "share/man/eu/man1/aparka.1",
      "share/bash-completion/completions/aparka", "share/doc/aparka/daemon.md",
    ] {
      #expect(FileManager.default.fileExists(atPath: "\(root)/\(file)"), "\(file)")
    }
    let unit = try String(
      contentsOfFile: "\(root)/lib/systemd/user/aparka.service", encoding: .utf8)
    #expect(unit.contains("ExecStart=/opt/x/bin/aparka daemon\n"))
    #expect(!unit.contains("@PREFIX"))
    let answer = try runProgram(
      "\(root)/bin/aparka", ["zones", "--town", "calatayud"], environment: [:])
    #expect(answer.status == 0, "\(answer.output)")
    let removed = try runProgram(
      "/bin/bash",
      [
        "-c",
        "cd \(target) && make -s uninstall DESTDIR=\(target)/root PREFIX=/opt/x && find root -type f",
      ],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(removed.status == 0 && removed.output.isEmpty, "\(removed.output)")
  }
}
