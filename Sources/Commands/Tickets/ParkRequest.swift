import CivilTime
import DataLibrary
import Glibc
import Phrasebook
import Reminders
import Sectors

/// What a call of `aparka park` says beyond the question of its price.
struct ParkRequest {
  static let remind = CommandOption.value("remind", "lead_times")
  static let walk = CommandOption.value("walk", "duration")
  static let walkFrom = CommandOption.value("walk-from", "position")
  static let note = CommandOption.value("note", "text")
  static let photo = CommandOption.value("photo", "file")
  static let position = CommandOption.value("position", "position")
  static let requestID = CommandOption.value("request-id", "text")
  static let yes = CommandOption.flag("yes")
  static let calendar = CommandOption.value("ics", "file")
  static let via = CommandOption.value("via", "program")

  /// As the settings allow them.
  static let longestLead = 1440
  static let longestWalk = 240
  static let mostLeads = 10
  static let longestNoteBytes = 2000
  static let longestRequestIDBytes = 200

  var leads: [Int]
  var walkMinutes: Int
  var position: TicketPosition?
  var note: String?
  var photoPath: String?
  var requestID: String?
  var mayRepeat: Bool
  var calendarPath: String?
  var usesTimers: Bool

  /// - Parameter here: the position of `--here`, which is the car's where `--position` says no other.
  init(_ context: CommandContext, here: PositionText?) throws(CommandFailure) {
    let arguments = context.arguments
    leads = try context.leads(Self.remind) ?? context.settings.leadTimes
    let car = try arguments.value(Self.position).map { (text) throws(CommandFailure) in
      try context.position(text)
    }
    let place = (car ?? here)?.position
    walkMinutes = try context.walk(carAt: place) ?? context.settings.walkMinutes
    position = place.map { TicketPosition($0) }
    note = arguments.value(Self.note)
    if let note, note.utf8.count > Self.longestNoteBytes {
      throw .usage(
        context.phrase("park.error.note_too_long", ["limit": "\(Self.longestNoteBytes)"]))
    }
    photoPath = try arguments.value(Self.photo).map { (path) throws(CommandFailure) in
      guard let resolved = realpath(path, nil) else {
        throw .usage(
          context.phrase("park.error.no_photo", ["path": path]))
      }
      defer { free(resolved) }
      var status = stat()
      guard stat(resolved, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw .usage(context.phrase("park.error.photo_no_file", ["path": path]))
      }
      return String(cString: resolved)
    }
    requestID = arguments.value(Self.requestID)
    if let requestID, requestID.utf8.count > Self.longestRequestIDBytes {
      throw .usage(
        context.phrase(
          "park.error.request_too_long", ["limit": "\(Self.longestRequestIDBytes)"]))
    }
    mayRepeat = arguments.has(Self.yes)
    calendarPath = try context.calendarPath()
    usesTimers = try context.usesTimers()
  }
}

extension CommandContext {
  /// `--remind 15,5`, `--remind 1h`, `--remind none`; nil when it is not given.
  func leads(_ option: CommandOption) throws(CommandFailure) -> [Int]? {
    let words = arguments.values(option).flatMap {
      $0.split { $0 == "," || $0 == ";" }.map(String.init)
    }
    guard arguments.has(option) else { return nil }
    if words.isEmpty { throw .usage(phrase("park.error.no_leads")) }
    if words == ["none"] { return [] }
    var leads: Set<Int> = []
    for word in words {
      leads.insert(try minutes(word, in: 0...ParkRequest.longestLead))
    }
    guard leads.count <= ParkRequest.mostLeads else {
      throw .usage(phrase("park.error.too_many_leads", ["limit": "\(ParkRequest.mostLeads)"]))
    }
    return leads.sorted(by: >)
  }

  /// A duration as people type it, within limits.
  func minutes(_ text: String, in allowed: ClosedRange<Int>) throws(CommandFailure) -> Int {
    let typed: Int
    do throws(DurationError) {
      typed = try TypedDuration.minutes(text, words: phrases.readingWords)
    } catch { throw .usage(phrases.message(error)) }
    guard allowed.contains(typed) else {
      throw .usage(
        phrase(
          "ticket.error.minutes_out_of_range",
          [
            "text": text, "least": phrases.duration(minutes: allowed.lowerBound),
            "most": phrases.duration(minutes: allowed.upperBound),
          ]))
    }
    return typed
  }

  /// Minutes of the way back to the car, by `--walk` or `--walk-from`; nil when neither is given.
  fileprivate func walk(carAt car: Position?) throws(CommandFailure) -> Int? {
    let typed = arguments.value(ParkRequest.walk)
    guard let text = arguments.value(ParkRequest.walkFrom) else {
      return try typed.map { (text) throws(CommandFailure) in
        try minutes(text, in: 0...ParkRequest.longestWalk)
      }
    }
    if typed != nil { throw .usage(phrase("park.error.two_walks")) }
    guard let car else { throw .usage(phrase("park.error.walk_needs_position")) }
    let metres = try position(text).position.metres(to: car)
    let walk = WalkingTime.minutes(straightMetres: metres)
    guard walk <= ParkRequest.longestWalk else {
      throw .usage(
        phrase("park.error.walk_too_far", ["distance": phrases.distance(metres: metres)]))
    }
    return walk
  }

  /// The file of `--ics`; the output cannot have JSON as well.
  func calendarPath() throws(CommandFailure) -> String? {
    let path = arguments.value(ParkRequest.calendar)
    if path == "-", wantsJSON { throw .usage(phrase("calendar.error.two_outputs")) }
    return path
  }

  /// `--via systemd-run`; there is no other way.
  func usesTimers() throws(CommandFailure) -> Bool {
    guard let text = arguments.value(ParkRequest.via) else { return false }
    guard text == SystemdTimers.program else {
      throw .usage(
        phrase("alarm.error.unknown_way", ["text": text, "known": SystemdTimers.program]))
    }
    return true
  }
}

/// How long a way takes on foot when only its two ends are known.
///
/// Streets are taken to be 1.3 times as long as the straight line, and a walker to make 4.5 km an hour (75 m a
/// minute); the minutes are rounded up. Who walks more slowly says `--walk`.
enum WalkingTime {
  static let detour = 1.3
  static let metresAMinute = 75.0

  static func minutes(straightMetres: Double) -> Int {
    // A metre more or less is no minute.
    Int((straightMetres * detour / metresAMinute - 0.01).rounded(.up))
  }
}

extension TicketPosition {
  init(_ position: Position) {
    self.init(
      latitudeE7: Int32((position.latitude * 1e7).rounded()),
      longitudeE7: Int32((position.longitude * 1e7).rounded()))
  }

  var latitude: Double { Double(latitudeE7) / 1e7 }
  var longitude: Double { Double(longitudeE7) / 1e7 }
}
