import CivilTime
import DataLibrary
import Sectors
import Tariffs

/// What is known of a position: facts, no words.
struct Whereabouts {
  /// Metres. A phone is right to 5 or 10, a street is about as wide: within this much more than the nearest
  /// kerb, another colour may be the one meant.
  static let kerbMargin = 10.0
  /// Farther than this from every stretch of kerb the colour is not said.
  static let kerbReach = 25.0
  /// How near the border of a sector is near: official borders, and such as were drawn by hand.
  static let officialBorder = 15.0
  static let approximateBorder = 200.0

  let place: PositionText
  let sectors: TownSectors
  let engine: TariffEngine
  let moment: Instant
  /// The sectors that cover the position; more than one where they overlap or on a common border.
  let covering: [TownSectors.Sight]
  /// Others so near that the position may be in them.
  let near: [TownSectors.Sight]
  /// To the border of the first covering sector, when that is near.
  let borderMetres: Double?
  /// The nearest sector when none covers the position.
  let nearest: TownSectors.Sight?
  let places: [TownSectors.Sight]
  /// The stretches that may be meant, the nearest of each colour and sector, nearest first; empty when none is
  /// within reach.
  let kerbs: [TownSectors.Sight]
  /// However far.
  let nearestKerb: TownSectors.Sight?
  let meter: TownSectors.Sight?

  init(_ place: PositionText, in sectors: TownSectors, engine: TariffEngine, at moment: Instant) {
    self.place = place
    self.sectors = sectors
    self.engine = engine
    self.moment = moment
    let position = place.position
    let doubt = place.uncertainty ?? 0
    covering = sectors.sectors(covering: position)
    nearest = covering.isEmpty ? sectors.nearestSector(to: position) : nil
    places = sectors.places(covering: position)
    func isNear(_ sight: TownSectors.Sight, _ metres: Double, _ own: Bool) -> Bool {
      let reach =
        sight.isApproximate || own ? Self.approximateBorder : Self.officialBorder
      return metres <= max(reach, doubt)
    }
    let own = covering.first?.isApproximate ?? false
    borderMetres = covering.first.flatMap { sight in
      sectors.metresToBorder(of: sight.id, from: position).flatMap {
        isNear(sight, $0, own) ? $0 : nil
      }
    }
    let reach = max(Self.approximateBorder, doubt)
    near = sectors.sectors(near: position, within: reach).filter { isNear($0, $0.metres, own) }
    nearestKerb = sectors.nearestKerb(to: position)
    if let nearestKerb, nearestKerb.metres <= max(Self.kerbReach, doubt) {
      let margin = max(nearestKerb.metres + Self.kerbMargin, doubt)
      kerbs = sectors.kerbs(near: position, within: margin)
    } else {
      kerbs = []
    }
    meter = sectors.nearestMeter(to: position)
  }

  /// In a sector, at a regulated kerb, or so near a sector that one may be in it.
  var isInTown: Bool { !covering.isEmpty || !kerbs.isEmpty || !near.isEmpty }

  var placeID: String? { places.first?.id }
  var hasKerbs: Bool { sectors.layers[.kerbs] != nil }

  /// The ids of the sectors where the car may stand: those on the kerbs, those that cover the position, those
  /// near by. [nil] when there is none.
  var sectorIDs: [String?] {
    var ids: [String?] = []
    // What is written on the stretch at which one stands decides.
    if !kerbs.isEmpty, kerbs.allSatisfy({ $0.sector != nil }) {
      for kerb in kerbs where !ids.contains(kerb.sector) { ids.append(kerb.sector) }
      // A town's own file has kerbs that belong elsewhere by its map: then either may be right. So it is when the
      // position is too vague to tell at which kerb one stands.
      let others = isVague ? covering + near : isKerbElsewhere ? covering : []
      for sight in others where sight.id != nil && !ids.contains(sight.id) { ids.append(sight.id) }
      return ids
    }
    for sight in covering + near where sight.id != nil && !ids.contains(sight.id) {
      ids.append(sight.id)
    }
    return ids.isEmpty ? [nil] : ids
  }

  /// By its own word the position is wrong by more than a street is wide.
  private var isVague: Bool { place.uncertainty ?? 0 > Self.kerbReach }

  /// The kerbs state sectors, and none of those that cover the position is among them.
  var isKerbElsewhere: Bool {
    let stated = Set(kerbs.compactMap(\.sector))
    return !stated.isEmpty && !covering.isEmpty
      && covering.allSatisfy { $0.id.map { !stated.contains($0) } ?? false }
  }

  /// The nearest stretch of each colour.
  var colours: [TownSectors.Sight] {
    var seen: Set<String?> = []
    return kerbs.filter { seen.insert($0.zone).inserted }
  }

  /// The zones that may hold at the position in a sector. Their order is that of the kerbs, or of the tariff.
  func zoneIDs(inSector id: String?) -> [String] {
    if !kerbs.isEmpty {
      let stated = kerbs.contains { $0.sector == nil || $0.sector == id }
      var zones: [String] = []
      for kerb in kerbs where !stated || id == nil || kerb.sector == nil || kerb.sector == id {
        if let zone = kerb.zone, !zones.contains(zone) { zones.append(zone) }
      }
      return zones
    }
    guard let id, let edition = engine.town.edition(on: engine.clock.local(moment).date) else {
      return []
    }
    let fitting = edition.zones.filter { zone in
      guard zone.area.sectors.isEmpty || zone.area.sectors.contains(id) else { return false }
      return zone.area.place.map { $0 == placeID } ?? true
    }.map(\.id)
    // A place has its own zone, if any zone says so.
    if let placeID {
      let own = fitting.filter { edition.zone($0)?.area.place == placeID }
      if !own.isEmpty { return own }
    }
    let stated = (covering + near).first { $0.id == id }?.zone
    if let stated, fitting.contains(stated) { return [stated] }
    let seen = sectors.kerbZones(inSector: id)
    return seen.isEmpty ? fitting : fitting.filter { seen.contains($0) }
  }

  /// Zones of places in a sector whose areas are not known: one may stand in them without our knowing.
  func unlocatedZoneIDs(inSector id: String?) -> [String] {
    guard kerbs.isEmpty, places.isEmpty, let id,
      let edition = engine.town.edition(on: engine.clock.local(moment).date)
    else { return [] }
    let located = Set(
      (sectors.layers[.places].map { layer in
        layer.features(.place).compactMap { layer.map.features[$0].id }
      }) ?? [])
    return edition.zones.filter { zone in
      guard let place = zone.area.place, !located.contains(place) else { return false }
      return zone.area.sectors.contains(id)
    }.map(\.id)
  }
}

/// A zone as it is at a position: in a sector, at a moment.
struct ZoneHere {
  let id: String
  let sector: String?
  /// Nil when the file's word is no zone of the town, or no edition is in force.
  let state: ZoneState?
  let currency: String

  /// The price of an hour; nil when it is not published or an hour is not sold.
  var hourCents: Int? { state?.ladder?.cents(for: 60)?.value }
}

extension Whereabouts {
  func zones(inSector id: String?, vehicle: VehicleClass?) -> [ZoneHere] {
    zoneIDs(inSector: id).map { zone in
      let state = engine.prepared(
        zone: zone, vehicle: vehicle, sector: id, place: placeID)?.state(at: moment)
      let currency = engine.town.editions.first { $0.id == state?.editionID }?.currency
      return ZoneHere(id: zone, sector: id, state: state, currency: currency ?? "EUR")
    }
  }
}
