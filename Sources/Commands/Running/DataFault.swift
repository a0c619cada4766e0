import DataLibrary
import JSONText
import OpeningHours
import Phrasebook
import Tariffs

/// Something wrong with a data file, for people and for programs.
struct DataFault: Hashable {
  /// Stable, for programs.
  let code: String
  /// In the file; 1-based. Nil when it is the whole file that is wrong.
  var position: TextPosition?
  /// The JSON path, or the key of a phrase.
  var place: String?
  /// In the user's language.
  let message: String

  /// `path:line:column: place: what is wrong`.
  func text(path: String) -> String {
    let position = position.map { ":\($0.line):\($0.column)" } ?? ""
    return path + position + ": " + (place.map { $0 + ": " } ?? "") + message
  }

  var json: JSONOutput {
    .object([
      ("code", .string(code)), ("line", .optional(position?.line)),
      ("column", .optional(position?.column)), ("place", .optional(place)),
      ("message", .string(message)),
    ])
  }
}

extension Phrasebook {
  func fault(_ error: FileReadingError) -> DataFault {
    switch error {
    case .notFound:
      DataFault(code: "file_not_found", message: phrase("file.not_found"))
    case .unreadable(_, let number):
      DataFault(
        code: "file_unreadable", message: phrase("file.unreadable", ["reason": reason(number)]))
    case .tooLarge(_, let limit):
      DataFault(
        code: "file_too_large", message: phrase("file.too_large", ["limit": "\(limit >> 20) MiB"]))
    }
  }

  func fault(_ error: JSONTextError) -> DataFault {
    let words =
      if case .unexpectedKind(let wanted, let found) = error.kind {
        unexpectedKind("json.json_unexpected_kind", wanted, found)
      } else {
        phrase("json.\(error.code)", ["detail": error.detail])
      }
    return DataFault(
      code: error.code, position: TextPosition(line: error.line, column: error.column),
      place: "\(error.path)", message: words)
  }

  /// In the order of the text; what is said twice of the same place is said once.
  func faults(_ located: [LocatedFault]) -> [DataFault] {
    var faults: [DataFault] = []
    for item in located.sorted(by: { ($0.line, $0.column) < ($1.line, $1.column) }) {
      let fault = DataFault(
        code: item.fault.code, position: TextPosition(line: item.line, column: item.column),
        place: "\(item.fault.path)", message: message(item.fault))
      if !faults.contains(fault) { faults.append(fault) }
    }
    return faults
  }

  func message(_ fault: JSONShapeError) -> String {
    switch fault.kind {
    case .expected(let wanted, let found): unexpectedKind("json.json_expected", wanted, found)
    case .missingMember(let name): phrase("json.json_missing_member", ["name": name])
    case .unknownMember(let name, let known):
      closest(to: name, among: known).map {
        phrase("json.json_unknown_member_closest", ["name": name, "closest": $0])
      } ?? phrase("json.json_unknown_member", ["name": name])
    case .notAnInteger(let text): phrase("json.json_not_an_integer", ["detail": text])
    case .numberOutOfRange(let text): phrase("json.json_number_out_of_range", ["detail": text])
    case .outOfBounds(let value, let allowed):
      phrase(
        "json.json_out_of_bounds",
        [
          "value": "\(value)", "least": "\(allowed.lowerBound)", "most": "\(allowed.upperBound)",
        ])
    case .unknownWord(let word, let allowed):
      phrase(
        "json.json_unknown_word", ["word": word, "allowed": allowed.joined(separator: ", ")])
    case .refused(FileFault.badHours.rawValue, let text): badHours(text)
    case .refused(let code, let text): phrase("fault.\(code)", ["detail": text])
    }
  }

  private func unexpectedKind(_ key: String, _ wanted: JSONKind, _ found: JSONKind) -> String {
    phrase(
      key, ["wanted": phrase("json_kind.\(wanted)"), "found": phrase("json_kind.\(found)")])
  }

  /// The detail of `bad_hours` is the code, the column and the offending piece of the schedule.
  private func badHours(_ detail: String) -> String {
    let parts = detail.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      return phrase("fault.bad_hours", ["column": "1", "problem": detail])
    }
    let ended = parts[0] == OpeningHoursError.Problem.unexpected.rawValue && parts[2].isEmpty
    let code = ended ? "unexpected-end" : String(parts[0])
    return phrase(
      "fault.bad_hours",
      [
        "column": String(parts[1]),
        "problem": phrase("hours_error.\(code)", ["text": String(parts[2])]),
      ])
  }
}

extension JSONTextError {
  /// The piece of text that the error is about, if it has one.
  fileprivate var detail: String {
    switch kind {
    case .duplicateKey(let key, _, _): key
    case .unknownLiteral(let text), .numberOutOfRange(let text), .notAnInteger(let text): text
    case .tooDeep(let limit): "\(limit)"
    default: ""
    }
  }
}
