import JSONText
import Sectors

/// Why sectors could not be loaded.
public enum SectorLibraryError: Error, Sendable {
  case file(FileReadingError)
  case geoJSON(path: String, GeoJSONError)
}

/// Loads sectors, places, kerbs and meters of towns. The user's imported files go before what the data folder
/// has, kind by kind.
public struct SectorLibrary: Sendable {
  public let folder: DataFolder
  /// `$XDG_DATA_HOME/aparka/sectors`; nil when there is no home.
  public let userFolder: String?
  private let cache: LibraryCache?

  public init(folder: DataFolder, userFolder: String?, cache: LibraryCache? = nil) {
    self.folder = folder
    self.userFolder = userFolder
    self.cache = cache
  }

  /// The user's folder by the XDG Base Directory Specification: a path that is not absolute does not count.
  public static func userFolder(environment: [String: String]) -> String? {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return data + "/aparka/sectors"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.local/share/aparka/sectors"
  }

  public func shippedPath(_ town: String) -> String { folder.path + "/sectors/\(town).geojson" }

  public func userPath(_ town: String, _ kind: LayerKind) -> String? {
    userFolder.map { "\($0)/\(town).\(kind.rawValue).geojson" }
  }

  /// The towns that have any file, sorted.
  public func townIDs() -> [String] {
    let shipped =
      (try? FileReading.names(in: folder.path + "/sectors", endingIn: ".geojson")) ?? []
    let own = userFolder.flatMap { try? FileReading.names(in: $0, endingIn: ".geojson") } ?? []
    let imported = own.compactMap { name -> String? in
      guard let dot = name.lastIndex(of: "."),
        LayerKind(rawValue: String(name[name.index(after: dot)...])) != nil
      else { return nil }
      return String(name[..<dot])
    }
    return Set(shipped + imported).sorted()
  }

  /// All that is known of a town; every kind may be missing.
  ///
  /// - Parameter kinds: what is needed; the rest is not read.
  public func town(
    _ id: String, kinds: [LayerKind] = LayerKind.allCases
  ) throws(SectorLibraryError) -> TownSectors {
    var layers: [LayerKind: SectorLayer] = [:]
    var shipped: SectorLayer?
    var triedShipped = false
    for kind in kinds {
      if let path = userPath(id, kind), let layer = try layer(path, isImported: true) {
        layers[kind] = layer
        continue
      }
      if !triedShipped {
        triedShipped = true
        shipped = try layer(shippedPath(id), isImported: false)
      }
      if let shipped, !shipped.features(kind.feature).isEmpty { layers[kind] = shipped }
    }
    return TownSectors(town: id, layers: layers)
  }

  /// A file; nil when there is none.
  public func layer(
    _ path: String, isImported: Bool
  ) throws(SectorLibraryError) -> SectorLayer? {
    guard let cache else { return try read(path, isImported: isImported) }
    return try cache.value(path, file: path, others: { _ in [] }) {
      () throws(SectorLibraryError) in try read(path, isImported: isImported)
    }
  }

  private func read(_ path: String, isImported: Bool) throws(SectorLibraryError) -> SectorLayer? {
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try FileReading.bytes(path, limitBytes: GeoJSONOptions().bytes)
    } catch {
      if case .notFound = error { return nil }
      throw .file(error)
    }
    do throws(GeoJSONError) {
      let collection = try FeatureCollection(reading: bytes)
      return SectorLayer(
        map: SectorMap(collection), origin: SectorOrigin(geoJSON: bytes), path: path,
        isImported: isImported)
    } catch { throw .geoJSON(path: path, error) }
  }
}
