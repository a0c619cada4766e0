/// All paths of the API that commands answer (docs/api.md). A command that this build does not have
/// makes no path.
enum APIEndpoints {
  private typealias Parameters = [(name: String, use: APIParameter)]

  private static let car: Parameters = [
    ("vehicle", .option("vehicle")), ("sector", .option("sector")), ("place", .option("place")),
    ("signal", .repeated("signal")),
  ]
  private static let townAndMoment: Parameters = [
    ("town", .option("town")), ("at", .option("at")),
  ]
  private static let want: Parameters = [
    ("amount_cents", .cents), ("minutes", .minutes), ("text", .operand),
    ("until", .option("until")),
  ]
  private static let wants = ["amount_cents", "minutes", "text", "until"]

  static let questions: [APIEndpoint] = [
    APIEndpoint(
      .get, "quote", ["quote"],
      townAndMoment + [("zone", .operand)] + want + car + [
        ("assume", .repeated("assume")), ("previous", .repeated("previous")),
        ("stopped_at", .option("stopped-at")),
      ], alternatives: [wants]),
    APIEndpoint(
      .get, "plan", ["plan"],
      [
        ("town", .option("town")), ("zone", .operand), ("from", .option("at")),
        ("until", .option("until")), ("minutes", .minutes), ("text", .operand),
      ] + car + [("assume", .repeated("assume"))],
      alternatives: [["until", "minutes", "text"]]),
    APIEndpoint(
      .get, "compare", ["compare"],
      townAndMoment + [
        ("all_towns", .flag("towns")), ("minutes", .minutes), ("text", .operand),
        ("until", .option("until")),
      ] + car, alternatives: [["until", "minutes", "text"], ["town", "all_towns"]]),
    APIEndpoint(.get, "zones", ["zones"], townAndMoment + car),
    APIEndpoint(.get, "tariff", ["tariff"], townAndMoment + [("zone", .operand)] + car),
    APIEndpoint(
      .get, "hours", ["hours"],
      townAndMoment + [("zone", .operand)] + car.filter { $0.name != "signal" }),
    APIEndpoint(
      .get, "holidays", ["holidays"], [("town", .option("town")), ("year", .option("year"))]),
    APIEndpoint(
      .get, "where", ["where"],
      townAndMoment + [
        ("latitude", .operand), ("longitude", .operand), ("vehicle", .option("vehicle")),
      ], required: ["latitude", "longitude"]),
    APIEndpoint(
      .get, "fine", ["fine"],
      townAndMoment + [
        ("zone", .option("zone")), ("cause", .option("cause")), ("ended", .option("ended")),
        ("notice", .option("notice")), ("paid", .option("paid")),
        ("paid_minutes", .option("paid-minutes")),
      ]),
    APIEndpoint(.get, "info", ["info"], townAndMoment + [("find", .option("find"))]),
    APIEndpoint(.get, "info/{page}", ["info"], townAndMoment + [("find", .option("find"))]),
    APIEndpoint(.get, "settings", ["settings"]),
    APIEndpoint(.get, "health", ["doctor"], isSlow: true),
  ]

  private static let rings: Parameters = [
    ("lead_times", .listed("remind")), ("request_id", .option("request-id")),
  ]

  static let reminders: [APIEndpoint] = [
    APIEndpoint(.get, "tickets", ["tickets"], [("all", .flag("all"))]),
    APIEndpoint(
      .post, "tickets", ["park"],
      townAndMoment + [("zone", .operand)] + want + car + [
        ("assume", .repeated("assume")), ("previous", .repeated("previous")),
        ("walk_minutes", .option("walk")), ("walk_from", .option("walk-from")),
        ("position", .option("position")), ("note", .option("note")), ("yes", .flag("yes")),
      ] + rings, alternatives: [wants, ["walk_minutes", "walk_from"]], success: 201),
    APIEndpoint(
      .post, "tickets/{ticket}/extend", ["extend"],
      [("ticket", .option("ticket"))] + want + [("signal", .repeated("signal"))] + rings,
      alternatives: [wants]),
    APIEndpoint(
      .post, "tickets/{ticket}/stop", ["stop"],
      [("ticket", .option("ticket")), ("at", .option("at"))]),
    APIEndpoint(
      .get, "alarms", ["alarms"], [("all", .flag("all")), ("ticket", .option("ticket"))]),
    APIEndpoint(
      .post, "alarms", ["alarms", "add"],
      [
        ("at", .option("at")), ("ticket", .option("ticket")), ("lead_minutes", .option("lead")),
        ("text", .option("text")),
      ], alternatives: [["at", "lead_minutes"]], success: 201),
    APIEndpoint(.post, "alarms/test", ["alarms", "test"], isSlow: true),
    APIEndpoint(
      .post, "alarms/{alarm}/snooze", ["alarms", "snooze"], [("minutes", .minutes)]),
    APIEndpoint(.delete, "alarms/{alarm}", ["alarms", "cancel"]),
    APIEndpoint(
      .delete, "alarms", ["alarms", "clear"], [("ticket", .option("ticket"))]),
  ]

  static var all: [APIEndpoint] {
    (questions + reminders).filter { CommandLineTool.command($0.words.first) != nil }
  }
}
