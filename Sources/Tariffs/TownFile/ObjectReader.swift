import CivilTime
import JSONText
import OpeningHours

/// What is wrong with a file, collected while it is read.
final class Findings {
  private(set) var errors = JSONShapeErrors()
  var sources: [String: Source] = [:]
  /// The keys of sources that objects named, since somebody emptied it.
  var mentionedSources: Set<String> = []

  var isEmpty: Bool { errors.isEmpty }

  /// The same fault of the same place is listed once, however many figures show it.
  func record(_ error: JSONShapeError) {
    if !errors.list.contains(error) { errors.record(error) }
  }

  func refuse(_ cursor: JSONCursor, _ code: FileFault, _ text: String = "") {
    record(cursor.refused(code.rawValue, text))
  }

  func collect<Result>(_ read: @autoclosure () throws(JSONShapeError) -> Result) -> Result? {
    do { return try read() } catch {
      record(error)
      return nil
    }
  }

  /// What an accessor reads from a member that may be absent.
  func read<Result>(
    _ cursor: JSONCursor?, _ accessor: (JSONCursor) throws(JSONShapeError) -> Result
  ) -> Result? {
    guard let cursor else { return nil }
    do { return try accessor(cursor) } catch {
      record(error)
      return nil
    }
  }

  func refuseUnknownMembers(of cursor: JSONCursor, known: [String]) {
    errors.refuseUnknownMembers(of: cursor, known: known)
  }
}

/// Reads the members of one object of a town file: collects faults instead of stopping at the first,
/// knows which members are allowed by having been asked for them, and hands the nearest source and
/// status down.
final class ObjectReader {
  let cursor: JSONCursor
  let findings: Findings
  /// The nearest source and status; nil while none was given.
  let provenance: Provenance?
  /// The members asked for whose value is marked `inferred` on itself.
  private(set) var inferredMembers: [String] = []
  private var known = ["note", "source", "status"]
  private let sourceKeys: [String]?
  private let status: FactStatus?

  convenience init(_ cursor: JSONCursor, within parent: ObjectReader) {
    self.init(
      cursor, sourceKeys: parent.sourceKeys, status: parent.status, findings: parent.findings)
  }

  init(
    _ cursor: JSONCursor, sourceKeys: [String]? = nil, status: FactStatus? = nil,
    findings: Findings
  ) {
    self.cursor = cursor
    self.findings = findings
    if findings.collect(try cursor.object()) == nil {
      (self.sourceKeys, self.status, provenance) = (sourceKeys, status, nil)
      return
    }
    let own = Self.ownProvenance(cursor, findings)
    let keys = own.keys ?? sourceKeys
    let nearest = own.status ?? status
    self.sourceKeys = keys
    self.status = nearest
    provenance =
      if let nearest, keys != nil || nearest == .inferred {
        Provenance(sources: keys ?? [], status: nearest, note: own.note)
      } else { nil }
    if own.status == .inferred, own.note == nil { findings.refuse(cursor, .inferredWithoutNote) }
  }

  private static func ownProvenance(
    _ cursor: JSONCursor, _ findings: Findings
  ) -> (keys: [String]?, status: FactStatus?, note: String?) {
    var keys: [String]?
    if let source = member(cursor, "source") {
      keys = strings(source, findings)
      findings.mentionedSources.formUnion(keys ?? [])
      for key in keys ?? [] where findings.sources[key] == nil {
        findings.refuse(source, .unknownSource, key)
      }
    }
    let status = findings.read(member(cursor, "status")) { cursor throws(JSONShapeError) in
      try cursor.word(FactStatus.self)
    }
    let note = findings.read(member(cursor, "note")) { cursor throws(JSONShapeError) in
      try cursor.string()
    }
    return (keys, status, note)
  }

  private static func member(_ cursor: JSONCursor, _ key: String) -> JSONCursor? {
    (try? cursor.optionalMember(key)) ?? nil
  }

  static func string(_ cursor: JSONCursor) throws(JSONShapeError) -> String {
    try cursor.string()
  }

  private static func strings(_ cursor: JSONCursor, _ findings: Findings) -> [String]? {
    if case .string(let text) = cursor.value { return [text] }
    guard let elements = findings.collect(try cursor.array()) else { return nil }
    return elements.compactMap { findings.read($0, Self.string) }
  }

  // MARK: Members

  /// Whether the object has the member, null included.
  func has(_ key: String) -> Bool {
    known.append(key)
    return (try? cursor.object())?[key] != nil
  }

  /// Whether the object has the member and it is null.
  func isNull(_ key: String) -> Bool {
    known.append(key)
    guard let node = (try? cursor.object())?[key] else { return false }
    return node.value.kind == .null
  }

  /// The member as written; nil when absent or null.
  func raw(_ key: String) -> JSONCursor? {
    known.append(key)
    return Self.member(cursor, key)
  }

