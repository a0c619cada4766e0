import CLinux
import EventLoop
import Glibc
import TestSupport
import Testing

struct ChildProcessTests {
  private static func ending(
    _ words: [String], environment: [String] = ["PATH=/usr/bin:/bin"], input: String = "",
    file: String? = nil, timeout: Int = 5_000
  ) throws -> ChildEnding? {
    let probe = try LoopProbe()
    var endings: [ChildEnding] = []
    ChildProcess.start(
      words, environment: environment, input: input, file: file, timeoutMilliseconds: timeout,
      loop: probe.loop
    ) { endings.append($0) }
    #expect(endings == [])
    _ = try probe.run { !endings.isEmpty }
    _ = try probe.run(milliseconds: 5) { false }
    #expect(endings.count <= 1)
    return endings.first
  }

  /// One that writes for ever is read seldom, and its end is not lost; one that writes much ends well.
  @Test func muchSaid() throws {
    func switches() -> Int {
      var usage = rusage()
      getrusage(__rusage_who_t(1), &usage)
      return usage.ru_nvcsw
    }
    let before = switches()
    #expect(
      try Self.ending(["yes"], timeout: 1_000)
        == .timedOut(said: String(repeating: "y\n", count: 1_000)))
    #expect(switches() - before < 400)
    let ending = try Self.ending(Self.shell("head -c 300000 /dev/zero | tr '\\0' x; exit 7"))
    #expect(ending == .exited(status: 7, said: String(repeating: "x", count: 2_000)))
  }

  private static func shell(_ line: String) -> [String] { ["/bin/sh", "-c", line] }

  @Test(arguments: [
    (["/bin/true"], ChildEnding.exited(status: 0, said: "")),
    (["false"], .exited(status: 1, said: "")),
    (["printf", "%s|", "a b", "", "'\"$x"], .exited(status: 0, said: "a b||'\"$x|")),
    (shell("echo out; echo err >&2; exit 42"), .exited(status: 42, said: "out\nerr\n")),
    (shell("kill -SEGV $$"), .killed(signal: SIGSEGV, said: "")),
    ([], .notStarted(errorNumber: ENOENT)),
    ([""], .notStarted(errorNumber: ENOENT)),
    (["/nowhere/at/all"], .notStarted(errorNumber: ENOENT)),
    (["/etc/passwd"], .notStarted(errorNumber: EACCES)),
  ])
  func endings(_ words: [String], _ expected: ChildEnding) throws {
    let ending = try Self.ending(words)
    #expect(ending == expected)
  }

  @Test func aChildGetsItsEnvironmentAloneAndItsInput() throws {
    #expect(
      try Self.ending(["/usr/bin/env"], environment: ["A=1", "B=x y"])
        == .exited(status: 0, said: "A=1\nB=x y\n"))
    #expect(
      try Self.ending(["/bin/cat"], input: "first\nñ\n") == .exited(status: 0, said: "first\nñ\n"))
    // More than a pipe holds is cut, and nothing waits.
    #expect(
      try Self.ending(Self.shell("wc -c"), input: String(repeating: "x", count: 100_000))
        == .exited(status: 0, said: "65536\n"))
    // A child that does not read must not hurt this process.
    #expect(
      try Self.ending(["/bin/true"], input: String(repeating: "x", count: 100_000))
        == .exited(status: 0, said: ""))
  }

  /// Descriptors of this process stay its own, signals are as at a start, the group is new.
  @Test func aChildInheritsNothingElse() throws {
    let secret = open("/etc/hostname", O_RDONLY | O_CLOEXEC)
    defer { close(secret) }
    // Descriptors of others in this process may be inheritable; those of the loop are not.
    #expect(
      try Self.ending(
        Self.shell("ls -l /proc/self/fd | grep -cE 'eventpoll|timerfd|pidfd|memfd|hostname'"))
        == .exited(status: 1, said: "0\n"))
    #expect(
      try Self.ending(
        Self.shell("cat /proc/self/fd/3; ls -l /proc/self/fd/3 | grep -c memfd"), file: "secret\n")
        == .exited(status: 0, said: "secret\n1\n"))
    // Not by a shell, which blocks signals while it starts a program. The two real-time signals are
    // those that glibc ignores in every child.
    let signals = try Self.ending(["grep", "-E", "SigBlk|SigIgn", "/proc/self/status"])
    #expect(
      signals
        == .exited(status: 0, said: "SigBlk:\t0000000000000000\nSigIgn:\t0000000180000000\n"))
    #expect(
      try Self.ending(Self.shell("test $(ps -o pgid= $$) = $$")) == .exited(status: 0, said: ""))
  }

  /// A hang, a child that ignores requests to end, one that writes for ever, one whose own children
  /// hold the output: each ends at its time limit, and its group with it.
  @Test(arguments: [
    "sleep 60", "trap '' TERM INT HUP; sleep 60", "yes", "sleep 60 & sleep 61",
    "exec 1>&- 2>&-; sleep 60",
  ])
  func theTimeLimitIsHard(_ line: String) throws {
    let start = LoopProbe.milliseconds()
    let ending = try Self.ending(
      Self.shell("echo $$; \(line)"), timeout: 200)
    #expect((195..<2_000).contains(LoopProbe.milliseconds() - start))
    guard case .timedOut(let said) = ending else {
      Issue.record("\(String(describing: ending))")
      return
    }
    let group = try #require(Int32(said.prefix { $0 != "\n" }))
    let probe = try LoopProbe()
    var isGone = false
    // A killed process may take a moment until its parent has buried it.
    func look() {
      isGone = kill(-group, 0) != 0
      if !isGone { probe.loop.after(milliseconds: 5, look) }
    }
    look()
    #expect(try probe.run { isGone })
  }

  /// What a child leaves running when it ends in time is let be: a sound goes on.
  @Test func aHelperOfAChildThatEndedGoesOn() throws {
    let ending = try Self.ending(Self.shell("sleep 30 & echo $!"))
    guard case .exited(0, let said) = ending, let helper = Int32(said.dropLast()) else {
      Issue.record("\(String(describing: ending))")
      return
    }
    #expect(kill(helper, 0) == 0)
    kill(helper, SIGKILL)
  }

  @Test func hugeOutputIsCutAndBinaryOutputIsText() throws {
    let ending = try Self.ending(Self.shell("head -c 3000000 /dev/zero | tr '\\0' x; exit 3"))
    guard case .exited(3, let said) = ending else {
      Issue.record("\(String(describing: ending))")
      return
    }
    #expect(said == String(repeating: "x", count: 2_000))
    #expect(
      try Self.ending(Self.shell("printf 'a\\377b'")) == .exited(status: 0, said: "a\u{fffd}b"))
  }

  /// Other work goes on while a child writes as fast as it can.
  @Test func aChildThatFloodsDoesNotStopTheLoop() throws {
    let probe = try LoopProbe()
    var ending: ChildEnding?
    ChildProcess.start(
      ["/usr/bin/yes"], environment: [], timeoutMilliseconds: 300, loop: probe.loop
    ) { ending = $0 }
    var ticks = 0
    func tick() {
      ticks += 1
      if ending == nil { probe.loop.after(milliseconds: 10, tick) }
    }
    tick()
    #expect(try probe.run { ending != nil })
    #expect(ticks > 10)
  }

  @Test func manyAtOnceAndNoDescriptorIsLost() throws {
    func descriptors() -> Int {
      var count = 0
      for number in Int32(0)..<400 where fcntl(number, F_GETFD) != -1 { count += 1 }
      return count
    }
    let probe = try LoopProbe()
    var ended = 0
    for index in 0..<40 {
      let words = index.isMultiple(of: 3) ? ["/nowhere"] : ["/bin/true"]
      ChildProcess.start(
        words, environment: [], file: "x", timeoutMilliseconds: 5_000, loop: probe.loop
      ) { _ in ended += 1 }
    }
    #expect(try probe.run { ended == 40 })
    // Other tests of this process open some too; 40 lost ones would be 80 and more.
    let before = descriptors()
    for _ in 0..<40 {
      ChildProcess.start(
        ["/bin/true"], environment: [], file: "x", timeoutMilliseconds: 5_000, loop: probe.loop
      ) { _ in ended += 1 }
    }
    #expect(try probe.run { ended == 80 })
    #expect(descriptors() - before < 30)
  }
}
