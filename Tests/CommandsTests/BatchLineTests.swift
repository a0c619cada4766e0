import Foundation
import JSONText
import TestSupport
import Testing

@testable import Commands

/// What a batch does with lines that are no questions, and with the stream around them.
struct BatchLineTests {
  private static let good =
    #"{"town":"calatayud","zone":"blue","at":"2025-10-14T10:00","minutes":20}"#

  @Test(arguments: [
    ("", "blank_line"), ("  \t\r", "blank_line"), ("nope", "json_unknown_literal"),
    ("[]", "json_expected"), ("null", "json_expected"), ("7", "json_expected"),
    (#"{"town":"calatayud""#, "json_unexpected_end"), ("{}{}", "json_trailing_text"),
    (#"{"town":"a","town":"b"}"#, "json_duplicate_key"), ("\u{FEFF}{}", "json_byte_order_mark"),
    (#"{"towns":"calatayud"}"#, "json_unknown_member"), (#"{"zone":"blue"}"#, "no_town"),
    (#"{"town":"calatayud"}"#, "no_zone"), (#"{"town":"calatayud","zone":"blue"}"#, "no_want"),
    (#"{"town":"nowhere","zone":"blue","minutes":1}"#, "unknown_town"),
    (#"{"town":"calatayud","zone":"red","minutes":1}"#, "unknown_zone"),
    (#"{"town":7}"#, "json_expected"), (#"{"minutes":"20"}"#, "json_expected"),
    (#"{"minutes":1.5}"#, "json_not_an_integer"),
    (#"{"minutes":1e300}"#, "json_number_out_of_range"),
    (#"{"minutes":0}"#, "json_out_of_bounds"), (#"{"money_cents":-1}"#, "json_out_of_bounds"),
    (#"{"money_cents":1000001}"#, "json_out_of_bounds"),
    (#"{"minutes":20,"until":"13:00"}"#, "several_wants"),
    (#"{"vehicle":"bus"}"#, "unknown_vehicle"),
    (#"{"signals":{"no2":"high"}}"#, "json_expected"), (#"{"signals":[]}"#, "json_expected"),
    (#"{"assume":{"gap":"jump"}}"#, "json_unknown_word"),
    (#"{"assume":{"gab":"cut"}}"#, "json_unknown_member"),
    (#"{"previous":[{"from":"10:00"}]}"#, "json_missing_member"),
    (#"{"previous":[{"from":"10:00","until":"11:00","x":1}]}"#, "json_unknown_member"),
    (#"{"previous":{}}"#, "json_expected"), (#"{"id":[1]}"#, "json_expected"),
    (
      #"{"town":"calatayud","zone":"blue","minutes":1,"previous":[{"from":"11:00","until":"10:00"}]}"#,
      "backward_previous"
    ),
    (
      #"{"town":"calatayud","zone":"blue","minutes":1,"at":"2025-02-30T10:00"}"#,
      "moment_no_such_date"
    ),
    (#"{"town":"calatayud","zone":"blue","amount":"1.205"}"#, "amount_too_many_decimals"),
    (#"{"a":[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]}"#, "json_too_deep"),
  ])
  func badLine(line: String, code: String) throws {
    let run = BatchTool(["quote", "--batch"], lines: [Self.good, line, Self.good])
    #expect(run.status == 0)
    try #require(run.lines.count == 3)
    #expect(run.lines[0] == run.lines[2])
    #expect(run.lines[0].hasPrefix(#"{"town":"calatayud""#))
    let answer = try JSONCursor(JSONNode(parsing: Array(run.lines[1].utf8)))
    #expect(try answer.member("error").member("code").string() == code)
    #expect(try answer.member("line").int() == 2)
    let message = try answer.member("error").member("message").string()
    #expect(!message.isEmpty && !message.contains("«") && !message.contains("{{"))
  }

  @Test func invalidUTF8() throws {
    var bytes = Array(Self.good.utf8)
    bytes.insert(0xFF, at: 10)
    let run = BatchTool(["quote", "--batch"], input: PieceInput([bytes + [0x0A], bytes]))
    #expect(run.status == 0)
    #expect(run.lines.count == 2)
    for line in run.lines { #expect(line.hasPrefix(#"{"error":{"code":"json_invalid_utf8""#)) }
  }

  /// A line of exactly 1 MiB is answered, a longer one is an error, and the run goes on.
  @Test func longLines() throws {
    let limit = BatchRun.lineLimitBytes
    let fill = String(repeating: " ", count: limit - Self.good.utf8.count)
    let huge = String(repeating: "x", count: 3 * limit)
    let run = BatchTool(
      ["quote", "--batch"],
      lines: [Self.good + fill, Self.good + fill + " ", huge, Self.good, String(huge.dropLast())])
    #expect(run.lines.count == 5)
    #expect(run.lines[0] == run.lines[3])
    for (line, number) in [(1, 2), (2, 3), (4, 5)] {
      #expect(run.lines[line].hasPrefix(#"{"error":{"code":"line_too_long""#))
      #expect(run.lines[line].hasSuffix(#""line":\#(number)}"#))
    }
  }

  @Test(arguments: [
    (#""x""#, #""x""#), ("7", "7"), ("1.0", "1.0"), ("-0", "-0"), ("1e400", "1e400"),
    ("12345678901234567890123", "12345678901234567890123"), ("null", "null"), ("true", "true"),
    (#""é\u00e9\n\u2028""#, #""éé\n\u2028""#), (#""""#, #""""#),
  ])
  func idsComeBack(id: String, back: String) {
    let run = BatchTool(
      ["quote", "--batch"],
      lines: [
        #"{"id":\#(id),"# + Self.good.dropFirst(), String(Self.good.dropLast()) + #","id":\#(id)}"#,
        #"{"minutes":"twenty","x":[1,{"y":2}],"id":\#(id)}"#, Self.good,
      ])
    #expect(run.lines.count == 4)
    let plain = run.lines[3].dropFirst()
    #expect(run.lines[0] == #"{"id":\#(back),"# + plain)
    #expect(run.lines[1] == run.lines[0])
    #expect(run.lines[2].hasPrefix(#"{"id":\#(back),"error":{"code":"json_expected""#))
  }

  /// However the stream is cut into pieces, the answers are the same and in order.
  @Test func piecesDoNotMatter() {
    var generator = SeededGenerator(seed: 4)
    var bytes: [UInt8] = []
    for number in 0..<60 {
      switch number % 7 {
      case 3: bytes += Array("nope \(number)".utf8)
      case 5: bytes += []
      default: bytes += Array(#"{"id":\#(number),"#.utf8) + Array(Self.good.utf8.dropFirst())
      }
      bytes += number % 4 == 0 ? [0x0D, 0x0A] : [0x0A]
    }
    bytes += Array(Self.good.utf8)
    let whole = BatchTool(["quote", "--batch"], input: PieceInput([bytes]))
    #expect(whole.lines.count == 61)
    for (number, line) in whole.lines.enumerated() where number < 60 {
      let wanted =
        number % 7 == 3 || number % 7 == 5 ? #""line":\#(number + 1)}"# : #"{"id":\#(number),"#
      #expect(line.contains(wanted))
    }
    for _ in 0..<10 {
      var pieces: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = min(Int.random(in: 1...300, using: &generator), rest.count)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(BatchTool(["quote", "--batch"], input: PieceInput(pieces)).output == whole.output)
    }
  }

  /// The reader against a plain split, with a limit small enough to matter.
  @Test func linesAreThoseOfASplit() throws {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<200 {
      let limit = Int.random(in: 0...200_000, using: &generator)
      let bytes = (0..<Int.random(in: 0...6, using: &generator)).flatMap { _ -> [UInt8] in
        let count = Int.random(
          in: 0...(Bool.random(using: &generator) ? 5 : 300_000), using: &generator)
        return Array(repeating: 0x61, count: count) + [0x0A]
      }.dropLast(Bool.random(using: &generator) ? 1 : 0)
      var expected = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        $0.count > limit ? -1 : $0.count
      }
      if bytes.isEmpty || bytes.last == 0x0A { expected.removeLast() }
      let reader = LineReader(PieceInput([Array(bytes)]), limitBytes: limit)
      var lengths: [Int] = []
      repeat {
        while let line = reader.nextInMemory() {
          switch line {
          case .tooLong: lengths.append(-1)
          case .bytes(let line):
            lengths.append(line.count)
            #expect(line.allSatisfy { $0 == 0x61 })
          }
        }
      } while try reader.readMore()
      #expect(lengths == expected)
    }
  }

  /// Nothing is waited for while an answer is owed.
  @Test func answersBeforeWaiting() {
    let pieces = (0..<5).map { Array((#"{"id":\#($0),"# + Self.good.dropFirst() + "\n").utf8) }
    let input = PieceInput(pieces + [[0x7B]])
    let sink = MemoryOutput()
    var given = 0
    input.beforeRead = {
      #expect(sink.text.split(separator: "\n").count == min(given, 5))
      given += 1
    }
    let status = CommandLineTool.run(
      BatchTool.invocation(["quote", "--batch"]), output: sink, input: input)
    #expect(status == 0)
    #expect(given == 7)
    #expect(sink.text.split(separator: "\n").last?.contains("json_unexpected_end") == true)
  }

  @Test func aStreamThatBreaksIsAFailure() {
    final class Broken: InputSource {
      func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
        throw InputFault(errorNumber: 5)
      }
    }
    let run = BatchTool(["quote", "--batch"], input: Broken())
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("aparka: Standard input cannot be read ("))
  }
}
