import DataLibrary
import Glibc
import JSONText
import OpeningHours
import Phrasebook
import Tariffs

extension CommandContext {
  /// What went wrong with the data, for people.
  func failure(_ error: LibraryError) -> CommandFailure {
    switch error {
    case .file(let error): .failure(message(error))
    case .text(let path, let error): .failure(message(path: path, error))
    case .faults(let path, let faults):
      .failure(faults.map { message(path: path, $0) }.joined(separator: "\n"))
    case .timeZone(let path, let error):
      .failure(
        phrase("error.bad_time_zone", ["path": path, "offset": "\(error.byteOffset)"]))
    case .unknownTown(let id, let known):
      .usage(unknownTown(id, known: known))
    }
  }

  private func unknownTown(_ id: String, known: [String]) -> String {
    let values = ["town": id, "known": known.joined(separator: ", ")]
    guard let closest = closest(to: id, among: known) else {
      return phrase("error.unknown_town", values)
    }
    return phrase("error.unknown_town_closest", values.merging(["closest": closest]) { $1 })
  }

  func message(_ error: FileReadingError) -> String {
    switch error {
    case .notFound(let path): phrase("error.file_not_found", ["path": path])
    case .unreadable(let path, let number):
      phrase("error.file_unreadable", ["path": path, "reason": reason(errorNumber: number)])
    case .tooLarge(let path, let limit):
      phrase("error.file_too_large", ["path": path, "limit": "\(limit >> 20) MiB"])
    }
  }

  private func reason(errorNumber: Int32) -> String {
    switch errorNumber {
    case EACCES, EPERM: phrase("file_reason.denied")
    case EISDIR: phrase("file_reason.folder")
    case ELOOP: phrase("file_reason.loop")
    case ENAMETOOLONG: phrase("file_reason.name_too_long")
    default: phrase("file_reason.other", ["number": "\(errorNumber)"])
    }
  }

  /// `path:line:column: $.json.path: what is wrong`.
  func message(path: String, _ error: JSONTextError) -> String {
    let words =
      if case .unexpectedKind(let wanted, let found) = error.kind {
        unexpectedKind("json.json_unexpected_kind", wanted, found)
      } else {
        phrase("json.\(error.code)", ["detail": error.detail])
      }
    return "\(path):\(error.line):\(error.column): \(error.path): \(words)"
  }

  func message(path: String, _ located: LocatedFault) -> String {
    let fault = located.fault
    return "\(path):\(located.line):\(located.column): \(fault.path): \(message(fault))"
  }

  func message(_ fault: JSONShapeError) -> String {
    switch fault.kind {
    case .expected(let wanted, let found):
      unexpectedKind("json.json_expected", wanted, found)
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
    guard parts.count == 3 else { return phrase("fault.bad_hours", ["problem": detail]) }
    let ended = parts[0] == OpeningHoursError.Problem.unexpected.rawValue && parts[2].isEmpty
    return phrase(
      "fault.bad_hours",
      [
        "column": String(parts[1]),
        "problem": phrase(
          "hours_error.\(ended ? "unexpected-end" : parts[0])", ["text": String(parts[2])]),
      ])
  }
}

extension JSONTextError {
  /// The piece of text that the error is about, if it has one.
  var detail: String {
    switch kind {
    case .duplicateKey(let key, _, _): key
    case .unknownLiteral(let text), .numberOutOfRange(let text): text
    case .tooDeep(let limit): "\(limit)"
    default: ""
    }
  }
}
