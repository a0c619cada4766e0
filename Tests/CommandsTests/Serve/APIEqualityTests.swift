import Foundation
import TestSupport
import Testing

@testable import Commands

/// The API says what the command line says.
@Suite(.serialized) struct APIEqualityTests {
  /// What is asked for, and the call with the same answer.
  static let calls: [(String, String)] = [
    (
      "quote?town=vega&zone=blue&amount_cents=120&at=2025-10-14T10:00", "quote blue 120c \(tuesday)"
    ),
    ("quote?town=Vega&zone=azul&text=1.20&at=2025-10-14T10:00", "quote azul 1.20 \(tuesday)"),
    ("quote?town=vega&zone=blue&text=1+h+40+min&at=2025-10-14T10:00", "quote blue 1h40 \(tuesday)"),
    ("quote?town=vega&zone=blue&minutes=90&at=2025-10-14T10:00", "quote blue 90m \(tuesday)"),
    (
      "quote?town=vega&zone=blue&until=11:30&at=2025-10-14T10:00",
      "quote blue --until 11:30 \(tuesday)"
    ),
    ("quote?town=vega&zone=blue&amount_cents=5&at=2025-10-14T10:00", "quote blue 5c \(tuesday)"),
    (
      "quote?town=vega&zone=blue&amount_cents=100&vehicle=zero&at=2025-10-14T10:00",
      "quote blue 1.00 --vehicle zero \(tuesday)"
    ),
    (
      "quote?town=vega&zone=blue&amount_cents=100&signal=no2%3D75&at=2025-10-14T10:00",
      "quote blue 1.00 --signal no2=75 \(tuesday)"
    ),
    (
      "quote?town=vega&zone=blue&minutes=60&assume=gap%3Dcut&assume=prepay%3Dallowed&at=2025-10-14T10:00",
      "quote blue 60m --assume gap=cut --assume prepay=allowed \(tuesday)"
    ),
    (
      "quote?town=vega&zone=blue&amount_cents=60&previous=9:00-10:00&at=2025-10-14T10:00",
      "quote blue 60c --previous 9:00-10:00 \(tuesday)"
    ),
    (
      "quote?town=vega&zone=blue&amount_cents=60&at=2025-10-14T10:00%2B02:00",
      "quote blue 60c --town vega --at 2025-10-14T10:00+02:00"
    ),
    (
      "plan?town=vega&zone=blue&from=2025-10-14T10:00&until=2025-10-14T12:00",
      "plan blue --until 2025-10-14T12:00 \(tuesday)"
    ),
    (
      "plan?town=vega&zone=blue&from=2025-10-14T10:00&text=9:00-12:00",
      "plan blue 9:00-12:00 \(tuesday)"
    ),
    ("plan?town=vega&zone=blue&from=2025-10-14T10:00&minutes=120", "plan blue 120m \(tuesday)"),
    ("compare?town=vega&minutes=120&at=2025-10-14T10:00", "compare 120m \(tuesday)"),
    (
      "compare?all_towns=true&text=2h&at=2025-10-14T10:00",
      "compare 2h --towns --at 2025-10-14T10:00"
    ),
    ("zones?town=vega&at=2025-10-14T10:00", "zones \(tuesday)"),
    ("tariff?town=vega&at=2025-10-14T10:00", "tariff \(tuesday)"),
    ("tariff?town=vega&zone=blue&at=2025-10-14T10:00", "tariff blue \(tuesday)"),
    ("hours?town=vega&zone=blue&at=2025-10-14T10:00", "hours blue \(tuesday)"),
    ("holidays?town=vega&year=2025", "holidays --town vega --year 2025"),
    (
      "fine?town=vega&zone=blue&ended=11:50&notice=12:10&at=2025-10-14T12:20",
      "fine --zone blue --ended 11:50 --notice 12:10 --town vega --at 2025-10-14T12:20"
    ),
    (
      "where?latitude=42.8125&longitude=-1.6458&at=2025-10-14T10:00",
      "where 42.8125 -1.6458 --at 2025-10-14T10:00"
    ),
    ("settings", "settings"),
  ]
  private static let tuesday = "--town vega --at 2025-10-14T10:00"

  @Test func answersAreThoseOfTheCommands() throws {
    let server = try ServingProgram()
    defer { server.remove() }
    for (path, call) in Self.calls {
      let words = call.split(separator: " ").map(String.init)
      let expected = try server.command(words + ["--json"])
      let answer = try server.ask(path)
      if expected.status == 0 {
        #expect(answer.status == 200, "\(path): \(answer.text)")
        #expect(answer.text == expected.output, "\(path)")
        #expect(answer["Content-Type"] == "application/json")
      } else {
        #expect(answer.status >= 400, "\(path)")
        #expect("aparka: \(answer.word("detail") ?? "")\n" == expected.errors, "\(path)")
      }
    }
    #expect(server.stop() == 0)
  }

