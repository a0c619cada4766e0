import JSONText
import Settings
import Tariffs

/// A town, zone or sector of the settings that the data do not have.
public struct SettingsDataFault: Error, Sendable {
  public enum Setting: String, Sendable { case town, zone, sector }

  public let setting: Setting
  public let text: String
  /// What there is, sorted.
  public let known: [String]
}

extension TownLibrary {
  /// Holds the settings against the data; they may be good JSON and name no town that there is.
  ///
  /// - Throws: `SettingsDataFault` for the first that is wrong.
  public func check(_ settings: Settings) throws(SettingsDataFault) {
    guard let id = settings.town else { return }
    let engine: TariffEngine
    do throws(LibraryError) {
      engine = try self.engine(town: id, withPublishedCases: false)
    } catch {
      // A town file that is faulty is no fault of the settings.
      guard case .unknownTown(_, let known) = error else { return }
      throw SettingsDataFault(setting: .town, text: id, known: known)
    }
    if let zone = settings.zone, !engine.zoneIDs.contains(zone) {
      throw SettingsDataFault(setting: .zone, text: zone, known: engine.zoneIDs)
    }
    let sectors = engine.town.sectors
    if let sector = settings.sector, !sectors.isEmpty, !sectors.contains(sector) {
      throw SettingsDataFault(
        setting: .sector, text: sector,
        // `10` after `9`.
        known: sectors.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) })
    }
  }
}
