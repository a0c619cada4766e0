import CivilTime
import JSONText

/// How the daemon is: the answer to `state`.
public struct DaemonState: Hashable, Sendable {
  public struct Channel: Hashable, Sendable {
    public enum State: String, Sendable {
      /// Nothing was sent through it since the daemon started.
      case untried
      /// The last notice was taken.
      case working
      /// The last notice was not taken; `reason` says why.
      case failing
    }

    public var name: String
    public var state: State
    public var reason: String?

    public init(name: String, state: State = .untried, reason: String? = nil) {
      self.name = name
      self.state = state
      self.reason = reason
    }
  }

  public var process: Int
  public var version: String
  public var since: Instant
  /// When something is to be done next; nil = nothing is pending.
  public var next: Instant?
  public var channels: [Channel]
  /// The code of the store's fault, nil when it works.
  public var storeFault: String?
  /// The settings could not be read: those of before, or the defaults, hold.
  public var settingsFault: Bool

  public init(
    process: Int, version: String, since: Instant, next: Instant?, channels: [Channel],
    storeFault: String?, settingsFault: Bool
  ) {
    self.process = process
    self.version = version
    self.since = since
    self.next = next
    self.channels = channels
    self.storeFault = storeFault
    self.settingsFault = settingsFault
  }

  /// Without a line end.
  var json: String {
    JSONOutput.object([
      ("pid", .int(process)), ("version", .string(version)), ("since", .string(since.iso8601)),
      ("next", next.map { .string($0.iso8601) } ?? .null),
      (
        "channels",
        .array(
          channels.map { channel in
            .object([
              ("channel", .string(channel.name)), ("state", .string(channel.state.rawValue)),
              ("reason", channel.reason.map { .string($0) } ?? .null),
            ])
          })
      ), ("store_fault", storeFault.map { .string($0) } ?? .null),
      ("settings_fault", .bool(settingsFault)),
    ]).text()
  }

  init?(json text: String) {
    guard let root = try? JSONNode(parsing: Array(text.utf8)) else { return nil }
    do { self = try Self(JSONCursor(root)) } catch { return nil }
  }

  private init(_ root: JSONCursor) throws(JSONShapeError) {
    process = try root.member("pid").int(in: 1...Int(Int32.max))
    version = try root.member("version").string()
    since = try Self.instant(root.member("since"))
    let next = try root.member("next")
    self.next = next.isNull ? nil : try Self.instant(next)
    channels = []
    for channel in try root.member("channels").array() {
      let reason = try channel.member("reason")
      channels.append(
        Channel(
          name: try channel.member("channel").string(),
          state: Channel.State(rawValue: try channel.member("state").string()) ?? .untried,
          reason: reason.isNull ? nil : try reason.string()))
    }
    let fault = try root.member("store_fault")
    storeFault = fault.isNull ? nil : try fault.string()
    settingsFault = try root.member("settings_fault").bool()
  }

  private static func instant(_ cursor: JSONCursor) throws(JSONShapeError) -> Instant {
    let text = try cursor.string()
    do { return try Instant(iso8601: text) } catch {
      throw cursor.refused("bad_instant", text)
    }
  }
}
