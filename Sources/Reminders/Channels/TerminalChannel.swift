import CLinux
import EventLoop
import Glibc

/// Writes to this process's own terminal, else to the terminals of the user, as `write(1)` does.
///
/// A terminal is the user's when its device belongs to this process's user and takes messages
/// (`mesg y`: writable by its group). Nobody logged in is not a delivery.
public final class TerminalChannel: Channel {
  public let name = "terminal"

  private let standardOutput: Int32
  private let folders: [String]
  private let timeoutMilliseconds: Int
  private let loop: EventLoop

  /// - Parameters:
  ///   - standardOutput: the descriptor that may be a terminal.
  ///   - folders: where terminals are looked for otherwise: devices named by a number, or `tty` and one.
  public init(
    standardOutput: Int32 = 1, folders: [String] = ["/dev/pts", "/dev"],
    timeoutMilliseconds: Int = 2_000, loop: EventLoop
  ) {
    self.standardOutput = standardOutput
    self.folders = folders
    self.timeoutMilliseconds = timeoutMilliseconds
    self.loop = loop
  }

  public func deliver(_ notice: Notice, finished: @escaping (DeliveryOutcome) -> Void) {
    let terminals = Terminal.open(standardOutput: standardOutput, folders: folders)
    guard !terminals.isEmpty else {
      loop.soon { finished(.retry(.noTerminal)) }
      return
    }
    let names = terminals.map(\.name).joined(separator: " ")
    let attempt = Attempt<DeliveryOutcome>(
      loop: loop, timeoutMilliseconds: timeoutMilliseconds,
      late: .retry(.terminalStopped, names), finished: finished)
    var unfinished = terminals.count
    // Lines end with a carriage return for terminals in raw mode; the bell is for who looks elsewhere.
    let text =
      "\u{7}\r\n\(PlainText.line(notice.title))\r\n"
      + PlainText.cleaned(notice.body, lineEnd: "\r\n") + "\r\n"
    for terminal in terminals {
      TerminalWriting.start(
        text, on: terminal, timeoutMilliseconds: timeoutMilliseconds, loop: loop
      ) { isWritten in
        unfinished -= 1
        if isWritten {
          attempt.end(.delivered(receipt: terminal.name))
        } else if unfinished == 0 {
          attempt.end(.retry(.terminalStopped, names))
        }
      }
    }
  }

  public func check(finished: @escaping (ChannelHealth) -> Void) {
    let terminals = Terminal.open(standardOutput: standardOutput, folders: folders)
    for terminal in terminals { close(terminal.descriptor) }
    let health: ChannelHealth =
      terminals.isEmpty
      ? .broken(ChannelFault(.noTerminal))
      : .ready(detail: terminals.map(\.name).joined(separator: " "))
    loop.soon { finished(health) }
  }
}

/// A terminal that was opened for writing, without waiting and without becoming this process's own.
struct Terminal {
  let name: String
  let descriptor: Int32

  /// The caller closes them.
  static func open(standardOutput: Int32, folders: [String]) -> [Terminal] {
    // Opened anew: another mode of the inherited descriptor would be the shell's too.
    if isatty(standardOutput) == 1,
      let own = Terminal(path: "/proc/self/fd/\(standardOutput)", isOwn: true)
    {
      return [own]
    }
    return folders.flatMap { folder in
      names(in: folder).compactMap { Terminal(path: "\(folder)/\($0)", isOwn: false) }
    }
  }

  private init?(path: String, isOwn: Bool) {
    let descriptor = Glibc.open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    var name = [CChar](repeating: 0, count: 256)
    guard fstat(descriptor, &status) == 0, ttyname_r(descriptor, &name, name.count - 1) == 0,
      isOwn || (status.st_uid == geteuid() && status.st_mode & S_IWGRP != 0)
    else {
      close(descriptor)
      return nil
    }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let device = String(decoding: bytes, as: UTF8.self)
    self.name = device.hasPrefix("/dev/") ? String(device.dropFirst(5)) : device
    self.descriptor = descriptor
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      // Unused consoles belong to root, which would be told on all of them.
      let number =
        name.hasPrefix("tty") && geteuid() != 0 ? name.dropFirst(3) : name[...]
      if !number.isEmpty, number.allSatisfy(\.isASCIIDigit) { names.append(name) }
    }
    return names.sorted()
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
