import CivilTime
import Foundation
import Glibc
import Reminders
import Testing

/// File systems of their own, in a mount namespace. Needs root.
struct FullDiskTests {
  /// Whether this machine lets us mount; a skipped test says so.
  static let canMount =
    (try? Shell.run("/usr/bin/unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"])) != nil

  let bench: Workbench
  let start = Instant(secondsSince1970: 1_800_000_000)

  init() throws { bench = try Workbench() }

  /// Runs a shell script with `$DIR` = a file system of 1 MiB, `$PROBE`, `$LOG` (elsewhere) and `$NOW`.
  private func run(_ script: String) throws -> String {
    let disk = bench.folder + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let (process, pipe) = try Shell.start(
      "/usr/bin/unshare",
      ["-m", "/bin/bash", "-euc", "mount -t tmpfs -o size=1m none $DIR\n" + script],
      environment: [
        "DIR": disk, "PROBE": Shell.probe, "LOG": bench.folder + "/log", "PATH": "/usr/bin:/bin",
        "NOW": String(start.adding(minutes: 58).secondsSince1970),
      ])
    let ended = try Shell.end(process, pipe)
    try #require(ended.status == 0, "\(ended.output)")
    return ended.output
  }

  @Test(
    "disk full: a new ticket is refused by name, due alarms are told and marked, once",
    .enabled(if: canMount, "needs root and mount namespaces"), arguments: [false, true])
  func full(isOpenElsewhere: Bool) throws {
    // What another process has open need not be made anew: the disk is full later, within a commit.
    let holder =
      isOpenElsewhere
      ? """
      coproc sqlite3 -cmd "SELECT count(*) FROM ticket" $DIR/r.db 2>&1
      read -u ${COPROC[0]} count
      """ : ""
    let output = try run(
      """
      $PROBE write $DIR/r.db 0 20
      \(holder)
      cp $DIR/r.db $LOG.before
      dd if=/dev/zero of=$DIR/fill bs=4096 2>/dev/null || true
      while echo -n xx >> $DIR/fill; do :; done 2>/dev/null || true
      df --output=avail $DIR | tail -1
      $PROBE write $DIR/r.db 100 1 || echo status $?
      cmp $DIR/r.db $LOG.before && echo intact
      APARKA_BATCH=1 $PROBE tick $DIR/r.db $LOG $NOW
      wc -l < $LOG
      APARKA_BATCH=1 $PROBE tick $DIR/r.db $LOG $NOW
      wc -l < $LOG
      $PROBE write $DIR/r.db 101 1 || echo status $?
      sqlite3 $DIR/r.db "PRAGMA integrity_check; SELECT state, count(*) FROM alarm GROUP BY state"
      ls $DIR | grep -c reserve || true
      rm $DIR/fill
      $PROBE write $DIR/r.db 100 1 && echo parked
      ls $DIR | grep -c reserve
      sqlite3 $DIR/r.db "SELECT count(*) FROM ticket"
      """)
    let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      lines == [
        "0", "store_full full", "status 1", "intact", "20", "20", "store_full full",
        "status 1", "ok", "delivered|20",
        "superseded|40", "0", "parked", "1", "21",
      ])
  }

  @Test(
    "a read-only file system: said by name, the file stays as it is",
    .enabled(if: canMount, "needs root and mount namespaces"))
  func readOnly() throws {
    let output = try run(
      """
      $PROBE write $DIR/r.db 0 5
      cp $DIR/r.db $LOG.before
      mount -o remount,ro $DIR
      $PROBE write $DIR/r.db 100 1 || echo status $?
      $PROBE tick $DIR/r.db $LOG $NOW || echo status $?
      $PROBE write $DIR/other.db 0 1 || echo status $?
      cmp $DIR/r.db $LOG.before && echo intact
      """)
    let refused = ["store_read_only readOnly", "status 1"]
    #expect(
      output.split(separator: "\n").map(String.init) == refused + refused + refused + ["intact"])
  }
}
