import EventLoop

public final class AppriseChannel: Channel {
  public let name: String

  public init(
    name: String = "apprise", address: String, program: String = "apprise",
    environment: [String: String], timeoutMilliseconds: Int = 30_000, loop: EventLoop
  ) {
    self.name = name
  }

  public func deliver(_ notice: Notice, finished: @escaping (DeliveryOutcome) -> Void) {
  }

  public func check(finished: @escaping (ChannelHealth) -> Void) {}
}
