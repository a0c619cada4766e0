import CivilTime
import Glibc
import Reminders

/// A process that the tests start many times at once, or kill at a fault point.
///
///     reminders-probe write STORE FIRST COUNT     parks COUNT tickets, request ids p<FIRST>...
///     reminders-probe tick STORE LOG NOW          fires and sends all that is due; a send is a line of LOG
///     reminders-probe life STORE NOW              park, extend, add, snooze, cancel, stop, prune once each
///     reminders-probe measure STORE               prints how long things take
@main
struct Probe {
  static func main() {
    let arguments = CommandLine.arguments
    let faults = FaultPoints(
      specification: getenv("APARKA_FAULT").map { String(cString: $0) })
    do throws(StoreError) {
      var settings = StoreSettings(checksIntegrity: false, faults: faults)
      if getenv("APARKA_NO_SYNC") != nil { settings.durability = .none }
      switch arguments.dropFirst().first {
      case "write" where arguments.count == 5:
        try write(arguments[2], settings, first: number(arguments[3]), count: number(arguments[4]))
      case "tick" where arguments.count == 5:
        settings.mayOpenWithReserve = true
        let probe = Sender(log: arguments[3], now: instant(arguments[4]), faults: faults)
        try probe.run(arguments[2], settings)
      case "life" where arguments.count == 4:
        try life(arguments[2], settings, now: instant(arguments[3]))
      case "measure" where arguments.count == 3:
        try Measure(path: arguments[2]).run()
      default:
        exit(2)
      }
    } catch {
      print(error.code, error.problem)
      exit(1)
    }
  }

  static func number(_ text: String) -> Int { Int(text) ?? 0 }

  static func instant(_ text: String) -> Instant {
    Instant(secondsSince1970: Int64(text) ?? 0)
  }

  static func write(
    _ path: String, _ settings: StoreSettings, first: Int, count: Int
  ) throws(StoreError) {
    // A connection each, as so many commands would have.
    if count == 0 { _ = try ReminderStore(path: path, settings: settings) }
    for request in first..<first + count {
      let store = try ReminderStore(path: path, settings: settings)
      let now = Instant(secondsSince1970: 1_800_000_000)
      let purchase = Purchase(
        arrival: now, end: now.adding(minutes: 60), paidCents: 120, countedMinutes: 60)
      _ = try store.park(
        TicketDraft(
          requestID: "p\(request)", town: "pamplona", zone: "blue", timeZone: "Europe/Madrid",
          purchase: purchase), leads: [15, 10, 5], now: now)
    }
  }

  /// Once each operation that has fault points; safe to run again after a crash.
  static func life(
    _ path: String, _ settings: StoreSettings, now: Instant
  ) throws(StoreError) {
    let store = try ReminderStore(path: path, settings: settings)
    let purchase = Purchase(
      arrival: now, end: now.adding(minutes: 60), paidCents: 120, countedMinutes: 60)
    let draft = TicketDraft(
      requestID: "life", town: "pamplona", zone: "blue", timeZone: "Europe/Madrid",
      purchase: purchase)
    let ticket = try store.park(draft, leads: [15, 5], now: now).ticket.id
    let longer = Purchase(
      arrival: now, end: now.adding(minutes: 90), paidCents: 60, countedMinutes: 30)
    _ = try store.extend(ticket, by: longer, leads: [15, 5], requestID: "longer", now: now)
    _ = try store.addAlarm(at: now.adding(minutes: 30), text: "cake", now: now)
    _ = try store.stop(ticket, now: now)
    _ = try store.prune(keepingDays: 0, now: now.adding(minutes: 1))
  }
}

/// One process that fires, claims, sends and settles until nothing is due.
struct Sender {
  let log: String
  let now: Instant
  let faults: FaultPoints

  func run(_ path: String, _ settings: StoreSettings) throws(StoreError) {
    let lock = try OwnerLock(storePath: path)
    let store = try ReminderStore(path: path, settings: settings)
    let batch = getenv("APARKA_BATCH").flatMap { Int(String(cString: $0)) } ?? 20
    let pause = getenv("APARKA_PAUSE").flatMap { UInt32(String(cString: $0)) } ?? 0
    let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    try store.recover(lock: lock, now: now)
    while true {
      let report = try store.fireDue(
        now: now, plan: DeliveryPlan(channels: ["log"]), limit: 50)
      let claims = try store.claim(now: now, owner: lock.owner, limit: batch)
      if claims.isEmpty && !report.isIncomplete { break }
      var settlements: [Settlement] = []
      for claim in claims {
        faults.reach("send.before")
        let line = "\(claim.delivery.key) \(claim.delivery.attempts) \(getpid())\n"
        _ = line.utf8CString.withUnsafeBufferPointer { bytes in
          Glibc.write(descriptor, bytes.baseAddress, bytes.count - 1)
        }
        faults.reach("send.after")
        usleep(pause)
        settlements.append(
          Settlement(delivery: claim.delivery.id, outcome: .delivered(receipt: nil)))
      }
      try store.settle(settlements, owner: lock.owner, now: now)
    }
    close(descriptor)
  }
}
