import CivilTime
import Foundation
import Reminders
import Testing

/// Files of every older version, as the program of that time wrote them: these texts are never edited.
struct MigrationTests {
  static let version1 = """
    PRAGMA journal_mode = WAL;
    PRAGMA application_id = 1634757441;
    CREATE TABLE ticket (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uid TEXT NOT NULL UNIQUE,
      request TEXT UNIQUE,
      town TEXT NOT NULL,
      zone TEXT NOT NULL,
      time_zone TEXT NOT NULL,
      vehicle TEXT,
      note TEXT,
      arrival INTEGER NOT NULL,
      ends INTEGER NOT NULL,
      paid_cents INTEGER,
      counted_minutes INTEGER,
      generation INTEGER NOT NULL DEFAULT 0,
      state TEXT NOT NULL CHECK (state IN ('active', 'stopped')),
      created INTEGER NOT NULL,
      stopped INTEGER
    ) STRICT;
    CREATE TABLE alarm (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      ticket INTEGER REFERENCES ticket (id) ON DELETE CASCADE,
      generation INTEGER NOT NULL,
      cause TEXT NOT NULL CHECK (cause IN ('lead', 'moment', 'snooze', 'summary')),
      argument INTEGER NOT NULL,
      due INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN (
        'pending', 'firing', 'delivered', 'failed', 'cancelled', 'superseded', 'expired')),
      text TEXT,
      created INTEGER NOT NULL,
      fired INTEGER,
      settled INTEGER,
      reason TEXT
    ) STRICT;
    CREATE INDEX alarm_pending ON alarm (due) WHERE state = 'pending';
    CREATE INDEX alarm_ticket ON alarm (ticket);
    CREATE UNIQUE INDEX alarm_lead_once ON alarm (ticket, generation, argument)
      WHERE cause = 'lead' AND state <> 'cancelled';
    CREATE TABLE delivery (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      alarm INTEGER NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
      channel TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN (
        'queued', 'sending', 'delivered', 'failed', 'cancelled')),
      attempts INTEGER NOT NULL,
      next_attempt INTEGER NOT NULL,
      give_up INTEGER NOT NULL,
      owner INTEGER,
      reason TEXT,
      UNIQUE (alarm, channel)
    ) STRICT;
    CREATE INDEX delivery_queued ON delivery (next_attempt, id) WHERE state = 'queued';
    CREATE INDEX delivery_sending ON delivery (owner) WHERE state = 'sending';
    INSERT INTO ticket VALUES
      (1, '00112233445566778899aabbccddeeff', 'r1', 'pamplona', 'blue', 'Europe/Madrid', 'c',
       'by the fountain', 1796209200, 1796212800, 120, 60, 0, 'active', 1796209200, NULL),
      (2, 'ffeeddccbbaa99887766554433221100', NULL, 'bilbao', 'zone-1', 'Europe/Madrid', NULL,
       NULL, 1796200000, 1796203600, NULL, NULL, 3, 'stopped', 1796200000, 1796201000);
    INSERT INTO alarm VALUES
      (1, 1, 0, 'lead', 15, 1796211900, 'delivered', NULL, 1796209200, 1796211900, 1796211901, NULL),
      (2, 1, 0, 'lead', 5, 1796212500, 'pending', NULL, 1796209200, NULL, NULL, NULL),
      (3, NULL, 0, 'moment', 0, 1796212000, 'firing', 'cake', 1796209200, 1796212000, NULL, NULL);
    INSERT INTO delivery VALUES
      (1, 1, 'desktop', 'delivered', 1, 1796211900, 1796214600, NULL, NULL),
      (2, 3, 'desktop', 'sending', 1, 1796212000, 1796213800, 42, NULL);
    PRAGMA user_version = 1;
    """

  let bench: Workbench
  let now = Instant(secondsSince1970: 1_796_212_550)

  init() throws {
    bench = try Workbench()
    try bench.sqlite(Self.version1)
  }

  private func checkContents() throws {
    let store = try bench.open()
    let tickets = try store.tickets(.all)
    #expect(tickets.map(\.id) == [2, 1])
    let first = try #require(tickets.last)
    #expect(first.uid == "00112233445566778899aabbccddeeff" && first.draft.requestID == "r1")
    #expect(first.draft.note == "by the fountain" && first.draft.walkMinutes == 0)
    #expect(first.purchases.count == 1 && first.paidCents == 120)
    #expect(first.end == Instant(secondsSince1970: 1_796_212_800))
    #expect(tickets.first?.paidCents == nil && tickets.first?.state == .stopped)
    #expect(
      try store.alarms(AlarmFilter(openOnly: false)).map(\.state) == [
        .delivered, .firing, .pending,
      ])
    // The alarm under way when the old program died, and the one that became due.
    let sent = try Sender(store).tick(now)
    #expect(sent.map(\.alarm.id) == [3, 2] && sent.first?.delivery.attempts == 2)
    #expect(
      try store.park(.test(from: now, minutes: 5, request: "r1"), leads: [], now: now).outcome
        == .repeated)
    #expect(try store.park(.test(from: now, minutes: 60), leads: [5], now: now).ticket.id == 3)
  }

  @Test("a file of version 1 keeps everything, and has the tables of a new file")
  func fromVersion1() throws {
    try checkContents()
    let fresh = try Workbench()
    _ = try fresh.open()
    let tables = """
      SELECT type, name, sql FROM sqlite_schema ORDER BY name; PRAGMA user_version;
      PRAGMA application_id; PRAGMA journal_mode; PRAGMA integrity_check; PRAGMA foreign_key_check;
      """
    #expect(try bench.sqlite(tables) == fresh.sqlite(tables))
    #expect(try bench.sqlite("PRAGMA user_version") == "2\n")
  }

  @Test(
    "killed in the middle of the migration, and migrated by many at once",
    arguments: ["migrate.before_commit", "migrate.after_commit"])
  func killed(point: String) throws {
    let (other, otherPipe) = try Shell.start(
      Shell.probe, ["write", bench.path, "0", "0"], environment: ["APARKA_FAULT": point])
    #expect(try Shell.end(other, otherPipe).status == 128 + SIGKILL)
    #expect(
      try bench.sqlite("PRAGMA user_version") == (point == "migrate.before_commit" ? "1\n" : "2\n"))
    let many = try (0..<10).map { _ in
      try Shell.start(Shell.probe, ["write", bench.path, "0", "0"])
    }
    for (process, pipe) in many {
      let ended = try Shell.end(process, pipe)
      #expect(ended.status == 0, "\(ended.output)")
    }
    try checkContents()
  }
}
