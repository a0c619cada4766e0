import DataLibrary
import Glibc
import JSONText
import Phrasebook
import Tariffs

extension CommandContext {
  /// What went wrong with the data, for people.
  func failure(_ error: LibraryError) -> CommandFailure {
    if case .unknownTown(let id, let known) = error {
      return .usage(unknownTown(id, known: known)).coded("unknown_town")
    }
    let (path, faults) = faults(error)
    return .failure(faults.map { $0.text(path: path) }.joined(separator: "\n"))
      .coded("town_unreadable")
  }

  /// The file concerned and what is wrong with it.
  func faults(_ error: LibraryError) -> (path: String, faults: [DataFault]) {
    switch error {
    case .file(let error): (error.path, [phrases.fault(error)])
    case .text(let path, let error): (path, [phrases.fault(error)])
    case .faults(let path, let faults): (path, phrases.faults(faults))
    case .timeZone(let path, let error):
      (
        path,
        [
          DataFault(
            code: error.code,
            message: phrase("file.bad_time_zone", ["offset": "\(error.byteOffset)"]))
        ]
      )
    case .unknownTown(let id, let known):
      (library.path(ofTown: id), [DataFault(code: "", message: unknownTown(id, known: known))])
    }
  }

  private func unknownTown(_ id: String, known: [String]) -> String {
    let values = ["town": id, "known": known.joined(separator: ", ")]
    guard let closest = closest(to: id, among: known) else {
      return phrase("error.unknown_town", values)
    }
    return phrase("error.unknown_town_closest", values.merging(["closest": closest]) { $1 })
  }
}

extension Phrasebook {
  /// What an `errno` says about a file.
  func reason(_ errorNumber: Int32) -> String {
    switch errorNumber {
    case EACCES, EPERM: phrase("file_reason.denied")
    case EISDIR: phrase("file_reason.folder")
    case ELOOP: phrase("file_reason.loop")
    case ENAMETOOLONG: phrase("file_reason.name_too_long")
    case ENOSPC, EDQUOT: phrase("file_reason.disk_full")
    case ENOENT: phrase("file_reason.not_there")
    case ENOTDIR: phrase("file_reason.not_a_folder")
    case EROFS: phrase("file_reason.read_only")
    case ENXIO, EPIPE: phrase("file_reason.no_reader")
    case EIO: phrase("file_reason.broken")
    case EMFILE, ENFILE: phrase("file_reason.too_many_files")
    case ENODEV, EINVAL: phrase("file_reason.no_such_device")
    default: phrase("file_reason.other", ["number": "\(errorNumber)"])
    }
  }
}
