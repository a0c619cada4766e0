import CivilTime
import JSONText

/// Reads the case of a notice within an example.
struct PenaltyExampleReader {
  /// The member `penalty`.
  let reader: ObjectReader
  /// The member `expect` of the example.
  let expect: ObjectReader?

  func example() -> PenaltyExample? {
    let cause = reader.requiredText("cause")
    let paidEnd = reader.localDateTime("paid_end")
    reader.require("notice")
    let notice = reader.localDateTime("notice")
    let payment = reader.localDateTime("at")
    let paidMinutes = reader.int("paid_minutes", in: RateReader.minutesRange)
    let paidCents = reader.int("paid_cents", in: RateReader.centsRange)
    reader.finish()
    let expected = expected()
    guard let cause, let notice else { return nil }
    return PenaltyExample(
      cause: cause, paidEnd: paidEnd, notice: notice, payment: payment ?? notice,
      paidMinutes: paidMinutes, paidCents: paidCents, expected: expected)
  }

  private func expected() -> PenaltyExample.Expected {
    var expected = PenaltyExample.Expected()
    guard let expect else { return expected }
    for figure in PenaltyAnswer.figures {
      expected.figures[figure.name] = expect.int(figure.name, in: RateReader.centsRange)
    }
    expected.outcome = expect.text("outcome")
    expected.cancellable = expect.bool("cancellable")
    expected.cancelUntil = expect.localDateTime("cancel_until")
    expected.means = expect.strings("means")
    expected.caveats = expect.strings("caveats")
    expect.finish()
    return expected
  }
}
