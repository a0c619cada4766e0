/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable {
  /// The call's name, for the log (`epoll_wait`).
  public let call: String
  /// Its `errno`.
  public let number: Int32

  public init(call: String, number: Int32) {
    self.call = call
    self.number = number
  }
}
