import EventLoop

public final class TerminalChannel: Channel {
  public let name = "terminal"

  public init(
    standardOutput: Int32 = 1, folders: [String] = ["/dev/pts", "/dev"],
    timeoutMilliseconds: Int = 2_000, loop: EventLoop
  ) {
  }

  public func deliver(_ notice: Notice, finished: @escaping (DeliveryOutcome) -> Void) {
  }

  public func check(finished: @escaping (ChannelHealth) -> Void) {}
}
