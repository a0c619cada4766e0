import DataLibrary
import JSONText
import Phrasebook
import Sectors
import Tariffs

/// Sector files by themselves and against the town files that refer to them.
struct SectorFileCheck {
  typealias Found = [(path: String, fault: DataFault)]

  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  // MARK: A file

  /// Errors are faults; what is only odd (an overlap that the town's file has) is told.
  func findings(_ path: String) -> (faults: Found, notes: Found) {
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try FileReading.bytes(path, limitBytes: GeoJSONOptions().bytes)
    } catch { return ([(path, context.phrases.fault(error))], []) }
    var (faults, notes): (Found, Found) = ([], [])
    for finding in SectorCheck.findings(in: bytes, region: .spain) {
      let fault = context.phrases.fault(finding)
      if finding.severity == .error {
        faults.append((path, fault))
      } else {
        notes.append((path, fault))
      }
    }
    let dangling = unknownWords(path)
    return (faults + dangling.faults, notes + dangling.notes)
  }

  static func readMapping(
    _ root: JSONNode, _ bytes: [UInt8], _ path: String
  ) throws(LibraryError) {
    for kind in LayerKind.allCases {
      do { _ = try LayerMapping(reading: root, kind: kind) } catch {
        throw .faults(path: path, TownLibrary.located([error], in: bytes))
      }
    }
  }

  // MARK: From the town file to the sector file

  /// Sectors and places that a town's rules name and its sector files lack. In a file drawn by hand places may
  /// be missing, and without a file of places nothing is said against them.
  func references(of engine: TariffEngine, _ path: String) -> (faults: Found, notes: Found) {
    guard
      let sectors = try? context.sectorLibrary.town(engine.town.id, kinds: [.sectors, .places]),
      let layer = sectors.layers[.sectors]
    else { return ([], []) }
    let known = ids(layer, .sector)
    let places = sectors.layers[.places]
    let knownPlaces = places.map { ids($0, .place) } ?? []
    var (faults, notes): (Found, Found) = ([], [])
    var told: Set<String> = []
    for reference in TownReferences(engine.town).all {
      let isPlace = reference.kind == .place
      guard !(isPlace ? knownPlaces : known).contains(reference.id),
        told.insert("\(reference.kind) \(reference.id)").inserted
      else { continue }
      let code = isPlace ? "place_without_area" : "sector_without_area"
      let fault = DataFault(
        code: code, place: reference.path,
        message: context.phrase("sector_finding.\(code)", ["id": reference.id]))
      let mayLack =
        isPlace ? places.map { $0.isApproximate(.place) } ?? true : layer.isApproximate(.sector)
      if mayLack || (isPlace && layer.isApproximate(.sector)) {
        notes.append((path, fault))
      } else {
        faults.append((path, fault))
      }
    }
    return (faults, notes)
  }

  private func ids(_ layer: SectorLayer, _ kind: FeatureKind) -> Set<String> {
    Set(layer.features(kind).compactMap { layer.map.features[$0].id })
  }

  // MARK: From the sector file to the town file

  /// Zones, places and sectors of a file that its town's rules do not know. Which town: by the file's name.
  private func unknownWords(_ path: String) -> (faults: Found, notes: Found) {
    let name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
    guard let engine = try? context.library.engine(town: name),
      let layer = try? context.sectorLibrary.layer(path, isImported: false)
    else { return ([], []) }
    let references = TownReferences(engine.town)
    let sectorIDs = (try? context.sectorLibrary.town(name, kinds: [.sectors]))
      .flatMap { $0.layers[.sectors] }.map { ids($0, .sector) }
    var (faults, notes): (Found, Found) = ([], [])
    var told: Set<String> = []
    func tell(_ code: String, _ id: String, isFault: Bool) {
      guard told.insert(code + " " + id).inserted else { return }
      let fault = DataFault(
        code: code,
        message: context.phrase("sector_finding.\(code)", ["id": id, "town": name]))
      if isFault { faults.append((path, fault)) } else { notes.append((path, fault)) }
    }
    for feature in layer.map.features {
      if let zone = feature.zone, !engine.zoneIDs.contains(zone) {
        tell("zone_without_rules", zone, isFault: true)
      }
      if let sector = feature.word("sector"), let sectorIDs, !sectorIDs.contains(sector) {
        tell("sector_of_kerb_unknown", sector, isFault: true)
      }
      guard let id = feature.id else { continue }
      if feature.kind == .place, !references.places.contains(id) {
        tell("place_without_rules", id, isFault: true)
      }
      // Most rules hold in a whole town: a sector that none names is no slip by itself.
      if feature.kind == .sector, !references.sectors.isEmpty, !references.sectors.contains(id) {
        tell("sector_without_rules", id, isFault: false)
      }
    }
    return (faults, notes)
  }
}

/// The sectors and places that a town's rules name, and where.
struct TownReferences {
  enum Kind: Hashable { case sector, place }

  struct Reference {
    let kind: Kind
    let id: String
    let path: String
  }

  private(set) var all: [Reference] = []

  init(_ town: Town) {
    for edition in town.editions {
      let root = JSONPath.root.member("editions").member(edition.id)
      for zone in edition.zones {
        let area = root.member("zones").member(zone.id).member("area")
        add(.sector, zone.area.sectors, area.member("sectors"))
        add(.place, zone.area.place.map { [$0] } ?? [], area.member("place"))
      }
      for (number, period) in edition.specialPeriods.enumerated() {
        let rules = root.member("special_periods").element(number).member("rules")
        for (place, rule) in period.rules.enumerated() {
          add(.sector, rule.sectors, rules.element(place).member("sectors"))
          add(.place, rule.places, rules.element(place).member("places"))
        }
      }
      for card in edition.cards {
        add(.sector, card.sectors, root.member("cards").member(card.id).member("sectors"))
      }
    }
  }

  var sectors: Set<String> { Set(all.filter { $0.kind == .sector }.map(\.id)) }
  var places: Set<String> { Set(all.filter { $0.kind == .place }.map(\.id)) }

  private mutating func add(_ kind: Kind, _ ids: [String], _ path: JSONPath) {
    all += ids.map { Reference(kind: kind, id: $0, path: "\(path)") }
  }
}
