import CivilTime
import Glibc

/// What a store held when it was seen last, kept beside it (`<store>.mark`): so that it is noticed when
/// the file is removed or an older copy is put in its place, also while nobody looked.
public struct StoreMark: Hashable, Sendable {
  /// The store's random name.
  public var name: String
  /// Counts all tickets and alarms that were ever saved; never gets less.
  public var saved: Int64
  /// Seconds since 1970: when its last running ticket ends, or its last alarm rings; 0 = there is none.
  public var until: Int64
  /// Seconds since 1970: until when tickets ran that were lost; 0 = none were.
  public var lostUntil: Int64 = 0

  private init(name: String, saved: Int64, until: Int64, lostUntil: Int64 = 0) {
    self.name = name
    self.saved = saved
    self.until = until
    self.lostUntil = lostUntil
  }

  /// Of a file that is gone, and the driver knows.
  public init(lostUntil: Int64) {
    self.init(name: "-", saved: 0, until: 0, lostUntil: lostUntil)
  }

  public init(_ store: ReminderStore) throws(StoreError) {
    let database = try store.database()
    func number(_ query: String) throws(StoreError) -> Int64 { try database.integer(query) ?? 0 }
    name = try database.query("SELECT store FROM identity") { row in row.text(0) }.first ?? "-"
    saved = try number("SELECT sum(seq) FROM sqlite_sequence WHERE name IN ('ticket', 'alarm')")
    until = max(
      try number("SELECT max(ends) FROM ticket WHERE state = 'active'"),
      try number("SELECT max(due) FROM alarm WHERE state = 'pending'"))
  }

  /// Until when something runs that this mark knows and the store that is there now has not; nil = nothing
  /// is lost.
  ///
  /// - Parameter present: nil = there is no store.
  public func loss(in present: StoreMark?, now: Instant) -> Instant? {
    var lost = lostUntil
    let isSame = present.map { $0.name == name && $0.saved >= saved } ?? false
    if !isSame { lost = max(lost, until) }
    return lost > now.secondsSince1970 ? Instant(secondsSince1970: lost) : nil
  }

  // MARK: The file

  static func path(_ store: String) -> String { store + ".mark" }

  /// Nil when there is none, or it cannot be read.
  public init?(besides store: String) {
    guard let file = fopen(Self.path(store), "re") else { return nil }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 128)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
    let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 4, let saved = Int64(words[1]), let until = Int64(words[2]),
      let lostUntil = Int64(words[3])
    else { return nil }
    self.init(name: String(words[0]), saved: saved, until: until, lostUntil: lostUntil)
  }

  /// All of it or nothing. A disk that takes nothing leaves the one before.
  public func write(besides store: String) {
    let path = Self.path(store)
    let temporary = path + ".new"
    guard let file = fopen(temporary, "we") else { return }
    let isWritten = fputs("\(name) \(saved) \(until) \(lostUntil)\n", file) >= 0
    guard fclose(file) == 0, isWritten, rename(temporary, path) == 0 else {
      unlink(temporary)
      return
    }
  }
}
