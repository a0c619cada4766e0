import CivilTime
import Foundation
import ICalendar
import TestSupport
import Testing

/// Files against the PyPI package `icalendar` and against RFC 5545 itself.
struct CalendarFileTests {
  private struct Component: Decodable {
    var uid: String
    var sequence: Int
    var stamp: String
    var start: String
    var end: String
    var summary: String
    var description: String?
    var location: String?
    var geo: [Double]?
    var status: String
    var alarms: [Trigger]

    struct Trigger: Decodable {
      var action: String
      var trigger: String
      var description: String
    }
  }

  private static func read(_ file: CalendarFile) throws -> [Component] {
    let answer = try runOracle("icalendar_read.py", input: Data(file.bytes))
    return try JSONDecoder().decode([Component].self, from: answer)
  }

  private static func event(
    _ summary: String, description: String? = nil, location: String? = nil,
    place: CalendarEvent.Place? = nil, isCancelled: Bool = false, sequence: Int = 0,
    reminders: [CalendarEvent.Reminder] = []
  ) -> CalendarEvent {
    let start = Instant(secondsSince1970: 1_760_428_800)
    return CalendarEvent(
      uid: "00ff00ff00ff00ff00ff00ff00ff00ff", sequence: sequence, written: start, start: start,
      end: start.adding(minutes: 60), summary: summary, description: description,
      location: location, place: place, isCancelled: isCancelled, reminders: reminders)
  }

  @Test func wholeFile() throws {
    let start = Instant(secondsSince1970: 1_760_428_800)
    let event = Self.event(
      "Vega; zona, azul", description: "one\ntwo\\three", location: "Plaza",
      place: .init(latitudeE7: 430_051_000, longitudeE7: -20_062_005), sequence: 2,
      reminders: [.init(due: start.adding(minutes: 45), text: "15")])
    let text = String(
      decoding: CalendarFile(product: "-//a//b", events: [event]).bytes, as: UTF8.self)
    #expect(
      text.components(separatedBy: "\r\n") == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//a//b", "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH", "BEGIN:VEVENT", "UID:00ff00ff00ff00ff00ff00ff00ff00ff", "SEQUENCE:2",
        "DTSTAMP:20251014T080000Z", "DTSTART:20251014T080000Z", "DTEND:20251014T090000Z",
        "SUMMARY:Vega\\; zona\\, azul", "DESCRIPTION:one\\ntwo\\\\three", "LOCATION:Plaza",
        "GEO:43.005100;-2.006201", "STATUS:CONFIRMED", "TRANSP:TRANSPARENT", "BEGIN:VALARM",
        "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:20251014T084500Z", "DESCRIPTION:15",
        "END:VALARM", "END:VEVENT", "END:VCALENDAR", "",
      ])
  }

  /// Whatever the driver's note holds, another reader gets it back, and no line is too long or cut
  /// inside a character.
  @Test func notesComeBack() throws {
    let fixed = [
      "", ";,\\\n", "\\n is no line end", "a\r\nb\rc\nd", "tab\tkept", "bell\u{7}gone\u{85}",
      String(repeating: "ñ", count: 200), String(repeating: "👨‍👩‍👧", count: 30),
      "e\u{301}" + String(repeating: "x", count: 62) + "é", "BEGIN:VEVENT\r\nEND:VEVENT",
    ]
    var generator = SeededGenerator(seed: 5545)
    let alphabet = Array("ab ;,\\\n:\"ñ€👍\u{301}")
    let random = (0..<300).map { _ in
      String(
        (0..<Int.random(in: 0...200, using: &generator)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        })
    }
    let notes = fixed + random
    let file = CalendarFile(
      product: "-//aparka//test", events: notes.map { Self.event($0, description: $0) })
    for line in file.bytes.split(separator: 0x0A) {
      #expect(line.last == 0x0D)
      #expect(line.count - 1 <= 75)
      // A continuation byte at the beginning would be a character cut in two.
      #expect(String(validating: line, as: UTF8.self) != nil)
    }
    let read = try Self.read(file)
    #expect(read.count == notes.count)
    for (note, event) in zip(notes, read) {
      let expected = String(
        String.UnicodeScalarView(
          note.replacing("\r\n", with: "\n").replacing("\r", with: "\n").unicodeScalars.filter {
            $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
          }))
      #expect(Array(event.summary.utf8) == Array(expected.utf8))
      #expect(Array((event.description ?? "").utf8) == Array(expected.utf8))
    }
  }

  @Test func momentsAndPlaces() throws {
    let start = Instant(secondsSince1970: 1_760_428_800)
    let file = CalendarFile(
      product: "-//aparka//test",
      events: [
        Self.event(
          "a", place: .init(latitudeE7: -5, longitudeE7: 1_800_000_000),
          reminders: [
            .init(due: start.adding(minutes: 40), text: "20 minutes"),
            .init(due: start.adding(minutes: 60), text: "end"),
          ]),
        Self.event("b", isCancelled: true, sequence: 3, reminders: [.init(due: start, text: "x")]),
      ])
    let read = try Self.read(file)
    #expect(read.map(\.uid) == [String](repeating: "00ff00ff00ff00ff00ff00ff00ff00ff", count: 2))
    #expect(read.map(\.sequence) == [0, 3])
    #expect(read.map(\.status) == ["CONFIRMED", "CANCELLED"])
    #expect(read[0].start == "2025-10-14T08:00:00+00:00")
    #expect(read[0].end == "2025-10-14T09:00:00+00:00")
    #expect(read[0].stamp == "2025-10-14T08:00:00+00:00")
    #expect(read[0].geo == [-0.000001, 180])
    #expect(
      read[0].alarms.map(\.trigger) == ["2025-10-14T08:40:00+00:00", "2025-10-14T09:00:00+00:00"])
    #expect(read[0].alarms.allSatisfy { $0.action == "DISPLAY" && !$0.description.isEmpty })
    #expect(read[1].alarms.isEmpty)
  }
}
