/// The tables, as the steps that led to them. A new file takes all steps, an old one those it lacks, so
/// that both are the same. A step that was published is never edited; a change is a further step.
enum Schema {
  /// `PRAGMA application_id` of our files: "apkA".
  static let applicationID = 0x6170_6B41

  /// The version that this program reads and writes (`PRAGMA user_version`).
  static var version: Int { steps.count }

  /// `steps[n]` makes version n + 1.
  static let steps = [first, purchasesAndTurns]

  /// Version 1: one purchase a ticket, deliveries without turns.
  private static let first = """
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
    """

  /// Version 2: a purchase for each payment, where the car is, turns and receipts of deliveries, which
  /// alarm spoke for another, the store's own name in the keys.
  private static let purchasesAndTurns = """
    CREATE TABLE purchase (
      ticket INTEGER NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      request TEXT,
      arrival INTEGER NOT NULL,
      ends INTEGER NOT NULL,
      paid_cents INTEGER,
      counted_minutes INTEGER,
      PRIMARY KEY (ticket, number)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX purchase_request ON purchase (ticket, request)
      WHERE request IS NOT NULL;
    INSERT INTO purchase (ticket, number, arrival, ends, paid_cents, counted_minutes)
      SELECT id, 0, arrival, ends, paid_cents, counted_minutes FROM ticket;
    ALTER TABLE ticket DROP COLUMN paid_cents;
    ALTER TABLE ticket DROP COLUMN counted_minutes;
    ALTER TABLE ticket ADD COLUMN sector TEXT;
    ALTER TABLE ticket ADD COLUMN place TEXT;
    ALTER TABLE ticket ADD COLUMN walk_minutes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE ticket ADD COLUMN latitude_e7 INTEGER;
    ALTER TABLE ticket ADD COLUMN longitude_e7 INTEGER;
    ALTER TABLE ticket ADD COLUMN photo TEXT;
    CREATE INDEX ticket_arrival ON ticket (arrival) WHERE state = 'active';
    ALTER TABLE alarm ADD COLUMN spoken_by INTEGER REFERENCES alarm (id) ON DELETE SET NULL;
    CREATE INDEX alarm_spoken_by ON alarm (spoken_by) WHERE spoken_by IS NOT NULL;
    CREATE INDEX alarm_firing ON alarm (due) WHERE state = 'firing';
    CREATE INDEX alarm_settled ON alarm (settled) WHERE settled IS NOT NULL;
    CREATE UNIQUE INDEX alarm_moment_once
      ON alarm (coalesce(ticket, 0), due, coalesce(text, ''))
      WHERE cause = 'moment' AND state = 'pending';
    CREATE UNIQUE INDEX alarm_snooze_once ON alarm (argument)
      WHERE cause = 'snooze' AND state = 'pending';
    ALTER TABLE delivery ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE delivery ADD COLUMN receipt TEXT;
    CREATE TABLE identity (store TEXT NOT NULL) STRICT;
    INSERT INTO identity (store) VALUES (lower(hex(randomblob(4))));
    """
}
