import DataLibrary
import JSONText
import Phrasebook
import Tariffs

/// Towns and zones as people type them: `Calatayud`, `azul`, `"Zona azul"`.
enum Naming {
  /// Letters and digits alone, without case and without the accents of Spanish, Basque and Catalan.
  static func folded(_ text: String) -> String {
    PlainLetters.folded(text).filter { $0.isLetter || $0.isNumber }
  }

  /// The one candidate that `typed` names: by its id, by a whole name, or by a word of a name that no
  /// other has ("azul" of "zona azul"). Nil when none or several have it.
  static func match(_ typed: String, _ candidates: [(id: String, names: [String])]) -> String? {
    let wanted = folded(typed)
    guard !wanted.isEmpty else { return nil }
    if let exact = candidates.first(where: { folded($0.id) == wanted }) { return exact.id }
    func only(_ has: (String) -> Bool) -> String? {
      let found = candidates.filter { $0.names.contains(where: has) }
      return found.count == 1 ? found[0].id : nil
    }
    return only { folded($0) == wanted }
      ?? only { $0.split { $0.isWhitespace }.contains { folded(String($0)) == wanted } }
  }
}

extension TariffEngine {
  /// The id of the zone that a person names; nil when it is none, or not one alone.
  func zoneID(named typed: String) -> String? {
    if zoneIDs.contains(typed) { return typed }
    return Naming.match(
      typed,
      zoneIDs.map { id in
        (id, town.editions.compactMap { $0.zone(id) }.flatMap { $0.names.byLanguage.values })
      })
  }
}

extension TownLibrary {
  /// The id of the town that a person names. Only the names in the files are read, and only when the
  /// word is no id.
  func townID(named typed: String) -> String? {
    guard let ids = try? townIDs() else { return nil }
    if ids.contains(typed) { return typed }
    if let id = ids.first(where: { Naming.folded($0) == Naming.folded(typed) }) { return id }
    return Naming.match(
      typed,
      ids.map { id in
        guard let (root, _) = try? json(path(ofTown: id)),
          case .object(let town) = root.value, case .object(let names)? = town["name"]?.value
        else { return (id, []) }
        return (
          id,
          names.members.compactMap {
            if case .string(let text) = $0.node.value { text } else { nil }
          }
        )
      })
  }
}

extension CommandContext {
  func townID(named typed: String) -> String? { library.townID(named: typed) }
}
