import DataLibrary
import JSONText
import Tariffs

/// The answer of `aparka where --json` (docs/json-answers.md).
extension Whereabouts {
  func json(vehicle: VehicleClass?) -> JSONOutput {
    let zones = sectorIDs.flatMap { self.zones(inSector: $0, vehicle: vehicle) }
    return .object([
      ("town", .string(engine.town.id)),
      ("latitude", .double(place.position.latitude)),
      ("longitude", .double(place.position.longitude)), ("at", .time(moment, engine.clock)),
      ("sectors", .array(covering.map { $0.area })),
      ("near_sectors", .array(near.map { $0.area })),
      ("nearest_sector", nearest?.area ?? .null),
      ("border_metres", borderMetres.map { .tenths($0) } ?? .null),
      ("places", .array(places.map { $0.area })),
      ("kerbs", .array(kerbs.map { $0.kerb })),
      ("nearest_kerb", nearestKerb?.kerb ?? .null),
      ("meter", meter?.meter ?? .null),
      ("decided_by", .string(kerbs.isEmpty ? "sector" : "kerb")),
      ("zones", .array(zones.map { json($0) })),
      ("layers", .array(layers)),
    ])
  }

  private func json(_ zone: ZoneHere) -> JSONOutput {
    .object([
      ("zone", .string(zone.id)), ("sector", .optional(zone.sector)),
      ("edition", .optional(zone.state?.editionID)), ("period", .optional(zone.state?.periodID)),
      ("acts_as", .optional(zone.state?.zone.actsAs)),
      ("regulated", zone.state.map { .bool($0.isRegulated) } ?? .null),
      ("during_hours", .optional(zone.state?.zone.duringHours.rawValue)),
      ("outside_hours", .optional(zone.state?.zone.outsideHours.rawValue)),
      ("until", .time(zone.state?.until, engine.clock)),
      ("hour_cents", .optional(zone.hourCents)), ("currency", .string(zone.currency)),
      ("maximum_minutes", .optional(zone.state?.maximumMinutes)),
      ("caveats", .array((zone.state?.caveats ?? []).map { .string($0.rawValue) })),
    ])
  }

  private var layers: [JSONOutput] {
    LayerKind.allCases.compactMap { kind in
      sectors.layers[kind].map { layer in
        .object([
          ("layer", .string(kind.rawValue)), ("imported", .bool(layer.isImported)),
          ("approximate", .bool(layer.isApproximate(kind.feature))),
          ("source", .optional(layer.origin.source)), ("date", .optional(layer.origin.date)),
          ("licence", .optional(layer.origin.licence)),
        ])
      }
    }
  }
}

extension TownSectors.Sight {
  fileprivate var area: JSONOutput {
    .object([
      ("id", .optional(id)), ("name", .names(names)), ("metres", .tenths(metres)),
      ("bearing", bearing.map { .tenths($0) } ?? .null), ("approximate", .bool(isApproximate)),
    ])
  }

  fileprivate var kerb: JSONOutput {
    .object([
      ("zone", .optional(zone)), ("sector", .optional(sector)), ("places", .optional(places)),
      ("metres", .tenths(metres)), ("bearing", bearing.map { .tenths($0) } ?? .null),
    ])
  }

  fileprivate var meter: JSONOutput {
    .object([
      ("id", .optional(id)), ("zone", .optional(zone)), ("metres", .tenths(metres)),
      ("bearing", bearing.map { .tenths($0) } ?? .null),
    ])
  }
}

extension JSONOutput {
  /// To a decimetre or a tenth of a degree.
  static func tenths(_ value: Double) -> JSONOutput {
    .double((value * 10).rounded() / 10)
  }

  static func names(_ names: [String: String]) -> JSONOutput {
    .object(names.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }
}
