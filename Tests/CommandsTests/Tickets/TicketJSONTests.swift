import Foundation
import JSONText
import TestSupport
import Testing

/// The tables of docs/tickets.md against answers.
struct TicketJSONTests {
  /// Heading -> members of its table.
  private static func documented() throws -> [String: [String: String]] {
    let text = try String(contentsOf: Repository.file("docs/tickets.md"), encoding: .utf8)
    var found: [String: [String: String]] = [:]
    var heading = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("### ") { heading = String(line.dropFirst(4)) }
      guard line.hasPrefix("| `") else { continue }
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      found[heading, default: [:]][cells[1].trimmingCharacters(in: ["`"])] = cells[2]
    }
    return found
  }

  private static func kind(_ node: JSONNode) -> String {
    switch node.value {
    case .null: "null"
    case .bool: "true or false"
    case .number(let number): Int("\(number)") == nil ? "fraction" : "whole number"
    case .string: "text"
    case .array: "list"
    case .object: "object"
    }
  }

  private static func members(_ node: JSONNode?) -> [String: JSONNode] {
    guard case .object(let object)? = node?.value else { return [:] }
    return Dictionary(object.members.map { ($0.key, $0.node) }) { $1 }
  }

  private static func check(_ node: JSONNode?, _ table: [String: String], _ place: String) {
    let members = members(node)
    #expect(Set(members.keys) == Set(table.keys), "\(place)")
    for (name, value) in members {
      let allowed = table[name] ?? ""
      #expect(
        allowed == kind(value) || allowed.components(separatedBy: " or ").contains(kind(value)),
        "\(place).\(name): \(kind(value)), \(allowed)")
    }
  }

  private static let ten = "2025-10-14T10:00"

  @Test func parkingIsAsDocumented() throws {
    let tables = try Self.documented()
    let (ticket, alarm, reminder) = (
      try #require(tables["ticket"]), try #require(tables["alarm"]),
      try #require(tables["reminder"])
    )
    let home = try ParkingHome()
    defer { home.remove() }
    let ten = Self.ten
    let place = "--position 43.00515,-2.00625 --note n --photo Package.swift --vehicle c"
    let parked = try home.json("park blue 1h --town vega \(place)", at: ten)
    let plain = try home.json("park orange 4.00 --town vega", at: ten)
    let refused = try home.json("park blue 3h --town vega", at: ten)
    let extended = try home.json("extend 1 30", at: "2025-10-14T10:05")
    let notExtended = try home.json("extend 1 3h", at: "2025-10-14T10:05")
    for (answer, name) in [
      (parked, "park"), (refused, "park"), (extended, "extend"), (notExtended, "extend"),
    ] {
      #expect(
        Set(Self.members(answer).keys).subtracting(name == "park" ? ["return_ban"] : [])
          == ["outcome", "ticket", "quote", "reminder"], "\(name)")
      #expect(answer.text("quote.town") == "vega")
    }
    #expect(refused.at("ticket") == nil && refused.at("reminder") == nil)
    Self.check(parked.at("reminder"), reminder, "reminder")
    for (answer, name) in [
      (parked, "park"), (plain, "plain"), (extended, "extend"), (notExtended, "not"),
    ] {
      Self.check(answer.at("ticket"), ticket, name)
      Self.check(answer.at("ticket.alarms.0"), alarm, name)
      #expect(
        Set(Self.members(answer.at("ticket.purchases.0")).keys) == [
          "arrival", "valid_until", "paid_cents", "counted_minutes",
        ])
    }
  }

  @Test func whatFollowsIsAsDocumented() throws {
    let tables = try Self.documented()
    let (ticket, alarm) = (try #require(tables["ticket"]), try #require(tables["alarm"]))
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json("park blue 1h --town vega --vehicle c", at: Self.ten)
    _ = try home.json("park orange 4.00 --town vega", at: Self.ten)
    _ = try home.json("extend 1 30", at: "2025-10-14T10:05")
    try home.ring(at: "2025-10-14T11:16")
    let list = try home.json("alarms --all", at: "2025-10-14T11:16")
    #expect(Set(Self.members(list).keys) == ["at", "alarms", "more"])
    for place in 0..<(list.count("alarms") ?? 0) {
      Self.check(list.at("alarms.\(place)"), alarm, "alarms")
      for number in 0..<(list.count("alarms.\(place).deliveries") ?? 0) {
        #expect(
          Set(Self.members(list.at("alarms.\(place).deliveries.\(number)")).keys) == [
            "channel", "state", "attempts", "next_attempt", "reason",
          ])
      }
    }
    #expect(list.texts("alarms", "state").contains("delivered"))
    let tickets = try home.json("tickets --all", at: "2025-10-14T11:16")
    #expect(Set(Self.members(tickets).keys) == ["at", "tickets"])
    Self.check(tickets.at("tickets.1"), ticket, "tickets")
    let added = try home.json("alarms add --at 11:45 --text t", at: "2025-10-14T11:17")
    #expect(Set(Self.members(added).keys) == ["alarms", "reminder"])
    Self.check(added.at("alarms.0"), alarm, "added")
    let number = added.number("alarms.0.alarm") ?? 0
    let cancelled = try home.json("alarms cancel \(number)", at: "2025-10-14T11:17")
    Self.check(cancelled.at("alarms.0"), alarm, "cancelled")
    let stopped = try home.json("stop 1", at: "2025-10-14T11:18")
    #expect(
      Set(Self.members(stopped).keys) == [
        "ticket", "remaining_minutes", "used_minutes", "unused_minutes", "used_cents",
        "refund_cents", "refunded_with",
      ])
    Self.check(stopped.at("ticket"), ticket, "stop")
    #expect(
      Set(Self.members(try home.json("alarms clear", at: "2025-10-14T11:19")).keys) == ["cancelled"]
    )
  }

  /// The same in every language.
  @Test func wordsDoNotChangeJSON() throws {
    let home = try ParkingHome()
    defer { home.remove() }
    _ = try home.json("park blue 1h --town vega --note n", at: "2025-10-14T10:00")
    for call in ["tickets --json", "alarms --json", "extend 3h --json"] {
      let answers = try ["en", "es", "eu"].map {
        try home.run(call, at: "2025-10-14T10:10", lang: $0).output
      }
      #expect(Set(answers).count == 1)
    }
  }
}
