import JSONText
import Sectors

/// Why files were not imported. Nothing is written then.
public enum SectorImportError: Error, Sendable {
  case file(FileReadingError)
  case geoJSON(GeoJSONError)
  /// Not JSON, found on the second reading of a file in metres.
  case text(JSONTextError)
  case csv(CSVError)
  /// The town's mapping file is wrong.
  case mapping(path: String, LibraryError)
  /// Numbers in a system that is not converted: only WGS 84 and ETRS89 or WGS 84 UTM are.
  case unsupportedSystem(name: String, epsg: Int?)
  /// Errors of `SectorCheck`.
  case faulty([SectorFinding])
  /// No feature with a geometry is left.
  case nothing
  /// No home for the user's data.
  case noUserFolder
  case writing(FileWritingError)
}

/// Brings official files of a town into the user's data folder: read with the town's own words, converted to
/// degrees, checked, stored as GeoJSON in our words.
public struct SectorImport: Sendable {
  public var town: String
  public var kind: LayerKind
  /// What the user says about the files; goes before what they say and what the mapping says.
  public var origin = SectorOrigin()
  /// The EPSG code of the numbers, when the files do not say; goes before the mapping's.
  public var epsg: Int?

  /// Degrees, some 20 km: farther from the sectors that are known a file may be another town's.
  private static let townMargin = 0.2

  public init(town: String, kind: LayerKind) {
    self.town = town
    self.kind = kind
  }

  /// What was done.
  public struct Report: Sendable {
    public let path: String
    public var origin = SectorOrigin()
    public var featureCount = 0
    /// Features left out: without a geometry, or not among those that the mapping takes.
    public var leftOut = 0
    /// Features taken that are far from all sectors of the town known so far.
    public var farAway = 0
    public var isConverted = false
    /// Warnings and notes, with the number of the file.
    public var findings: [(file: Int, finding: SectorFinding)] = []
    /// The files' words for zones that are no zones of the town, and how often each stands.
    public var unknownZones: [String: Int] = [:]
  }

  /// - Parameters:
  ///   - files: read one after the other into one layer.
  ///   - zones: the town's zone ids, to tell other words.
  /// - Throws: the number of the file (nil when it is none of theirs) with what is wrong.
  public func run(
    files: [String], library: SectorLibrary, zones: [String]
  ) throws(Failure) -> Report {
    guard let path = library.userPath(town, kind) else {
      throw Failure(file: nil, error: .noUserFolder)
    }
    var report = Report(path: path)
    var draft = SectorFileDraft()
    let known = (try? library.town(town, kinds: [.sectors]))?.layers[.sectors]?.map.box?
      .grown(by: Self.townMargin)
    var next = 1
    for (number, file) in files.enumerated() {
      do throws(SectorImportError) {
        let mapping = try mapping(library)
        var read = try read(file, mapping)
        report.isConverted = report.isConverted || read.isConverted
        report.origin = report.origin.completed(by: read.origin)
        let findings = SectorCheck.findings(
          in: read.bytes, region: .spain, mapping: read.mapping.properties)
        let errors = findings.filter { $0.severity == .error }
        guard errors.isEmpty else { throw .faulty(errors) }
        if read.isConverted { read.bytes = [] }
        report.findings += findings.filter { isWorthTelling($0) }.map { (number, $0) }
        for index in read.collection.features.indices {
          let feature = read.collection.features[index]
          guard !read.collection.shapes(of: index).isEmpty, read.mapping.takes(feature) else {
            report.leftOut += 1
            continue
          }
          if let known, let place = read.collection.shapes(of: index).first?.positions.first,
            !known.contains(place)
          {
            report.farAway += 1
          }
          if let zone = feature.zone, !zones.contains(zone) {
            report.unknownZones[zone, default: 0] += 1
          }
          draft.add(
            feature, shapes: read.collection.shapes(of: index), kind: kind, mapping: read.mapping,
            id: feature.id ?? (kind == .kerbs || kind == .meters ? "\(next)" : nil))
          next += 1
          report.featureCount += 1
        }
      } catch { throw Failure(file: number, error: error) }
    }
    guard report.featureCount > 0 else { throw Failure(file: nil, error: .nothing) }
    report.origin = origin.completed(by: report.origin)
    do throws(FileWritingError) {
      try FileWriting.replace(
        path, with: draft.text(town: town, origin: report.origin), makesFolder: true)
    } catch { throw Failure(file: nil, error: .writing(error)) }
    return report
  }

