import Phrasebook
import Reminders

extension NoticeWords {
  /// Why the store did not do something, in words for people.
  func reason(_ error: StoreError) -> String {
    phrases.capitalized(phrases.reason(error))
  }
}

extension Phrasebook {
  /// What the store cannot do, as a sentence for people. The path is left out where it says nothing.
  public func reason(_ error: StoreError) -> String {
    var values = ["path": error.path]
    switch error.problem {
    case .newer(let found, let known):
      values["found"] = "\(found)"
      values["known"] = "\(known)"
    case .cannotOpen(let number): values["number"] = "\(number)"
    case .inputOutput(let sqlite, _): values["number"] = "\(sqlite)"
    case .unexpected(let sqlite, _): values["number"] = "\(sqlite)"
    case .noTicket(let id), .ticketStopped(let id): values["ticket"] = "\(id)"
    case .noAlarm(let id), .alarmNotRung(let id, _), .alarmOver(let id, _):
      values["alarm"] = "\(id)"
    case .momentPast(let seconds): values["duration"] = duration(minutes: (seconds + 59) / 60)
    case .locked, .full, .readOnly, .corrupt, .notOurs, .missing: break
    }
    return phrase("store_error.\(error.code)", values)
  }
}
