import CLinux
import EventLoop
import Foundation
import Reminders
import TestSupport
import Testing

@Suite(.serialized)
struct TerminalChannelTests {
  /// A pair of a terminal and who looks at it.
  private final class Screen {
    let master: Int32
    let slave: Int32
    let path: String

    init(takesMessages: Bool = true) throws {
      // Swift's Glibc module leaves <pty.h> out.
      typealias OpenPair =
        @convention(c) (
          UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
          OpaquePointer?, OpaquePointer?
        ) -> Int32
      let symbol = try #require(dlsym(nil, "openpty"))
      let openPair = unsafeBitCast(symbol, to: OpenPair.self)
      var (near, far): (Int32, Int32) = (-1, -1)
      var name = [CChar](repeating: 0, count: 256)
      try #require(openPair(&near, &far, &name, nil, nil) == 0)
      // The other end stays open, so that the terminal is there before and after a writer.
      (master, slave) = (near, far)
      for end in [near, far] { aparka_set_close_on_exec(end) }
      aparka_set_nonblocking(master)
      path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      chmod(path, takesMessages ? 0o620 : 0o600)
    }

    deinit {
      close(slave)
      close(master)
    }

    func text() -> String {
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = read(master, &buffer, buffer.count)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
  }

  private static func channel(
    _ session: TestSession, _ screens: [Screen], output: Int32 = -1, timeout: Int = 2_000
  ) throws -> TerminalChannel {
    let folder = session.folder.appending(path: "pts")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, screen) in screens.enumerated() {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "\(number)").path, withDestinationPath: screen.path)
    }
    // None of these is a terminal, or by its name one.
    try "".write(to: folder.appending(path: "77"), atomically: true, encoding: .utf8)
    for (name, target) in [("ptmx", screens.first?.path ?? "/"), ("8", "/dev/null"), ("9", "/")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: name).path, withDestinationPath: target)
    }
    return TerminalChannel(
      standardOutput: output, folders: ["/nowhere", folder.path], timeoutMilliseconds: timeout,
      loop: session.loop)
  }

  @Test func everyTerminalThatTakesMessagesGetsIt() throws {
    let session = try TestSession()
    let screens = [try Screen(), try Screen(takesMessages: false), try Screen()]
    let channel = try Self.channel(session, screens)
    let names = [screens[0], screens[2]].map { String($0.path.dropFirst(5)) }
    #expect(try session.health(of: channel) == .ready(detail: names.joined(separator: " ")))
    #expect(screens.map { $0.text() } == ["", "", ""])
    let notice = Notice.test(
      title: "Ends\u{1b}]0;x\u{7}\u{9b}31m", body: "now\n\u{1b}[2Jñ\tb\u{85}\u{7f}")
    let outcome = try session.outcome(of: channel, notice)
    #expect(outcome.receipt.map(names.contains) == true)
    let expected = "\u{7}\r\nEnds]0;x31m\r\nnow\r\n[2Jñ b\r\n"
    #expect(
      screens.map { $0.text().replacing("\r\r\n", with: "\r\n") } == [expected, "", expected])
  }

  @Test func itsOwnTerminalComesFirst() throws {
    let session = try TestSession()
    let own = try Screen(takesMessages: false)
    let other = try Screen()
    let output = open(own.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(output) }
    let channel = try Self.channel(session, [other], output: output)
    #expect(
      try session.outcome(of: channel, .test())
        == .delivered(receipt: String(own.path.dropFirst(5))))
    #expect(own.text().contains("Ticket ends"))
    #expect(other.text() == "")
    // The mode of the descriptor that the shell shares is as before.
    #expect(fcntl(output, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func nobodyLoggedInIsNoDelivery() throws {
    let session = try TestSession()
    let channel = try Self.channel(session, [])
    #expect(try session.outcome(of: channel, .test()) == .retry(reason: "no_terminal"))
    #expect(try session.health(of: channel) == .broken(ChannelFault(.noTerminal)))
  }

  /// Ctrl-S: the loop goes on, the other terminal decides; with none, it is tried again later.
  @Test func aStoppedTerminalDoesNotHold() throws {
    let session = try TestSession()
    let stopped = try Screen()
    tcflow(stopped.slave, TCOOFF)
    let start = LoopProbe.milliseconds()
    let alone = try Self.channel(session, [stopped], timeout: 200)
    let name = String(stopped.path.dropFirst(5))
    #expect(
      try session.outcome(of: alone, .test()) == .retry(reason: "terminal_stopped: \(name)"))
    #expect((195..<2_000).contains(LoopProbe.milliseconds() - start))
    #expect(stopped.text() == "")
    let second = try TestSession()
    let other = try Screen()
    let both = try Self.channel(second, [stopped, other], timeout: 1_000)
    #expect(
      try second.outcome(of: both, .test())
        == .delivered(receipt: String(other.path.dropFirst(5))))
    // Set going again within the time limit, it gets the rest.
    tcflow(stopped.slave, TCOON)
    var text = ""
    #expect(
      try second.eventually {
        text += stopped.text()
        return text.contains("At 13:30")
      })
  }
}