  public struct Failure: Error, Sendable {
    public let file: Int?
    public let error: SectorImportError
  }

  /// Kerbs and machines need no id: they get a number.
  private func isWorthTelling(_ finding: SectorFinding) -> Bool {
    finding.kind != .missingID || kind == .sectors || kind == .places
  }

  // MARK: Reading

  private struct ReadFile {
    var bytes: [UInt8]
    var collection: FeatureCollection
    var mapping: LayerMapping
    var origin: SectorOrigin
    var isConverted: Bool
  }

  /// The mapping of the user's folder, else of the data folder, else our own words.
  private func mapping(_ library: SectorLibrary) throws(SectorImportError) -> LayerMapping {
    let folders = [library.userFolder, library.folder.path + "/sectors"].compactMap { $0 }
    for folder in folders {
      let path = "\(folder)/\(town).mapping.json"
      let bytes: [UInt8]
      do throws(FileReadingError) {
        bytes = try FileReading.bytes(path, limitBytes: 1 << 20)
      } catch {
        if case .notFound = error { continue }
        throw .file(error)
      }
      let root: JSONNode
      do { root = try JSONNode(parsing: bytes) } catch {
        throw .mapping(path: path, .text(path: path, error))
      }
      do { return try LayerMapping(reading: root, kind: kind) } catch {
        throw .mapping(
          path: path, .faults(path: path, TownLibrary.located([error], in: bytes)))
      }
    }
    return LayerMapping()
  }

  private func read(
    _ file: String, _ mapping: LayerMapping
  ) throws(SectorImportError) -> ReadFile {
    var bytes: [UInt8]
    do { bytes = try FileReading.bytes(file, limitBytes: GeoJSONOptions().bytes) } catch {
      throw .file(error)
    }
    var mapping = mapping
    if let epsg { mapping.epsg = epsg }
    // The kind is what the user says, whatever a property is called.
    mapping.properties.kind = ""
    mapping.properties.defaultKind = kind.feature
    var origin = SectorOrigin()
    var isConverted = false
    if Self.looksLikeTable(bytes) {
      let table: CSVTable
      do { table = try CSVTable(bytes) } catch { throw .csv(error) }
      bytes = try DegreesConversion.geoJSON(table, mapping: mapping)
      isConverted = true
    } else {
      origin = SectorOrigin(geoJSON: bytes)
    }
    origin = origin.completed(by: mapping.origin)
    do throws(GeoJSONError) {
      let collection = try FeatureCollection(reading: bytes, mapping: mapping.properties)
      return ReadFile(
        bytes: bytes, collection: collection, mapping: mapping, origin: origin,
        isConverted: isConverted)
    } catch {
      guard !isConverted, let epsg = try metres(error, mapping) else { throw .geoJSON(error) }
      bytes = try DegreesConversion.geoJSON(bytes, epsg: epsg)
      do throws(GeoJSONError) {
        let collection = try FeatureCollection(reading: bytes, mapping: mapping.properties)
        return ReadFile(
          bytes: bytes, collection: collection, mapping: mapping, origin: origin,
          isConverted: true)
      } catch { throw .geoJSON(error) }
    }
  }

  /// The UTM system that the reader stumbled over, by the file or by the user's word for it.
  private func metres(
    _ error: GeoJSONError, _ mapping: LayerMapping
  ) throws(SectorImportError) -> Int? {
    switch error.kind {
    case .unsupportedReferenceSystem(let name, let epsg):
      guard let epsg, UTMZone(epsg: epsg) != nil else {
        throw .unsupportedSystem(name: name, epsg: epsg)
      }
      return epsg
    case .outOfRange: return mapping.epsg
    default: return nil
    }
  }

  /// JSON begins with a brace; anything else is taken for a table.
  private static func looksLikeTable(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
  }
}

extension LayerMapping {
  func takes(_ feature: Feature) -> Bool {
    only.allSatisfy { word($0.key, of: feature) == $0.value }
      && !except.contains { word($0.key, of: feature) == $0.value }
  }

  /// A property of the file, also one that has been given its meaning.
  private func word(_ name: String, of feature: Feature) -> String? {
    name == properties.id ? feature.id : feature.word(name)
  }
}
