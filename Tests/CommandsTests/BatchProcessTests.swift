import Foundation
import TestSupport
import Testing

/// The program as it was built, at the other end of pipes.
struct BatchProcessTests {
  /// A line is written only when the answer to the one before has been read.
  @Test(.timeLimit(.minutes(1))) func coProcess() throws {
    let process = Process()
    process.executableURL = BatchTool.built
    process.arguments = ["quote", "--batch", "--town", "calatayud"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for number in 0..<20 {
      let line =
        #"{"id":\#(number),"zone":"blue","at":"2025-10-14T10:00","money_cents":\#(number * 5)}"#
      try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
      var answer = Data()
      while answer.last != 0x0A {
        let piece = output.fileHandleForReading.availableData
        try #require(!piece.isEmpty)
        answer += piece
      }
      let text = String(decoding: answer, as: UTF8.self)
      #expect(text.hasPrefix(#"{"id":\#(number),"town":"calatayud""#))
      #expect(text.dropLast().contains("\n") == false)
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// Peak memory is that of a run a third as long; scripts/batch-memory.py does the same with a million
  /// lines.
  @Test(.timeLimit(.minutes(5))) func memoryIsFlat() throws {
    let report = try runOracle(
      "../../scripts/batch-memory.py",
      arguments: [BatchTool.built.path, "varied", "6000", "18000"])
    let rows = String(decoding: report, as: UTF8.self).split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t").compactMap { Double(String($0)) }
    }
    try #require(rows.count == 2)
    #expect(rows.map { $0[1] } == [6000, 18000])
    // KiB. Twelve thousand more answers of a kilobyte each, if any were kept, would be three times the
    // allowance; the rest is what the allocator holds back.
    #expect(rows[1][2] < rows[0][2] + 4096)
  }
}
