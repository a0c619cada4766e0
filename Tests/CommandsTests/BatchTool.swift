import CivilTime
import Commands
import Foundation
import JSONText
import TestSupport

/// A run of the program inside the test, with its own streams.
struct BatchTool {
  let status: Int32
  let output: String
  let errors: String

  /// The lines of standard output.
  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  init(_ arguments: [String], input: any InputSource = PieceInput([])) {
    let sink = MemoryOutput()
    status = CommandLineTool.run(Self.invocation(arguments), output: sink, input: input)
    output = sink.text
    errors = sink.errorText
  }

  init(_ arguments: [String], lines: [String]) {
    self.init(arguments, input: PieceInput([Array(lines.map { $0 + "\n" }.joined().utf8)]))
  }

  static func invocation(_ arguments: [String]) -> Invocation {
    Invocation(
      arguments: arguments,
      environment: ["APARKA_DATA": Repository.root.path, "LC_ALL": "en_GB.UTF-8"],
      now: Instant(secondsSince1970: 1_790_000_000), executable: nil,
      laterNow: { Instant(secondsSince1970: 1_790_003_600) })
  }

  /// `--json` of a single call, compacted; its complaint when it has no answer.
  static func single(_ arguments: [String]) throws -> (answer: String?, complaint: String) {
    let run = BatchTool(["quote", "--json"] + arguments)
    guard run.status == 0 else { return (nil, run.errors) }
    return (JSONOutput(try JSONNode(parsing: Array(run.output.utf8))).text(), "")
  }

  /// The program as it was built beside the tests.
  static let built = Repository.file(".build/debug/aparka")
}

final class MemoryOutput: OutputSink {
  private(set) var text = ""
  private(set) var errorText = ""
  let failedWrite: Int32? = nil

  func write(_ text: String) { self.text += text }
  func writeError(_ text: String) { errorText += text }
}

/// Hands out pieces one by one, whatever the lines in them; a piece must fit the reader's room.
final class PieceInput: InputSource {
  private var pieces: ArraySlice<[UInt8]>
  /// Called before a piece is handed out, and at the end.
  var beforeRead: () -> Void = {}

  /// Pieces longer than a reader surely has room for are cut.
  init(_ pieces: [[UInt8]]) {
    let most = 1 << 16
    self.pieces =
      pieces.flatMap { piece in
        stride(from: 0, to: piece.count, by: most).map {
          Array(piece[$0..<min($0 + most, piece.count)])
        }
      }[...]
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
    beforeRead()
    guard let piece = pieces.popFirst() else { return 0 }
    buffer.copyBytes(from: piece)
    return piece.count
  }
}