  /// Path, status, code.
  static let wrong: [(String, Int, String?)] = [
    ("quote?town=nowhere&zone=blue&minutes=60", 404, "unknown_town"),
    ("quote?town=vega&zone=nothing&minutes=60", 404, "unknown_zone"),
    ("quote?town=vega&zone=blue", 400, "no_want"),
    ("quote?town=vega&zone=blue&minutes=60&amount_cents=5", 400, "parameters_together"),
    ("quote?town=vega&zone=blue&minutes=0", 400, "zero_minutes"),
    ("quote?town=vega&zone=blue&minutes=abc", 400, "not_a_whole_number"),
    ("quote?town=vega&zone=blue&minutes=1.5", 400, "not_a_whole_number"),
    ("quote?town=vega&zone=blue&minutes=", 400, "not_a_whole_number"),
    ("quote?town=vega&zone=blue&minutes=99999999999999999999", 400, "not_a_whole_number"),
    ("quote?town=vega&zone=blue&amount_cents=-5", 400, nil),
    ("quote?town=vega&zone=blue&zone=red&minutes=5", 400, "parameter_twice"),
    ("quote?town=vega&zone=blue&minutes=5&json=1", 400, "unknown_parameter"),
    ("quote?town=vega&zone=blue&minutes=5&data=/etc", 400, "unknown_parameter"),
    ("quote?town=vega&zone=blue&minutes=5&batch=true", 400, "unknown_parameter"),
    ("quote?town=&zone=blue&minutes=5", 400, nil),
    ("quote?town=vega&zone=&minutes=5", 400, nil),
    ("compare?all_towns=maybe&minutes=60", 400, "not_a_flag"),
    ("where?latitude=42.8", 400, "missing_parameter"),
    ("where?latitude=142.8&longitude=0", 400, nil),
    ("holidays?town=vega&year=twenty", 400, nil),
    ("zones?town=vega&at=then", 400, nil),
    ("phrases?language=fr", 400, "not_a_value"), ("phrases?lang=es", 400, "unknown_parameter"),
    ("sectors", 400, "missing_parameter"), ("sectors?town=nowhere", 404, "unknown_town"),
    ("sectors?town=pamplona&layer=roofs", 400, "not_a_value"),
    ("info/..%2F..%2Fetc", 400, "malformed_request"), ("nothing", 404, "no_such_path"),
    ("", 404, "no_such_path"), ("quote/", 404, "no_such_path"),
    // Values that look like options stay values.
    ("quote?town=--data%3D/etc&zone=blue&minutes=5", 404, "unknown_town"),
    ("quote?town=vega&zone=--help&minutes=5", 404, "unknown_zone"),
    ("quote?town=vega&zone=-h&minutes=5", 404, "unknown_zone"),
    ("quote?town=vega&zone=--batch&minutes=5", 404, "unknown_zone"),
    ("quote?town=vega&zone=--&minutes=5", 404, "unknown_zone"),
    ("quote?town=vega&zone=blue&text=--json", 400, nil),
    ("tariff?town=vega&zone=--lang%3Des", 404, "unknown_zone"),
    ("zones?town=vega&at=--json", 400, nil),
  ]

  @Test func whatIsWrongIsAProblem() throws {
    let server = try ServingProgram()
    defer { server.remove() }
    for (path, status, code) in Self.wrong {
      let answer = try server.ask(path)
      #expect(answer.status == status, "\(path): \(answer.text)")
      #expect(answer["Content-Type"] == "application/problem+json", "\(path)")
      if let code { #expect(answer.word("code") == code, "\(path)") }
      #expect(answer.word("type") == "about:blank")
      #expect(answer.word("title")?.isEmpty == false)
      #expect((answer.word("detail")?.count ?? 0) > 10, "\(path)")
    }
    for (field, beginning) in [
      ("es-ES,es;q=0.9", "No hay tarifas"), ("eu", "Ez dago"),
      ("fr, eu;q=0.2, es;q=0.7", "No hay tarifas"), ("en-GB", "No tariff"), ("fr", "No tariff"),
      ("es;q=0", "No tariff"), ("*", "No tariff"), (";;;,q=", "No tariff"),
    ] {
      let answer = try server.ask("zones?town=nowhere", ["Accept-Language: \(field)"])
      #expect(answer.word("detail")?.hasPrefix(beginning) == true, "\(field): \(answer.text)")
    }
    #expect(server.stop() == 0)
  }

  @Test func whatNoCommandAnswers() throws {
    let server = try ServingProgram(data: "")
    defer { server.remove() }
    let towns = try server.ask("towns")
    #expect(towns.status == 200 && towns.text.contains("\"A Coruña\""))
    let map = try server.ask("sectors?town=Pamplona")
    #expect(map["Content-Type"] == "application/geo+json")
    #expect(map.body == Array(try Data(contentsOf: Repository.file("sectors/pamplona.geojson"))))
    let none = try server.ask("sectors?town=calatayud")
    #expect(none.status == 200 && none.text.contains("\"features\":[]"))
    for (query, field, language) in [
      ("?language=eu", "", "eu"), ("", "Accept-Language: es", "es"), ("", "", "en"),
      ("?language=es", "Accept-Language: eu", "es"),
    ] {
      let phrases = try server.ask("phrases" + query, field.isEmpty ? [] : [field])
      #expect(phrases.word("language") == language)
      #expect(phrases.text.contains("\"refusal.maximum_stay\":"))
      #expect(!phrases.text.contains("\"help.title\":"))
    }
    #expect(server.stop() == 0)
  }
}
