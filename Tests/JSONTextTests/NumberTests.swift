import JSONText
import TestSupport
import Testing

struct NumberTests {
  struct Case: Sendable {
    let text: String
    let int: Int?
    let double: Double?
    init(_ text: String, _ int: Int?, _ double: Double?) {
      (self.text, self.int, self.double) = (text, int, double)
    }
  }

  @Test(arguments: [
    Case("0", 0, 0), Case("-0", 0, -0.0), Case("-0.0e5", 0, -0.0), Case("1.0", 1, 1),
    Case("1e3", 1000, 1000),
    Case("12.50e1", 125, 125), Case("1.5", nil, 1.5), Case("1e-1", nil, 0.1), Case("100e-2", 1, 1),
    Case("100e-3", nil, 0.1), Case("0e999999999999999999999", 0, 0), Case("0.000e-99", 0, 0),
    Case("9223372036854775807", .max, 0x1p63),
    Case("9223372036854775808", nil, 0x1p63),
    Case("-9223372036854775808", .min, -0x1p63), Case("-9223372036854775809", nil, -0x1p63),
    Case("9223372036854775807.000", .max, 0x1p63), Case("922337203685477580.7e1", .max, 0x1p63),
    Case("92233720368547758070e-1", .max, 0x1p63),
    Case("9223372036854775807000000000000e-12", .max, 0x1p63),
    Case("1.0000000000000000000000000000001", nil, 1),
    Case("1.0000000000000000000000000000000", 1, 1),
    Case("18446744073709551615", nil, 0x1p64), Case("1e18", 1_000_000_000_000_000_000, 1e18),
    Case("1e19", nil, 1e19), Case("1e308", nil, 1e308),
    Case("1.7976931348623157e308", nil, .greatestFiniteMagnitude),
    Case("1.7976931348623159e308", nil, nil), Case("1e400", nil, nil), Case("-1e400", nil, nil),
    Case("1e99999999999999999999", nil, nil), Case("1e-400", nil, 0),
    Case("5e-324", nil, Double.leastNonzeroMagnitude),
    Case("2.4703282292062327e-324", nil, 0),
    Case("2.4703282292062328e-324", nil, Double.leastNonzeroMagnitude),
    Case("2.2250738585072011e-308", nil, Double.leastNormalMagnitude.nextDown),
    Case("9007199254740993", 9007199254740993, 9007199254740992), Case("0.1", nil, 0.1),
    Case("-1.6458234567890123", nil, -1.6458234567890123), Case("42.812526", nil, 42.812526),
  ])
  func edges(_ example: Case) throws {
    let number = try #require(JSONNumber(example.text))
    #expect(number.text == example.text)
    #expect(number.int == example.int)
    #expect(number.double?.bitPattern == example.double?.bitPattern)
    let bytes = Array(example.text.utf8)
    let int: Int? = try? JSONReader.read(bytes) {
      (reader) throws(JSONTextError) in try reader.readInt()
    }
    #expect(int == example.int)
    let double: Double? = try? JSONReader.read(bytes) {
      (reader) throws(JSONTextError) in try reader.readDouble()
    }
    #expect(double?.bitPattern == example.double?.bitPattern)
    #expect(try JSONNode(parsing: example.text).value == .number(number))
  }

  @Test func C12_decimalsDoNotGoThroughDouble() {
    #expect(JSONNumber("8.165")?.text == "8.165")
    #expect(JSONNumber("8.165")?.int(timesTenToThe: 3) == 8165)
    #expect(JSONNumber("8.165")?.int(timesTenToThe: 2) == nil)
    #expect(JSONNumber("1.20")?.int(timesTenToThe: 2) == 120)
    #expect(JSONNumber("-0.05")?.int(timesTenToThe: 2) == -5)
    #expect(JSONNumber("2.675")?.int(timesTenToThe: 3) == 2675)
    #expect(JSONNumber("92233720368547758.07")?.int(timesTenToThe: 2) == .max)
    #expect(JSONNumber("92233720368547758.08")?.int(timesTenToThe: 2) == nil)
    #expect(JSONNumber("120")?.int(timesTenToThe: -1) == 12)
  }

