import CivilTime

/// An event with alarms, as calendars of phones and desktops read it (RFC 5545, VEVENT).
public struct CalendarEvent: Hashable, Sendable {
  /// A display alarm of the event (VALARM). Its moment is absolute: no reader has to know whether a lead
  /// counts from the beginning or from the end.
  public struct Reminder: Hashable, Sendable {
    public var due: Instant
    public var text: String

    public init(due: Instant, text: String) {
      self.due = due
      self.text = text
    }
  }

  /// Ten-millionths of a degree, WGS 84 (GEO).
  public struct Place: Hashable, Sendable {
    public var latitudeE7: Int32
    public var longitudeE7: Int32

    public init(latitudeE7: Int32, longitudeE7: Int32) {
      self.latitudeE7 = latitudeE7
      self.longitudeE7 = longitudeE7
    }
  }

  /// The same for ever: a calendar that reads the file again replaces the event that it has (UID).
  public var uid: String
  /// 0, and more with each change; the higher one replaces the lower one (SEQUENCE).
  public var sequence: Int
  /// When the file was written (DTSTAMP).
  public var written: Instant
  public var start: Instant
  /// Exclusive; after `start`.
  public var end: Instant
  public var summary: String
  public var description: String?
  public var location: String?
  public var place: Place?
  /// No longer to take place: the reminders are left out (STATUS:CANCELLED).
  public var isCancelled: Bool
  public var reminders: [Reminder]

  public init(
    uid: String, sequence: Int, written: Instant, start: Instant, end: Instant, summary: String,
    description: String? = nil, location: String? = nil, place: Place? = nil,
    isCancelled: Bool = false, reminders: [Reminder]
  ) {
    self.uid = uid
    self.sequence = sequence
    self.written = written
    self.start = start
    self.end = end
    self.summary = summary
    self.description = description
    self.location = location
    self.place = place
    self.isCancelled = isCancelled
    self.reminders = reminders
  }
}

/// A file of events (RFC 5545, VCALENDAR), `text/calendar` in UTF-8.
public struct CalendarFile: Hashable, Sendable {
  /// Who wrote it (PRODID).
  public var product: String
  public var events: [CalendarEvent]

  /// - Parameter events: one or more; a calendar without any is no valid file.
  public init(product: String, events: [CalendarEvent]) {
    self.product = product
    self.events = events
  }

  /// The file, with CR LF line ends.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    let lines =
      [
        ContentLine("BEGIN", "VCALENDAR"), ContentLine("VERSION", "2.0"),
        ContentLine("PRODID", text: product), ContentLine("CALSCALE", "GREGORIAN"),
        ContentLine("METHOD", "PUBLISH"),
      ] + events.flatMap(\.lines) + [ContentLine("END", "VCALENDAR")]
    for line in lines { line.append(to: &bytes) }
    return bytes
  }
}

extension CalendarEvent {
  var lines: [ContentLine] {
    var lines = [
      ContentLine("BEGIN", "VEVENT"), ContentLine("UID", text: uid),
      ContentLine("SEQUENCE", "\(sequence)"), ContentLine("DTSTAMP", written.basicUTC),
      ContentLine("DTSTART", start.basicUTC), ContentLine("DTEND", end.basicUTC),
      ContentLine("SUMMARY", text: summary),
    ]
    if let description { lines.append(ContentLine("DESCRIPTION", text: description)) }
    if let location { lines.append(ContentLine("LOCATION", text: location)) }
    if let place {
      lines.append(
        ContentLine(
          "GEO", "\(Self.degrees(place.latitudeE7));\(Self.degrees(place.longitudeE7))"))
    }
    lines.append(ContentLine("STATUS", isCancelled ? "CANCELLED" : "CONFIRMED"))
    // A parked car keeps nobody from other appointments.
    lines.append(ContentLine("TRANSP", "TRANSPARENT"))
    for reminder in isCancelled ? [] : reminders {
      lines += [
        ContentLine("BEGIN", "VALARM"), ContentLine("ACTION", "DISPLAY"),
        ContentLine("TRIGGER;VALUE=DATE-TIME", reminder.due.basicUTC),
        ContentLine("DESCRIPTION", text: reminder.text), ContentLine("END", "VALARM"),
      ]
    }
    lines.append(ContentLine("END", "VEVENT"))
    return lines
  }

  /// Six decimals, as section 3.8.1.6 advises: about 11 cm.
  private static func degrees(_ degreesE7: Int32) -> String {
    let millionths = (degreesE7.magnitude + 5) / 10
    let fraction = String(millionths % 1_000_000)
    return (degreesE7 < 0 ? "-" : "") + "\(millionths / 1_000_000)."
      + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}

extension Instant {
  /// `20260113T090000Z` (section 3.3.5, form 2).
  fileprivate var basicUTC: String { iso8601.filter { $0 != "-" && $0 != ":" } }
}
