import EventLoop

/// What the channels need to know; the settings and the environment fill it in.
public struct ChannelParameters: Hashable, Sendable {
  /// The channels in the driver's order.
  public var names = ["desktop", "command", "apprise", "terminal"]
  /// The process's environment: the bus's address is taken from it, and child processes get it.
  public var environment: [String: String]
  /// Milliseconds that one attempt may take.
  public var desktopTimeout = 5_000
  public var commandTimeout = 30_000
  public var appriseTimeout = 30_000
  public var terminalTimeout = 2_000
  /// The driver's command and its arguments; `{title}` and `{body}` are replaced in each word. With
  /// `commandUsesShell` the words, joined by spaces, are a line for `sh -c`, in which nothing is replaced.
  public var command: [String] = []
  public var commandUsesShell = false
  /// One address each, `ntfy://topic`, `mailto://...`; `{key}` is replaced by the notice's key.
  public var appriseAddresses: [String] = []
  public var appriseProgram = "apprise"
  /// Words of the `default` action's and other buttons' owner, shown by notification servers.
  public var applicationName = "aparka"
  /// Name of the installed `.desktop` file, without its ending.
  public var desktopEntry = "aparka"

  public init(environment: [String: String]) {
    self.environment = environment
  }
}

/// The channels that the settings ask for, in their order.
public final class ChannelSet {
  /// A channel of the settings that cannot be had.
  public struct LeftOut: Hashable, Sendable {
    public let name: String
    /// `unknown_channel` or `not_configured`.
    public let fault: ChannelFault
  }

  public let channels: [any Channel]
  public let leftOut: [LeftOut]
  /// The desktop channel among them: it hears buttons and new servers.
  public let desktop: DesktopChannel?

  /// Opens nothing: a channel connects when it is first used.
  public init(_ parameters: ChannelParameters, loop: EventLoop) {
    var channels: [any Channel] = []
    var leftOut: [LeftOut] = []
    var desktop: DesktopChannel?
    for name in parameters.names where !channels.contains(where: { $0.name == name }) {
      switch name {
      case "desktop":
        let channel = DesktopChannel(
          environment: parameters.environment, timeoutMilliseconds: parameters.desktopTimeout,
          applicationName: parameters.applicationName, desktopEntry: parameters.desktopEntry,
          loop: loop)
        desktop = channel
        channels.append(channel)
      case "command" where !parameters.command.isEmpty:
        channels.append(
          CommandChannel(
            words: parameters.command, usesShell: parameters.commandUsesShell,
            environment: parameters.environment, timeoutMilliseconds: parameters.commandTimeout,
            loop: loop))
      case "apprise" where !parameters.appriseAddresses.isEmpty:
        for (index, address) in parameters.appriseAddresses.enumerated() {
          channels.append(
            AppriseChannel(
              name: index == 0 ? name : "\(name)-\(index + 1)", address: address,
              program: parameters.appriseProgram, environment: parameters.environment,
              timeoutMilliseconds: parameters.appriseTimeout, loop: loop))
        }
      case "terminal":
        channels.append(
          TerminalChannel(timeoutMilliseconds: parameters.terminalTimeout, loop: loop))
      case "command", "apprise":
        leftOut.append(LeftOut(name: name, fault: ChannelFault(.notConfigured)))
      default:
        leftOut.append(LeftOut(name: name, fault: ChannelFault(.unknownChannel, detail: name)))
      }
    }
    self.channels = channels
    self.leftOut = leftOut
    self.desktop = desktop
  }

  /// The channel of an outbox row.
  public func channel(named name: String) -> (any Channel)? {
    channels.first { $0.name == name }
  }

  /// Takes a notice back wherever it may still be on show.
  public func withdraw(key: String) {
    for channel in channels { channel.withdraw(key: key) }
  }
}