  @Test(arguments: ["", " 1", "1 ", "+1", "01", "1.", ".1", "1e", "--1", "NaN", "1,0", "0x1", "-"])
  func notNumbers(_ text: String) { #expect(JSONNumber(text) == nil) }

  @Test func errorsOfTheReader() {
    func code(_ text: String, double: Bool = false) -> String? {
      do throws(JSONTextError) {
        try JSONReader.read(Array(text.utf8)) { (reader) throws(JSONTextError) in
          try reader.beginArray()
          _ = try reader.nextElement()
          if double { _ = try reader.readDouble() } else { _ = try reader.readInt() }
          _ = try reader.nextElement()
        }
        return nil
      } catch {
        return "\(error.code) \(error.column) \(error.path)"
      }
    }
    #expect(code("[ 1.5]") == "json_not_an_integer 3 $[0]")
    #expect(code("[1e30]") == "json_number_out_of_range 2 $[0]")
    #expect(code("[1e400]", double: true) == "json_number_out_of_range 2 $[0]")
    #expect(code("[\"1\"]") == "json_unexpected_kind 2 $[0]")
    #expect(code("[1]") == nil)
  }

  /// Random numbers of every shape: the double's bits and the integer are Python's.
  @Test func sameAsPython() throws {
    var random = RandomJSON(seed: 21)
    var texts = (0..<6000).map { _ in random.number() }
    for _ in 0..<3000 {
      // Coordinates with up to 17 digits, and halves between two neighbouring doubles.
      let degrees = Double.random(in: -180...180, using: &random.generator)
      texts.append("\(degrees)")
      let between = degrees.nextUp.significandBitPattern | 1 << 52
      texts.append("\(between)" + "." + ["5", "50000000001", "49999999999"].randomElement()!)
      texts.append("\(Int.random(in: .min ... .max, using: &random.generator))")
      texts.append("\(between)e-\(Int.random(in: 1...30, using: &random.generator))")
      let bits = Double(bitPattern: .random(in: .min ... .max, using: &random.generator))
      if bits.isFinite { texts.append("\(bits)") }
    }
    for _ in 0..<500 {
      // The 19-digit decimals next to the middle between two doubles: only the rest of the division
      // tells on which side they are.
      let middle = UInt64.random(in: 1 << 53..<1 << 54, using: &random.generator) | 1
      let product = middle.multipliedFullWidth(by: 10_000_000_000_000_000_000)
      let below = product.high << 10 | product.low >> 54
      texts += ["0.\(below)", "0.\(below + 1)"]
    }
    let answers = try askOracle("json_numbers.py", texts)
    #expect(answers.count == texts.count)
    for (text, answer) in zip(texts, answers) {
      let parts = answer.split(separator: " ")
      let number = try #require(JSONNumber(text), "\(text)")
      let double = try #require(UInt64(parts[0], radix: 16).map { Double(bitPattern: $0) })
      let wanted = double.isFinite ? double : nil
      if number.double?.bitPattern != wanted?.bitPattern || number.int != Int(parts[1]) {
        Issue.record("\(text): \(String(describing: number.double)) \(answer)")
      }
    }
  }

  /// Doubles are written with the digits of Python's repr and read back as the same bits.
  @Test func shortestDoubles() throws {
    var generator = SeededGenerator(seed: 22)
    var doubles: [Double] = [
      0, -0.0, 1, 100, 1e15, 1e16, 1e17, 1e21, 1e22, 1e23, 0.1, 0.0001, 0.00001,
      Double.leastNonzeroMagnitude,
      .greatestFiniteMagnitude, .leastNormalMagnitude, 0x1p53, 0x1p54, 0x1p63,
      9_007_199_254_740_992,
    ]
    while doubles.count < 8000 {
      let double = Double(bitPattern: .random(in: .min ... .max, using: &generator))
      if double.isFinite { doubles.append(double) }
      doubles.append(Double.random(in: -180...180, using: &generator))
      doubles.append(Double(Int.random(in: -180_000_000...180_000_000, using: &generator)) / 1e6)
    }
    var lines: [String] = []
    for double in doubles {
      let text = JSONOutput.double(double).text()
      #expect(JSONNumber(text)?.double?.bitPattern == double.bitPattern, "\(text)")
      let bits = String(double.bitPattern, radix: 16)
      lines.append(String(repeating: "0", count: 16 - bits.count) + bits + " " + text)
    }
    #expect(try askOracle("json_shortest.py", lines) == [])
    #expect(JSONOutput.array([.double(.nan), .double(-.infinity)]).text() == "[null,null]")
  }
}
