import CivilTime
import Phrasebook
import TestSupport
import Testing

struct ReadingAmountTests {
  private static let words = Shipped.basque.readingWords

  @Test(arguments: [
    ("1.20", 120), ("1,20", 120), ("1'20", 120), ("1’20", 120), ("1.20€", 120), ("€1.20", 120),
    ("1,20 €", 120), ("1,20\u{A0}€", 120), ("€ 1.20", 120), ("120c", 120), ("120 c", 120),
    ("1", 100), ("1,2", 120), ("1.2€", 120), (".50", 50), ("0.05", 5), ("0", 0), ("00", 0),
    ("0,00", 0), ("1 EUR", 100), ("EUR 1", 100), ("2 euros", 200), ("2 euro", 200),
    ("50 cts", 50), ("5 céntimos", 5), ("5 Zentimo", 5), ("  3  ", 300), ("007.10", 710),
    ("10000", 1_000_000), ("10000.00", 1_000_000), ("1000000c", 1_000_000),
  ])
  func read(text: String, cents: Int) throws {
    #expect(try Amount.cents(text, words: Self.words) == cents)
  }

  @Test(arguments: [
    ("", AmountError.empty), (" \u{A0} ", .empty),
    ("abc", .notAnAmount("abc")), ("€", .notAnAmount("€")), ("c", .notAnAmount("c")),
    ("1.", .notAnAmount("1.")), (".", .notAnAmount(".")), ("1.2.3", .notAnAmount("1.2.3")),
    ("1.234,50", .notAnAmount("1.234,50")), ("1 20", .notAnAmount("1 20")),
    ("€1€", .notAnAmount("€1€")), ("€120c", .notAnAmount("€120c")), ("1h", .notAnAmount("1h")),
    ("$1", .notAnAmount("$1")), ("+1", .notAnAmount("+1")), ("1€20", .notAnAmount("1€20")),
    ("1e2", .notAnAmount("1e2")), ("١", .notAnAmount("١")),
    ("-1.20", .negative("-1.20")), ("−1,20 €", .negative("−1,20 €")),
    ("-€1.20", .negative("-€1.20")), ("€-1", .negative("€-1")), ("-0", .negative("-0")),
    ("1.205", .tooManyDecimals("1.205")), ("1.200", .tooManyDecimals("1.200")),
    ("1.5c", .tooManyDecimals("1.5c")),
    ("10000.01", .tooLarge("10000.01", limitCents: 1_000_000)),
    ("10001", .tooLarge("10001", limitCents: 1_000_000)),
    ("99999999999999999999", .tooLarge("99999999999999999999", limitCents: 1_000_000)),
    ("1000001c", .tooLarge("1000001c", limitCents: 1_000_000)),
  ])
  func refuse(text: String, error: AmountError) {
    #expect(throws: error) { try Amount.cents(text, words: Self.words) }
  }

  @Test func whatIsPrintedIsReadBack() throws {
    for (phrasebook, _) in Shipped.locales {
      let words = phrasebook.readingWords
      for cents in 0..<100_000 where cents % 7 == 0 || cents < 300 {
        #expect(try Amount.cents(phrasebook.euros(cents: cents), words: words) == cents)
      }
    }
  }

  @Test(arguments: [
    ("1.20", QuoteArgument.cents(120)), ("1,2", .cents(120)), ("1€", .cents(100)),
    ("€1", .cents(100)), ("120c", .cents(120)), ("2 euros", .cents(200)), (".50", .cents(50)),
    ("1'20", .cents(120)), ("1h40", .minutes(100, isAssumed: false)),
    ("1:40", .minutes(100, isAssumed: false)), ("90m", .minutes(90, isAssumed: false)),
    ("1.5h", .minutes(90, isAssumed: false)), ("PT1H30M", .minutes(90, isAssumed: false)),
    ("1 ordu eta 40 minutu", .minutes(100, isAssumed: false)),
    ("90", .minutes(90, isAssumed: true)), ("1", .minutes(1, isAssumed: true)),
    ("0", .minutes(0, isAssumed: true)),
  ])
  func quoteArgument(text: String, argument: QuoteArgument) throws {
    #expect(try QuoteArgument(text, words: Self.words) == argument)
  }

  @Test(arguments: [
    ("", QuoteArgumentError.neither("")), ("blue", .neither("blue")), ("€", .neither("€")),
    ("1h40€", .amount(.notAnAmount("1h40€"))), ("1.205", .amount(.tooManyDecimals("1.205"))),
    ("-1.20", .amount(.negative("-1.20"))), ("-5", .duration(.negative("-5"))),
    ("1h75", .duration(.minutesOverAnHour("1h75", minutes: 75))),
    ("3 apples", .neither("3 apples")), ("1.234,50", .amount(.notAnAmount("1.234,50"))),
  ])
  func quoteArgumentRefused(text: String, error: QuoteArgumentError) {
    #expect(throws: error) { try QuoteArgument(text, words: Self.words) }
  }

  /// Money and time never share a text: what one form reads, the argument reads the same way.
  @Test func theArgumentAgreesWithTheFormItChose() throws {
    var generator = SeededGenerator(seed: 12)
    let pieces = [
      "1", "20", "90", ".", ",", ":", "h", "m", "min", "€", "c", " ", "-", "PT", "H", "'",
    ]
    var read = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...4, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let argument = try? QuoteArgument(text, words: Self.words) else { continue }
      read += 1
      switch argument {
      case .cents(let cents): #expect(try Amount.cents(text, words: Self.words) == cents)
      case .minutes(let minutes, _):
        #expect(try TypedDuration.minutes(text, words: Self.words) == minutes)
      }
    }
    #expect(read > 1000)
  }
}
