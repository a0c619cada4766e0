import JSONText
import Phrasebook

/// Why a line of a batch has no answer.
enum BatchFault: Error {
  case blank
  case tooLong(limitBytes: Int)
  /// Not JSON.
  case text(JSONTextError)
  /// JSON, but not a request.
  case shape(JSONShapeError)
  case question(QuestionFault)

  /// Stable, for programs.
  var code: String {
    switch self {
    case .blank: "blank_line"
    case .tooLong: "line_too_long"
    case .text(let error): error.code
    case .shape(let error): error.code
    case .question(let fault): fault.code
    }
  }
}

extension CommandContext {
  /// One line for people.
  func message(_ fault: BatchFault) -> String {
    switch fault {
    case .blank: phrase("batch.blank_line")
    case .tooLong(let limit): phrase("batch.line_too_long", ["limit": "\(limit >> 20) MiB"])
    case .text(let error):
      phrase(
        "batch.not_json",
        [
          "column": "\(error.column)",
          "what": phrases.fault(error).message,
        ])
    case .shape(let error):
      phrase(
        "batch.not_a_request", ["path": error.path.description, "what": phrases.message(error)])
    case .question(let fault): failure(fault).message
    }
  }
}
