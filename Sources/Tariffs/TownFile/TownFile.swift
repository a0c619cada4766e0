import CivilTime
import JSONText

/// Reads a town file: all faults at once, or the town.
public enum TownFile {
  /// The faults of a file, each with its JSON path and place.
  public struct Faults: Error, Sendable {
    public let list: [JSONShapeError]
  }

  /// - Parameter root: the whole text of the file.
  public static func read(_ root: JSONNode) throws(Faults) -> Town {
    let findings = Findings()
    let town = TownReader(root: JSONCursor(root), findings: findings).town()
    guard let town, findings.isEmpty else { throw Faults(list: findings.errors.list) }
    return town
  }
}

/// Reads the members of the whole file.
struct TownReader {
  let root: JSONCursor
  let findings: Findings

  func town() -> Town? {
    readSources()
    let reader = ObjectReader(root, findings: findings)
    let id = reader.requiredText("town")
    reader.require("name")
    let names = reader.names()
    let zone = reader.requiredText("time_zone")
    let holidays = reader.strings("holidays")
    _ = reader.text("$schema")
    reader.require("editions")
    let editions = editions(reader)
    reader.finish(also: ["sources"])
    guard let id, let zone else { return nil }
    return Town(
      id: id, names: names ?? LocalizedText(["en": id]), timeZone: zone, holidayFiles: holidays,
      sources: findings.sources, editions: sorted(editions))
  }

  private func readSources() {
    SourceList(root: root, findings: findings).read()
  }

  private func editions(_ reader: ObjectReader) -> [Edition] {
    guard let member = reader.raw("editions"),
      let members = findings.collect(try member.members())
    else { return [] }
    if members.isEmpty { findings.refuse(member, .emptyList) }
    let bases = EditionBases(members: members, findings: findings)
    return members.map { id, cursor in
      let merged = JSONCursor(bases.merged(id), path: cursor.path)
      return EditionReader(id: id, reader: ObjectReader(merged, within: reader)).edition()
    }
  }

  /// By first day; editions may not overlap.
  private func sorted(_ editions: [Edition]) -> [Edition] {
    let sorted = editions.sorted {
      ($0.validFrom?.daysSince1970 ?? .min) < ($1.validFrom?.daysSince1970 ?? .min)
    }
    for (earlier, later) in zip(sorted, sorted.dropFirst()) {
      if let end = earlier.validTo, let start = later.validFrom, end < start { continue }
      let path = root.path.member("editions").member(later.id)
      let offset = (try? root.member("editions").member(later.id).offset) ?? root.offset
      findings.record(
        JSONShapeError(
          path: path, offset: offset,
          kind: .refused(
            code: FileFault.editionOverlap.rawValue, text: "\(earlier.id), \(later.id)")))
    }
    return sorted
  }
}

/// Reads the list of sources, which towns and holiday files share.
struct SourceList {
  let root: JSONCursor
  let findings: Findings

  func read() {
    guard let list = (try? root.optionalMember("sources")) ?? nil,
      let members = findings.collect(try list.members())
    else { return }
    for (key, cursor) in members {
      let reader = ObjectReader(cursor, findings: findings)
      let title = reader.requiredText("title")
      let source = Source(
        key: key, title: title ?? key, publisher: reader.text("publisher"),
        url: reader.text("url"), date: reader.text("date"))
      _ = reader.text("type")
      _ = reader.text("seen")
      reader.finish()
      findings.sources[key] = source
    }
  }
}

/// Merges editions with those they are based on (RFC 7396).
struct EditionBases {
  let members: [(key: String, cursor: JSONCursor)]
  let findings: Findings

  /// Dates, examples and plans belong to one edition alone.
  private static let ownMembers = [
    "valid_from", "valid_to", "planned_from", "examples", "based_on", "note",
  ]

  /// The edition with everything it takes from others.
  func merged(_ id: String) -> JSONNode {
    merged(id, path: [])
  }

  private func merged(_ id: String, path: [String]) -> JSONNode {
    guard let (_, cursor) = members.first(where: { $0.key == id }) else {
      return JSONNode(.object(JSONObject([])))
    }
    guard let base = (try? cursor.optionalMember("based_on")) ?? nil,
      let name = findings.collect(try base.string())
    else { return cursor.node }
    guard members.contains(where: { $0.key == name }) else {
      findings.refuse(base, .unknownEdition, name)
      return cursor.node
    }
    guard !path.contains(name), name != id else {
      // Said once for each edition of the circle, where reading began with it.
      if name == path.first ?? id { findings.refuse(base, .editionCycle, name) }
      return cursor.node
    }
    return Self.inheritable(merged(name, path: path + [id])).merging(patch: cursor.node)
  }

  private static func inheritable(_ node: JSONNode) -> JSONNode {
    guard case .object(let object) = node.value else { return node }
    return JSONNode(
      .object(JSONObject(object.members.filter { !ownMembers.contains($0.key) })),
      offset: node.offset)
  }
}
