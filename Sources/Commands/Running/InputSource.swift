import Glibc

/// Where a command that reads a stream reads it from.
public protocol InputSource: AnyObject {
  /// Waits for bytes and puts some at the beginning of `buffer`, which is not empty.
  ///
  /// - Returns: how many; 0 at the end of the stream.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int
  /// Whether somebody sits there who can be asked.
  var isTerminal: Bool { get }
}

extension InputSource {
  public var isTerminal: Bool { false }
}

/// The stream cannot be read.
public struct InputFault: Error, Hashable, Sendable {
  /// The system's number (`EIO`, `EISDIR` ...).
  public let errorNumber: Int32

  public init(errorNumber: Int32) { self.errorNumber = errorNumber }
}

/// Standard input.
public final class StandardInput: InputSource {
  public init() {}

  public var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
    while true {
      let count = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw InputFault(errorNumber: errno) }
    }
  }
}