  /// The member's plain value, taken out of `{ "value": ..., "source": ..., "status": ... }` where it
  /// has a provenance of its own.
  func fact(_ key: String, valueKey: String = "value") -> JSONCursor? {
    guard let member = raw(key) else { return nil }
    guard case .object(let object) = member.value, object[valueKey] != nil else { return member }
    let wrapper = ObjectReader(member, within: self)
    wrapper.known.append(valueKey)
    wrapper.finish()
    if wrapper.isMarkedInferred { inferredMembers.append(key) }
    return wrapper.raw(valueKey)
  }

  /// Whether the object itself (not what it stands in) has the status `inferred`.
  var isMarkedInferred: Bool {
    Self.member(cursor, "status").flatMap { try? $0.string() } == FactStatus.inferred.rawValue
  }

  /// The status that the member has of its own; nil for that of the object.
  func ownStatus(of key: String) -> FactStatus? {
    guard let member = Self.member(cursor, key), case .object = member.value else { return nil }
    return Self.member(member, "status").flatMap { try? $0.word(FactStatus.self) }
  }

  /// A figure: it must have a source and a status from somewhere.
  func int(_ key: String, in allowed: ClosedRange<Int>) -> Int? {
    guard let fact = fact(key) else { return nil }
    requireProvenance()
    return findings.collect(try fact.int(in: allowed))
  }

  func requiredInt(_ key: String, in allowed: ClosedRange<Int>) -> Int? {
    require(key)
    return int(key, in: allowed)
  }

  func text(_ key: String) -> String? {
    findings.read(fact(key), Self.string)
  }

  func requiredText(_ key: String) -> String? {
    require(key)
    return text(key)
  }

  func bool(_ key: String) -> Bool? {
    findings.read(fact(key)) { cursor throws(JSONShapeError) in try cursor.bool() }
  }

  func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ type: Word.Type = Word.self, valueKey: String = "value"
  ) -> Word? where Word.RawValue == String {
    findings.read(fact(key, valueKey: valueKey)) { cursor throws(JSONShapeError) in
      try cursor.word(type)
    }
  }

  func requiredWord<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ type: Word.Type = Word.self
  ) -> Word? where Word.RawValue == String {
    require(key)
    return word(key, type)
  }

  func require(_ key: String) {
    if Self.member(cursor, key) == nil, case .object = cursor.value {
      findings.record(cursor.failure(.missingMember(key)))
    }
  }

  func strings(_ key: String) -> [String] {
    fact(key).flatMap { Self.strings($0, findings) } ?? []
  }

  /// A name by language, or one text for all languages that have none of their own.
  func names(_ key: String = "name") -> LocalizedText? {
    guard let member = raw(key) else { return nil }
    guard let members = findings.collect(try member.members()) else { return nil }
    var texts: [String: String] = [:]
    for (language, cursor) in members {
      texts[language] = findings.collect(try cursor.string())
    }
    if texts.isEmpty { findings.refuse(member, .emptyName) }
    return LocalizedText(texts)
  }

  func date(_ key: String) -> CivilDate? {
    guard let fact = fact(key), let text = findings.collect(try fact.string()) else { return nil }
    do { return try CivilDate(iso8601: text) } catch {
      findings.refuse(fact, .badDate, text)
      return nil
    }
  }

  func localDateTime(_ key: String) -> LocalDateTime? {
    guard let fact = fact(key), let text = findings.collect(try fact.string()) else { return nil }
    do { return try LocalDateTime(iso8601: text) } catch {
      findings.refuse(fact, .badTime, text)
      return nil
    }
  }

  func openingHours(_ key: String) -> OpeningHours? {
    guard let fact = fact(key), let text = findings.collect(try fact.string()) else { return nil }
    do { return try OpeningHours(parsing: text) } catch {
      findings.record(
        fact.refused(
          FileFault.badHours.rawValue, "\(error.code) \(error.column) \(error.text)"))
      return nil
    }
  }

  // MARK: Objects within

  func object(_ key: String) -> ObjectReader? {
    raw(key).map { ObjectReader($0, within: self) }
  }

  /// The elements of a list of objects.
  func list(_ key: String) -> [ObjectReader] {
    guard
      let elements = findings.read(
        raw(key), { cursor throws(JSONShapeError) in try cursor.array() })
    else { return [] }
    return elements.map { ObjectReader($0, within: self) }
  }

  /// The members of an object whose keys are ids.
  func entries(_ key: String) -> [(id: String, reader: ObjectReader)] {
    guard
      let members = findings.read(
        raw(key), { cursor throws(JSONShapeError) in try cursor.members() })
    else { return [] }
    return members.filter { !$0.cursor.isNull }.map {
      ($0.key, ObjectReader($0.cursor, within: self))
    }
  }

  /// Reports a figure that nobody vouches for.
  func requireProvenance() {
    if provenance == nil { findings.refuse(cursor, .noSource) }
  }

  /// Reports members that nothing asked for. Call it last.
  func finish(also more: [String] = []) {
    guard case .object(let object) = cursor.value else { return }
    let asked = object.members.allSatisfy { member in
      known.contains(member.key) || more.contains(member.key)
    }
    if !asked {
      findings.refuseUnknownMembers(of: cursor, known: Array(Set(known + more)).sorted())
    }
  }
}
