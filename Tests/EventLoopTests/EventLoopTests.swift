import CLinux
import EventLoop
import Glibc
import TestSupport
import Testing

struct EventLoopTests {
  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(aparka_pipe_close_on_exec(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func delaysRunInTheOrderOfTheirTimesAndOnce() throws {
    let probe = try LoopProbe()
    let start = LoopProbe.milliseconds()
    for (index, delay) in [30, 10, 20, 10, 0].enumerated() {
      probe.loop.after(milliseconds: delay) { probe.events.append("\(delay)#\(index)") }
    }
    let cancelled = probe.loop.after(milliseconds: 15) { probe.events.append("cancelled") }
    probe.loop.cancel(cancelled)
    probe.loop.cancel(cancelled)
    #expect(try probe.run { probe.events.count >= 5 })
    #expect(probe.events == ["0#4", "10#1", "10#3", "20#2", "30#0"])
    #expect(LoopProbe.milliseconds() - start >= 30)
    #expect(try !probe.run(milliseconds: 20) { probe.events.count > 5 })
  }

  /// Each action may change what waits: take itself or another back, add new ones.
  @Test func aDelayMayCancelAndAddOthersWhileItRuns() throws {
    let probe = try LoopProbe()
    var second: EventLoop.Delay?
    probe.loop.after(milliseconds: 1) {
      probe.events.append("first")
      if let second { probe.loop.cancel(second) }
      probe.loop.after(milliseconds: 5) { probe.events.append("third") }
      probe.loop.soon { probe.events.append("soon") }
    }
    second = probe.loop.after(milliseconds: 2) { probe.events.append("second") }
    #expect(try probe.run { probe.events.contains("third") })
    #expect(probe.events == ["first", "soon", "third"])
  }

  @Test func whatIsDoneSoonIsDoneInTheNextTurn() throws {
    let probe = try LoopProbe()
    probe.loop.soon {
      probe.events.append("a")
      probe.loop.soon { probe.events.append("b") }
    }
    #expect(probe.events == [])
    try probe.loop.turn(waitingMilliseconds: -1)
    #expect(probe.events == ["a"])
    try probe.loop.turn(waitingMilliseconds: -1)
    #expect(probe.events == ["a", "b"])
  }

  @Test func descriptorsAreHeardUntilTheWatchIsTakenBack() throws {
    let probe = try LoopProbe()
    let ends = try Self.pipe()
    defer { close(ends.read) }
    let watch = try probe.loop.watch(ends.read, for: .read) { readiness in
      var byte: UInt8 = 0
      if readiness.contains(.read), read(ends.read, &byte, 1) == 1 {
        probe.events.append("\(byte)")
      } else if readiness.contains(.closed) {
        probe.events.append("closed")
      }
    }
    write(ends.write, [7, 8] as [UInt8], 2)
    #expect(try probe.run { probe.events.count == 2 })
    try probe.loop.change(watch, to: [])
    write(ends.write, [9] as [UInt8], 1)
    #expect(try !probe.run(milliseconds: 20) { probe.events.count > 2 })
    try probe.loop.change(watch, to: .read)
    #expect(try probe.run { probe.events.count == 3 })
    close(ends.write)
    #expect(try probe.run { probe.events.last == "closed" })
    probe.loop.stopWatching(watch)
    probe.loop.stopWatching(watch)
    let before = probe.events
    #expect(try !probe.run(milliseconds: 20) { probe.events != before })
    #expect(before.prefix(3) == ["7", "8", "9"])
  }

  /// Two descriptors ready in the same turn: the first handler takes the second one back and reuses its
  /// number, and the event that was already reported must reach nobody.
  @Test func anEventOfATakenBackWatchIsNotHeard() throws {
    let probe = try LoopProbe()
    let pipes = [try Self.pipe(), try Self.pipe()]
    var watches: [EventLoop.Watch?] = [nil, nil]
    for place in 0...1 {
      watches[place] = try probe.loop.watch(pipes[place].read, for: .read) { _ in
        probe.events.append("heard")
        let other = 1 - place
        if let watch = watches[other] { probe.loop.stopWatching(watch) }
        // In one step: the number must not be free for another test's descriptor.
        dup2(pipes[place].write, pipes[other].read)
        if let watch = watches[place] { probe.loop.stopWatching(watch) }
      }
      write(pipes[place].write, [1], 1)
    }
    try probe.loop.turn(waitingMilliseconds: 1000)
    try probe.loop.turn(waitingMilliseconds: 0)
    #expect(probe.events == ["heard"])
    for ends in pipes {
      close(ends.read)
      close(ends.write)
    }
  }

  @Test func watchingWhatCannotBeWatchedIsAnError() throws {
    let loop = try EventLoop()
    #expect(throws: SystemError(call: "epoll_ctl", number: EBADF)) {
      try loop.watch(-1, for: .read) { _ in }
    }
    let file = open("/proc/self/exe", O_RDONLY)
    defer { close(file) }
    #expect(throws: SystemError(call: "epoll_ctl", number: EPERM)) {
      try loop.watch(file, for: .read) { _ in }
    }
  }

  /// At rest nothing runs: the processor time of a loop with a far delay does not grow.
  @Test func atRestTheLoopSleeps() throws {
    let probe = try LoopProbe()
    probe.loop.after(milliseconds: 3_600_000) { probe.events.append("late") }
    var turns = 0
    let start = LoopProbe.milliseconds()
    var isOver = false
    probe.loop.after(milliseconds: 300) { isOver = true }
    while !isOver {
      try probe.loop.turn(waitingMilliseconds: -1)
      turns += 1
    }
    #expect(turns == 1)
    #expect(LoopProbe.milliseconds() - start >= 295)
  }

  @Test func thousandsOfDelaysCostLittle() throws {
    let probe = try LoopProbe()
    let start = LoopProbe.milliseconds()
    var ran = 0
    let delays = (0..<20_000).map { _ in probe.loop.after(milliseconds: 10) { ran += 1 } }
    for delay in delays.prefix(10_000) { probe.loop.cancel(delay) }
    #expect(try probe.run { ran == 10_000 })
    #expect(LoopProbe.milliseconds() - start < 4_000)
  }

  @Test func runEndsAfterStop() throws {
    let probe = try LoopProbe()
    probe.loop.after(milliseconds: 1) {
      probe.events.append("stop")
      probe.loop.stop()
    }
    try probe.loop.run()
    #expect(probe.events == ["stop"])
  }

  @Test func signalsBecomeEvents() throws {
    let probe = try LoopProbe()
    let watch = try SignalWatch([SIGUSR1, SIGUSR2], loop: probe.loop) { signal in
      probe.events.append("\(signal)")
    }
    pthread_kill(pthread_self(), SIGUSR1)
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(try probe.run { probe.events.count == 2 })
    #expect(Set(probe.events) == ["\(SIGUSR1)", "\(SIGUSR2)"])
    withExtendedLifetime(watch) {}
  }
}
