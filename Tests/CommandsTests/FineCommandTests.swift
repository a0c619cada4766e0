import CivilTime
import Commands
import JSONText
import TestSupport
import Testing

@Suite struct FineCommandTests {
  private final class Paper: OutputSink {
    var text = ""
    var errors = ""
    let failedWrite: Int32? = nil
    func write(_ text: String) { self.text += text }
    func writeError(_ text: String) { errors += text }
  }

  /// Runs a call as on 14 October 2025, 12:30 in Madrid.
  private static func run(_ call: String) -> (status: Int32, text: String, errors: String) {
    let paper = Paper()
    let status = CommandLineTool.run(
      Invocation(
        arguments: call.split(separator: " ").map(String.init)
          + ["--data", Repository.root.path],
        environment: [:], now: Instant(secondsSince1970: 1_760_437_800), executable: nil),
      output: paper)
    return (status, paper.text.replacing("\u{A0}", with: " "), paper.errors)
  }

  @Test(arguments: [
    (
      "fine --town calatayud --ended 11:50 --notice 12:10 --lang en",
      """
      Calatayud, blue zone: notice for an overstay, Tuesday, 14 October 2025, 12:10
      It can be cancelled now for €3.00, until 13:10 (included).
      How to pay it: at the parking meter or in the app.
      Overstay: 20 min.
      The amount of the fine is not published.
      Note: the source does not say since when this tariff has applied.

      """
    ),
    (
      "fine --town calatayud --ended 11:50 --notice 12:10 --at 13:11 --lang es",
      """
      Calatayud, zona azul: denuncia por exceso de tiempo, martes, 14 de octubre de 2025, 12:10
      Ya no se puede anular: se podía hasta las 13:10 (incluido ese minuto).
      Exceso: 20 min.
      El importe de la multa no está publicado.
      Nota: la fuente no dice desde cuándo rige esta tarifa.

      """
    ),
    (
      "fine --town bilbao --zone intensive-blue --ended 11:50 --notice 12:30 --lang eu",
      """
      Bilbo, eremu intentsiboa, sektore urdina: salaketa, gehiegizko denbora, 2025eko urriaren 14a, \
      asteartea, 12:30
      Ezin da baliogabetu.
      Gehiegizko denbora: 40 min.
      Isuna: gutxienez 30,00 € eta gehienez 100,00 €; zenbateko zehatza ez dago argitaratuta.
      Lehenbailehen ordainduta: gutxienez 15,00 € eta gehienez 50,00 €; epea ez dago argitaratuta.

      """
    ),
    (
      "fine --town a-coruna --ended 11:50 --notice 12:30 --at 12:50 --lang en",
      """
      A Coruña, general tariff: notice for an overstay, Tuesday, 14 October 2025, 12:30
      It can be cancelled now for €2.60, until 12:50 (included).
      How to pay it is not published.
      Overstay: 40 min.
      Otherwise the fine is €60.00.

      """
    ),
    (
      "fine --town barcelona --zone blue-a --notice 12:10 --cause wrong_zone --lang en",
      """
      Barcelona, blue area, tariff A: notice for a ticket of another zone, Tuesday, 14 October 2025, \
      12:10
      It can be cancelled for €9.00; until when is not published.
      How to pay it is not published.
      The amount of the fine is not published.

      """
    ),
    (
      "fine --town tarragona --zone blue --ended 12:30 --notice 12:10 --lang en",
      """
      Tarragona, blue zone: notice for an overstay, Tuesday, 14 October 2025, 12:10
      The notice was written before the paid time ended: there was no overstay, and nothing to \
      cancel.

      """
    ),
    (
      "fine --town tarragona --zone blue --ended 12:00 --notice 12:10 --paid 1.15 --lang en",
      """
      Tarragona, blue zone: notice for an overstay, Tuesday, 14 October 2025, 12:10
      It can be cancelled for €8.00; until when is not published.
      How to pay it is not published.
      Overstay: 10 min.
      The amount of the fine is not published.

      """
    ),
  ])
  func goldenAnswers(call: String, text: String) {
    let ran = Self.run(call)
    #expect(ran.status == 0)
    #expect(ran.text == text)
    #expect(ran.errors == "")
  }

