import CivilTime
import JSONText
import OpeningHours
import Tariffs

/// Why a town could not be loaded.
public enum LibraryError: Error, Sendable {
  case file(FileReadingError)
  /// Not JSON.
  case text(path: String, JSONTextError)
  /// JSON, but not a town or holiday file.
  case faults(path: String, [LocatedFault])
  case timeZone(path: String, TZifError)
  /// No town of that id; the ids that exist.
  case unknownTown(String, known: [String])
}

/// A fault in a file, with its place in the text.
public struct LocatedFault: Sendable {
  public let fault: JSONShapeError
  /// 1-based.
  public let line: Int
  public let column: Int
}

/// Loads towns, holidays and time zones from a data folder.
public struct TownLibrary: Sendable {
  /// A town file is some tens of kilobytes; a larger one than this is no town file.
  public static let fileLimitBytes = 8 << 20

  public let folder: DataFolder
  public let zoneinfoFolder: String
  /// Nil = every question reads the files.
  public let cache: LibraryCache?

  public init(
    folder: DataFolder, zoneinfoFolder: String = "/usr/share/zoneinfo", cache: LibraryCache? = nil
  ) {
    self.folder = folder
    self.zoneinfoFolder = zoneinfoFolder
    self.cache = cache
  }

  /// The ids of all towns, sorted.
  public func townIDs() throws(LibraryError) -> [String] {
    do {
      return try FileReading.names(in: folder.path + "/tariffs", endingIn: ".json")
        .filter { $0 != "tariff.schema" }
    } catch { throw .file(error) }
  }

  public func path(ofTown id: String) -> String { folder.path + "/tariffs/\(id).json" }

  private func path(ofHolidays id: String) -> String {
    folder.path + "/tariffs/holidays/\(id).json"
  }

  /// The engine of a town by its id.
  ///
  /// - Parameter withPublishedCases: false leaves them out, which saves most of the reading: answers need
  ///   none of them.
  public func engine(
    town id: String, withPublishedCases: Bool = true
  ) throws(LibraryError) -> TariffEngine {
    guard !id.isEmpty, id.utf8.allSatisfy(Self.isIDByte) else {
      throw .unknownTown(id, known: try townIDs())
    }
    let path = path(ofTown: id)
    do throws(LibraryError) {
      guard let cache, !withPublishedCases else {
        return try engine(path: path, leavingOut: withPublishedCases ? [] : ["examples"]).engine
      }
      return try cache.value(path, file: path, others: files(beside:)) {
        () throws(LibraryError) in
        try engine(path: path, leavingOut: ["examples"]).engine
      }
    } catch {
      if case .file(.notFound(path)) = error {
        throw .unknownTown(id, known: try townIDs())
      }
      throw error
    }
  }

  /// The files that an engine is made of besides the town's own.
  private func files(beside engine: TariffEngine) -> [String] {
    engine.town.holidayFiles.map { path(ofHolidays: $0) }
      + [zoneinfoFolder + "/" + engine.town.timeZone]
  }

  /// The engine of a town file anywhere, and its bytes, which give its faults their places.
  ///
  /// - Parameter leftOut: members of the file that are not looked at.
  public func engine(
    path: String, leavingOut leftOut: Set<String> = []
  ) throws(LibraryError) -> (engine: TariffEngine, bytes: [UInt8]) {
    let (root, bytes) = try json(path, leavingOut: leftOut)
    let town: Town
    do { town = try TownFile.read(root) } catch {
      throw .faults(path: path, Self.located(error.list, in: bytes))
    }
    let engine = TariffEngine(
      town: town, clock: try clock(town.timeZone),
      holidays: HolidaySet(try calendars(town.holidayFiles)))
    return (engine, bytes)
  }

  public func calendars(_ ids: [String]) throws(LibraryError) -> [HolidayCalendar] {
    var calendars: [HolidayCalendar] = []
    for id in ids {
      calendars.append(try calendar(path: path(ofHolidays: id)))
    }
    return calendars
  }

  public func calendar(path: String) throws(LibraryError) -> HolidayCalendar {
    let (root, bytes) = try json(path)
    do { return try HolidayCalendar.read(root) } catch {
      throw .faults(path: path, Self.located(error.list, in: bytes))
    }
  }

  public func clock(_ zone: String) throws(LibraryError) -> TownClock {
    let path = zoneinfoFolder + "/" + zone
    guard !zone.isEmpty, !zone.contains("..") else {
      throw .file(.notFound(path: path))
    }
    let bytes: [UInt8]
    do { bytes = try FileReading.bytes(path, limitBytes: 1 << 20) } catch { throw .file(error) }
    do { return try TownClock(tzif: bytes, identifier: zone) } catch {
      throw .timeZone(path: path, error)
    }
  }

  public func json(
    _ path: String, leavingOut leftOut: Set<String> = []
  ) throws(LibraryError) -> (root: JSONNode, bytes: [UInt8]) {
    let bytes: [UInt8]
    do { bytes = try FileReading.bytes(path, limitBytes: Self.fileLimitBytes) } catch {
      throw .file(error)
    }
    do { return (try JSONNode(parsing: bytes, leavingOut: leftOut), bytes) } catch {
      throw .text(path: path, error)
    }
  }

  /// Puts faults at their places in the text.
  public static func located(_ faults: [JSONShapeError], in bytes: [UInt8]) -> [LocatedFault] {
    let lines = LineIndex(bytes)
    return faults.map { fault in
      let position = lines.position(of: fault.offset)
      return LocatedFault(fault: fault, line: position.line, column: position.column)
    }
  }

  private static func isIDByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
