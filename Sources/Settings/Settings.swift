import Phrasebook
import Tariffs

/// What a user has chosen, with what holds where nothing was chosen. docs/settings.md explains each;
/// `Setting.all` lists them with their names and allowed values.
public struct Settings: Hashable, Sendable {
  // MARK: Words for people

  /// Nil = by the environment.
  public var language: Language?
  public var clock: ClockStyle = .hours24
  public var dateFormat: DateFormat = .long

  // MARK: Where a call says nothing

  /// The id of a town.
  public var town: String?
  /// A zone of `town`.
  public var zone: String?
  public var vehicle: VehicleClass?
  /// A residents' sector of `town`.
  public var sector: String?
  public var position: PositionUse = .ask

  // MARK: Reminders

  /// Minutes before the end, the earliest first, each once; 0 = at the end. Never empty.
  public var leadTimes = [15, 10, 5]
  /// The walk back to the car, added to every lead time.
  public var walkMinutes = 0
  public var snoozeMinutes = 5
  /// What the button "extend" of a notification buys.
  public var extendMinutes = 30
  /// In the order in which they are tried, each once. Never empty.
  public var channels: [ReminderChannel] = [.desktop, .terminal]
  public var delivery: DeliveryRule = .first
  /// How long one channel may take for one attempt.
  public var channelTimeoutSeconds = 10
  /// How long the next channel stands by before it rings too, while an earlier one goes on trying.
  public var standbySeconds = 20
  /// How long a channel is tried again before its delivery has failed.
  public var giveUpMinutes = 30
  /// The program and its arguments; `{title}` and `{body}` in them are replaced. Empty = none.
  public var command: [String] = []
  /// The words of `command`, joined by spaces, are a line for `sh -c`. Nothing is replaced in it: title and
  /// body are in the environment.
  public var commandThroughShell = false
  /// Addresses of the program `apprise`, with passwords in them.
  public var appriseURLs: [String] = []
  /// `park` fails when no reminder would ring.
  public var requireReminder = false

  // MARK: The web page

  /// The daemon serves it.
  public var web = false
  /// A numeric internet address, or `localhost`.
  public var webAddress = "127.0.0.1"
  public var webPort = 8427
  /// With `{z}`, `{x}` and `{y}`; nil = the map has no background, and nothing is fetched.
  public var tileURL: String?
  public var tileAttribution: String?

  public init() {}

  /// A town that is not the present one takes along what belongs to it.
  public mutating func move(to newTown: String?) {
    guard newTown != town else { return }
    town = newTown
    zone = nil
    sector = nil
    if case .resident = vehicle { vehicle = nil }
  }
}

/// Whether a position may be used.
public enum PositionUse: String, CaseIterable, Sendable {
  case never
  /// The page asks before it takes one. One that was typed is used.
  case ask
  case allow
}

/// A way to reach the driver.
public enum ReminderChannel: String, CaseIterable, Sendable {
  case desktop, command, apprise, terminal
}

/// Which channels a reminder goes to.
public enum DeliveryRule: String, CaseIterable, Sendable {
  /// The first one that takes it.
  case first
  case all
}
