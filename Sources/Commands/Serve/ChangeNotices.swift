import CivilTime
import DataLibrary
import EventLoop
import JSONText
import Reminders
import Service
import WebServer

/// Tells the pages that listen what has changed, whoever changed it: files are watched while somebody
/// listens, and only then.
final class ChangeNotices {
  /// Writers write several times in a row.
  private static let settleMilliseconds = 30
  /// What rang is looked for among so many of the last ones.
  private static let lookedThrough = 50

  private let events: EventHub
  private let desk: APIDesk
  private var store: ReminderStore?
  private var version: Int64 = 0
  private var watches: [FolderWatch] = []
  private var pending: EventLoop.Delay?
  private var hasSettings = false
  /// Alarms that rang before or were told.
  private var told: Set<Int64> = []

  init(_ events: EventHub, _ desk: APIDesk) {
    self.events = events
    self.desk = desk
    events.hasListeners = { [unowned self] in $0 ? self.begin() : self.end() }
  }

  private var paths: ServicePaths? { ServicePaths(environment: desk.base.environment) }
  private var settingsPath: String? { SettingsLibrary(environment: desk.base.environment).path }

  private func begin() {
    if let paths, paths.makeFolders() == nil {
      watch(paths.dataFolder)
      openStore()
      told = Set(rung().map(\.id))
    }
    if let settingsPath, let slash = settingsPath.lastIndex(of: "/") {
      // It would be made with the first setting; one cannot watch what is not there.
      try? FileWriting.makeFolder(of: settingsPath)
      watch(String(settingsPath[..<slash]))
    }
  }

  private func end() {
    watches = []
    store = nil
    if let pending { desk.loop.cancel(pending) }
    pending = nil
  }

  private func watch(_ folder: String) {
    let watch = try? FolderWatch(folder, loop: desk.loop) { [unowned self] changes in
      self.notice(changes)
    }
    if let watch { watches.append(watch) }
  }

  private func notice(_ changes: FolderWatch.Changes) {
    let names = changes.written.union(changes.replaced)
    if let settingsPath, names.contains(where: { settingsPath.hasSuffix("/" + $0) }) {
      hasSettings = true
    }
    guard pending == nil else { return }
    pending = desk.loop.after(milliseconds: Self.settleMilliseconds) { [weak self] in
      self?.pending = nil
      self?.tell()
    }
  }

  private func tell() {
    if hasSettings { events.publish("settings") }
    hasSettings = false
    let before = version
    if store == nil { openStore() } else { version = (try? store?.dataVersion()) ?? version + 1 }
    guard version != before else { return }
    events.publish("tickets")
    events.publish("alarms")
    for alarm in rung() where told.insert(alarm.id).inserted {
      if let data = notice(of: alarm) { events.publish("alarm", data: data) }
    }
  }

  // MARK: The store

  /// A question makes no file: without a store there is nothing to tell.
  private func openStore() {
    guard let paths else { return }
    store = try? ReminderStore(
      path: paths.database,
      settings: StoreSettings(checksIntegrity: false, creates: false, keepsReserve: false))
    version = (try? store?.dataVersion()) ?? 0
  }

  private func rung() -> [Alarm] {
    guard let store else { return [] }
    let open = (try? store.alarms(AlarmFilter(limit: Self.lookedThrough))) ?? []
    let settled = (try? store.history(limit: Self.lookedThrough)) ?? []
    return (open + settled).filter {
      $0.state == .firing || $0.state == .delivered || $0.state == .failed
    }
  }

  /// The notice as the daemon words it, for a browser's own notification.
  private func notice(of alarm: Alarm) -> String? {
    let phrases = desk.phrases(nil)
    let names = TicketNames(library: desk.library, phrases: phrases)
    let words = NoticeWords(phrases: phrases, placeNames: names.places, clock: names.clock)
    let ticket = alarm.ticket.flatMap { try? store?.ticket($0) }
    let notice = words.notice(
      alarm, of: ticket, key: "aparka-\(alarm.id)", now: desk.base.laterNow())
    return JSONOutput.object([
      ("alarm", .int(Int(alarm.id))), ("ticket", .optional(alarm.ticket.map { Int($0) })),
      ("title", .string(notice.title)), ("body", .string(notice.body)),
    ]).text()
  }
}
