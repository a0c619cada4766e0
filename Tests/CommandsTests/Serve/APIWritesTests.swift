import Foundation
import JSONText
import TestSupport
import Testing

@testable import Commands

/// Tickets, alarms and settings through the API, and what listeners are told.
@Suite(.serialized) struct APIWritesTests {
  private static func number(_ node: JSONNode?) -> Int? {
    if case .number(let number)? = node?.value { number.int } else { nil }
  }

  /// A listener that has been told so far.
  private static func listener(_ server: ServingProgram) throws -> RawClient {
    let client = try server.client()
    client.send(RawClient.get("/api/v1/events"))
    #expect(client.read(until: "retry: 2000\n") != nil)
    return client
  }

  /// On a Tuesday of a distant year, when there is time enough.
  private static let ticket =
    #"{"town":"vega","zone":"blue","minutes":60,"at":"2035-10-16T10:00","lead_times":[15,5],"#
    + #""note":"--json","request_id":"a"}"#

  @Test func aTicketLivesThroughTheAPI() throws {
    let server = try ServingProgram()
    defer { server.remove() }
    let listener = try Self.listener(server)
    func post(_ path: String, _ body: String = "{}") throws -> RawClient.Answer {
      try server.ask(path, method: "POST", body: body)
    }
    let made = try post("tickets", Self.ticket)
    #expect(made.status == 201 && made.word("outcome") == "parked", "\(made.text)")
    for event in ["tickets", "alarms"] {
      #expect(listener.read(until: "event: \(event)\ndata: {}\n\n") != nil)
    }
    #expect(made.text.contains(#""note": "--json""#))
    let repeated = try post("tickets", Self.ticket)
    #expect(repeated.status == 200 && repeated.word("outcome") == "repeated")
    // Whatever else is asked for now, the answer is the ticket that there is, and says so.
    let another = try post(
      "tickets", Self.ticket.replacing(#""minutes":60"#, with: #""minutes":30"#))
    #expect(another.status == 200 && another.word("outcome") == "repeated", "\(another.text)")
    let free = try post(
      "tickets", #"{"town":"sierra","zone":"blue","minutes":60,"at":"2035-10-16T23:00"}"#)
    #expect(free.status == 200 && free.word("outcome") == "free", "\(free.text)")
    let twice = try post("tickets", Self.ticket.replacing(#","request_id":"a""#, with: ""))
    #expect(twice.status == 409 && twice.word("code") == "lookalike", "\(twice.text)")
    let listed = try server.ask("tickets")
    let told = try server.command(["tickets", "--json"]).output
    // The moment of the answer apart.
    #expect(Self.withoutMoment(listed.text) == Self.withoutMoment(told))
    #expect(
      Self.withoutMoment(try server.ask("alarms?all=true").text)
        == Self.withoutMoment(try server.command(["alarms", "--all", "--json"]).output))
    let extended = try post("tickets/1/extend", #"{"minutes":15,"request_id":"b"}"#)
    // What is bought more counts from the end of a ticket that has not begun; its alarms are new ones.
    #expect(extended.status == 200 && extended.word("outcome") == "extended", "\(extended.text)")
    #expect(try server.ask("alarms/2", method: "DELETE").status == 409)
    #expect(try server.ask("alarms/4", method: "DELETE").status == 200)
    let added = try post("alarms", #"{"ticket":1,"lead_minutes":20,"text":"-V"}"#)
    #expect(added.status == 201 && added.text.contains(#""text": "-V""#), "\(added.text)")
    #expect(try post("alarms", #"{"at":"2035-10-16T09:00"}"#).status == 201)
    let cleared = try server.ask("alarms?ticket=1", method: "DELETE")
    #expect(cleared.status == 200 && Self.number(cleared.member("cancelled")) == 2)
    // A ticket that has not begun cannot be left.
    #expect([200, 400].contains(try post("tickets/1/stop").status))
    for (path, method, body, status, code) in Self.wrongWrites {
      let answer = try server.ask(path, method: method, body: body)
      #expect(answer.status == status, "\(path) \(body ?? ""): \(answer.text)")
      if let code { #expect(answer.word("code") == code, "\(path)") }
    }
    #expect(server.stop() == 0)
  }

  private static let wrongWrites: [(String, String, String?, Int, String?)] = [
    ("tickets/99/stop", "POST", "{}", 404, "unknown_ticket"),
    ("tickets/99/extend", "POST", #"{"minutes":15}"#, 404, "unknown_ticket"),
    ("tickets/x/stop", "POST", "{}", 400, nil), ("tickets/--all/stop", "POST", "{}", 400, nil),
    ("tickets/1/extend", "POST", #"{"minutes":15,"ticket":2}"#, 400, "unknown_parameter"),
    ("tickets/1/extend", "POST", "{}", 400, nil),
    ("alarms/99", "DELETE", nil, 404, "unknown_alarm"),
    ("alarms/99/snooze", "POST", "{}", 404, "unknown_alarm"),
    ("alarms/-1", "DELETE", nil, 400, nil), ("alarms/1?all=true", "DELETE", nil, 400, nil),
    ("alarms", "POST", "{}", 400, nil), ("alarms", "POST", #"{"at":"2001-01-01T10:00"}"#, 400, nil),
    (
      "tickets", "POST", #"{"zone":"blue","minutes":60,"photo":"/etc/passwd"}"#, 400,
      "unknown_parameter"
    ),
    ("tickets", "POST", #"{"zone":"blue","minutes":60,"ics":"/tmp/a"}"#, 400, "unknown_parameter"),
    (
      "tickets", "POST", #"{"zone":"blue","minutes":60,"via":"systemd-run"}"#, 400,
      "unknown_parameter"
    ),
    (
      "tickets", "POST", #"{"town":"vega","zone":["blue","red"],"minutes":60}"#, 400,
      "parameter_twice"
    ),
    ("tickets", "POST", #"{"town":"vega","zone":{},"minutes":60}"#, 400, "not_a_value"),
    ("tickets", "POST", "{\"town\":\"vega\"", 400, nil), ("tickets", "DELETE", nil, 405, nil),
    ("tickets/1", "DELETE", nil, 404, nil), ("alarms/1", "GET", nil, 405, nil),
  ]

  private static func withoutMoment(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.hasPrefix("  \"at\":") }.joined(separator: "\n")
  }

  @Test func settingsChangeWithinLimits() throws {
    let server = try ServingProgram()
    defer { server.remove() }
    let listener = try Self.listener(server)
    let changed = try server.ask(
      "settings", method: "PATCH", body: #"{"town":"vega","lead_times":[20,5],"web":null}"#)
    #expect(changed.status == 403 && changed.word("code") == "setting_guarded")
    #expect(try server.command(["settings", "get", "town"]).output.contains("vega") == false)
    let right = try server.ask(
      "settings", method: "PATCH", body: #"{"town":"vega","lead_times":[20,5],"clock":"12"}"#)
    #expect(right.status == 200)
    #expect(right.text == (try server.command(["settings", "--json"]).output))
    #expect(try server.command(["settings", "get", "lead_times"]).output == "20,5\n")
    #expect(listener.read(until: "event: settings\n") != nil)
    // The town of the settings acts at once, also in answers of the API.
    #expect(try server.ask("zones?at=2025-10-14T10:00").word("town") == "vega")
    #expect(
      try server.ask("settings", method: "PATCH", body: #"{"clock":null}"#).status == 200)
    #expect(try server.command(["settings", "get", "clock"]).output == "24\n")
    // The command line tells the pages as well.
    #expect(listener.read(until: "event: settings\n") != nil)
    #expect(try server.command(["settings", "set", "language", "eu"]).status == 0)
    #expect(listener.read(until: "event: settings\n") != nil)
    #expect(try server.ask("phrases").word("language") == "eu")
    for (body, status, code) in Self.wrongSettings {
      let answer = try server.ask("settings", method: "PATCH", body: body)
      #expect(answer.status == status, "\(body): \(answer.text)")
      if let code { #expect(answer.word("code") == code, "\(body)") }
    }
    #expect(server.stop() == 0)
  }

  static let wrongSettings: [(String, Int, String?)] = [
    (#"{"command":["sh","-c","id"]}"#, 403, "setting_guarded"),
    (#"{"command_through_shell":true}"#, 403, "setting_guarded"),
    (#"{"web_address":"0.0.0.0"}"#, 403, "setting_guarded"),
    (#"{"Command":["sh"]}"#, 400, "unknown_parameter"),
    (#"{"command-through-shell":true}"#, 400, "unknown_parameter"),
    (#"{"nothing":1}"#, 400, "unknown_parameter"), (#"{"town":"nowhere"}"#, 400, "unknown_town"),
    (#"{"clock":"13"}"#, 400, nil), (#"{"lead_times":[99999]}"#, 400, nil),
    (#"{"town":{"a":1}}"#, 400, "not_a_value"), (#"{"town":[null]}"#, 400, "not_a_value"),
    ("[]", 400, "not_an_object"), ("1", 400, "not_an_object"), ("{", 400, "json_unexpected_end"),
    (#"{"a":1,"a":2}"#, 400, "json_duplicate_key"),
    (String(repeating: "[", count: 1000), 400, nil),
  ]

  @Test func slowAnswersComeFromAProcessOfTheirOwn() throws {
    let server = try ServingProgram()
    defer { server.remove() }
    let slow = try server.client()
    slow.send(RawClient.get("/api/v1/health"))
    // Others are answered meanwhile.
    #expect(try server.ask("zones?town=vega").status == 200)
    let answer = slow.answer()
    #expect(answer?.status == 200 && answer?.member("checks") != nil)
    let test = try server.ask("alarms/test", method: "POST", body: "{}")
    #expect(test.status == 200 && test.member("channels") != nil, "\(test.text)")
    #expect(try server.ask("alarms/test").status == 405)
    #expect(server.stop() == 0)
  }
}
