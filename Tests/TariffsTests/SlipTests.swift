import Foundation
import TestSupport
import Testing

/// A seeded sample of what scripts/mutate-towns.py does to all files: figures changed by the smallest
/// slip, which the check of the file must notice.
@Suite struct SlipTests {
  @Test func mostSlipsInTownFilesAreNoticed() throws {
    let process = Process()
    process.executableURL = Repository.python
    process.arguments = [
      Repository.file("scripts/mutate-towns.py").path, "--sample", "40", "--seed", "3",
      "--at-least", "90", "--aparka", Program.path, "--jobs", "1",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("changes  noticed"))
  }
}
