import EventLoop

public final class CommandChannel: Channel {
  public let name = "command"

  public init(
    words: [String], usesShell: Bool = false, environment: [String: String],
    timeoutMilliseconds: Int = 30_000, loop: EventLoop
  ) {
  }

  public func deliver(_ notice: Notice, finished: @escaping (DeliveryOutcome) -> Void) {
  }

  public func check(finished: @escaping (ChannelHealth) -> Void) {}
}