  /// Calls without an answer: their status, and a piece of what is said.
  @Test(arguments: [
    ("fine --town calatayud --ended 11:50", 2, "When was the notice written?"),
    ("fine --town calatayud --notice 12:10 --cause overstay", 2, "say --ended"),
    (
      "fine --town calatayud --notice 12:10 --cause overstai", 2,
      "Did you mean “overstay”? Causes: no_ticket, overstay, wrong_zone."
    ),
    (
      "fine --town calatayud --notice 12:10 --cause rain", 2,
      "There is no cause “rain”. Causes: no_ticket, overstay, wrong_zone."
    ),
    ("fine --town palma --ended 11:50 --notice 12:10", 2, "one of: zone-1, zone-2, llevant."),
    ("fine --town palma --zone zone-3 --notice 12:10", 2, "Palma has no zone “zone-3”."),
    ("fine --town calatayud --notice 12:10 --paid 1 --paid-minutes 9", 2, "not both"),
    ("fine --town calatayud --notice 12:10 --paid x", 2, "not an amount"),
    ("fine --town calatayud --notice 12:10 --paid-minutes x", 2, "not a duration"),
    ("fine --town calatayud --notice x", 2, "not a time"),
    ("fine --town calatayud now --notice 12:10", 2, "One word too many"),
    ("fine --notice 12:10", 2, "Which town?"),
    ("fine --town madrid --notice 1990-01-01T10:00", 1, "No tariff of this town"),
  ])
  func callsWithoutAnAnswer(call: String, status: Int32, said: String) {
    let ran = Self.run(call + " --lang en")
    #expect(ran.status == status)
    #expect(ran.text == "")
    #expect(ran.errors.contains(said), "\(ran.errors)")
  }

  @Test func whatIsNotPublishedIsAnAnswerOfNothing() {
    let ran = Self.run("fine --town pamplona --zone blue --ended 12:00 --notice 12:10 --lang en")
    #expect(ran.status == 1)
    #expect(ran.text.contains("Nothing is published for this cause"))
    #expect(!ran.text.contains("€"))
    #expect(
      Self.run("fine --town pamplona --zone blue --notice 12:10 --json").status == 0)
  }

  @Test(arguments: [
    (
      "--town calatayud --ended 11:50 --notice 12:10",
      [
        "cause": "overstay", "cancellable": "true", "cancel_cents": "300",
        "cancel_until": "2025-10-14T13:10:00+02:00", "overstay_minutes": "20",
        "fine_cents": "null", "edition": "current", "zone": "blue",
      ]
    ),
    (
      "--town bilbao --zone intensive-blue --ended 11:50 --notice 12:30",
      [
        "cancellable": "false", "cancel_cents": "null", "cancel_until": "null", "means": "null",
        "fine_cents": "null", "fine_cents_from": "3000", "fine_cents_to": "10000",
        "early_cents": "null", "early_cents_from": "1500", "early_days": "null",
      ]
    ),
    (
      "--town tarragona --zone blue --ended 12:00 --notice 12:10",
      ["cancellable": "null", "outcome": "unknown"]
    ),
    (
      "--town las-palmas --notice 12:10 --ended 11:50 --cause no_ticket",
      [
        "outcome": "post_paid", "cancellable": "null", "charge_cents": "800", "charge_count": "1",
        "charge_per": "window", "overstay_minutes": "null",
      ]
    ),
  ])
  func jsonMembers(options: String, members: [String: String]) throws {
    let ran = Self.run("fine \(options) --json")
    #expect(ran.status == 0)
    guard case .object(let object) = try JSONNode(parsing: Array(ran.text.utf8)).value else {
      Issue.record("not an object")
      return
    }
    for (name, wanted) in members {
      let found: String? =
        switch object[name]?.value {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let flag): flag.description
        case .null: "null"
        default: nil
        }
      #expect(found == wanted, "\(name)")
    }
    #expect(object["sources"] != nil)
    #expect(object["caveats"] != nil)
  }

  @Test(arguments: ["en", "es", "eu"]) func helpIsWhole(language: String) {
    let ran = Self.run("fine --help --lang \(language)")
    #expect(ran.status == 0)
    #expect(!ran.text.contains("«"))
    #expect(ran.text.contains("--paid-minutes"))
  }
}
