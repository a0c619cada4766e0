/// What the store cannot do.
public struct StoreError: Error, Hashable, Sendable {
  public enum Problem: Hashable, Sendable {
    /// Another program held the file for longer than the wait.
    case locked
    /// No space left. Nothing was saved.
    case full
    /// The file or its folder may not be written.
    case readOnly
    /// The file is damaged. It was not touched.
    /// - Parameter detail: what SQLite or the check says, in English, for the log.
    case corrupt(detail: String)
    /// A later version of aparka wrote the file. It was not touched.
    case newer(found: Int, known: Int)
    /// A database, but of another program (its `application_id`). It was not touched.
    case notOurs(applicationID: Int)
    /// The folder or the file cannot be made or opened.
    /// - Parameter number: `errno`.
    case cannotOpen(number: Int32)
    /// There is no file, and the settings say to make none.
    case missing
    /// Reading or writing failed.
    /// - Parameters:
    ///   - sqlite: SQLite's extended result code.
    ///   - number: `errno`, 0 when not known.
    case inputOutput(sqlite: Int32, number: Int32)
    /// A statement that should have worked did not: a defect of aparka.
    case unexpected(sqlite: Int32, detail: String)

    /// There is no such ticket.
    case noTicket(Int64)
    /// The ticket was stopped; its car has left.
    case ticketStopped(Int64)
    /// There is no such alarm.
    case noAlarm(Int64)
    /// The alarm cannot be snoozed: it has not rung, or it was cancelled.
    case alarmNotRung(Int64, Alarm.State)
    /// The alarm cannot be cancelled: it reached its end before.
    case alarmOver(Int64, Alarm.State)
    /// The moment asked for is past.
    /// - Parameter secondsAgo: 1 or more.
    case momentPast(secondsAgo: Int)
  }

  /// The database file.
  public let path: String
  public let problem: Problem

  public init(path: String, problem: Problem) {
    self.path = path
    self.problem = problem
  }

  /// A stable word for programs.
  public var code: String {
    switch problem {
    case .locked: "store_locked"
    case .full: "store_full"
    case .readOnly: "store_read_only"
    case .corrupt: "store_corrupt"
    case .newer: "store_newer"
    case .notOurs: "store_not_ours"
    case .cannotOpen: "store_cannot_open"
    case .missing: "store_missing"
    case .inputOutput: "store_io"
    case .unexpected: "store_unexpected"
    case .noTicket: "no_ticket"
    case .ticketStopped: "ticket_stopped"
    case .noAlarm: "no_alarm"
    case .alarmNotRung: "alarm_not_rung"
    case .alarmOver: "alarm_over"
    case .momentPast: "moment_past"
    }
  }

  /// The storage failed, as opposed to a wish that makes no sense.
  public var isStorage: Bool {
    switch problem {
    case .locked, .full, .readOnly, .corrupt, .newer, .notOurs, .cannotOpen, .missing,
      .inputOutput, .unexpected:
      true
    case .noTicket, .ticketStopped, .noAlarm, .alarmNotRung, .alarmOver, .momentPast: false
    }
  }
}
