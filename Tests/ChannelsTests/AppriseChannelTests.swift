import EventLoop
import Foundation
import Reminders
import TestSupport
import Testing

@Suite(.serialized)
struct AppriseChannelTests {
  private static func channel(
    _ session: TestSession, _ address: String, program: String = "apprise", timeout: Int = 15_000
  ) -> AppriseChannel {
    AppriseChannel(
      address: address, program: program, environment: session.environment,
      timeoutMilliseconds: timeout, loop: session.loop)
  }

  private static func startReceiver(_ session: TestSession) throws -> (Companion, port: String) {
    let receiver = try Companion(
      ["/usr/bin/python3", "-u", TestSession.program("receiver.py")],
      environment: session.environment)
    return (receiver, try #require(receiver.nextLine()))
  }

  private static func request(_ receiver: Companion) throws -> [String: String?] {
    let line = try #require(receiver.nextLine())
    return try JSONDecoder().decode([String: String?].self, from: Data(line.utf8))
  }

  /// The real program and a real receiver: text, kind and key arrive; a refusal is tried again, with what
  /// apprise said and without the address.
  @Test func aNoticeArrives() throws {
    let session = try TestSession()
    let (receiver, port) = try Self.startReceiver(session)
    let address = "json://user:s3cret@127.0.0.1:\(port)"
    let channel = Self.channel(session, "\(address)/ok/?+X-Key={key}")
    let notice = Notice.test("aparka-5", title: "-x \"ends\"", body: "line 1\nñ <b>")
    #expect(try session.outcome(of: channel, notice, within: 15_000) == .delivered(receipt: nil))
    let request = try Self.request(receiver)
    #expect(request["path"]??.hasPrefix("/ok") == true && request["key"] == "aparka-5")
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(((request["body"] ?? "") ?? "").utf8))
        as? [String: Any])
    #expect(body["title"] as? String == notice.title)
    #expect(body["message"] as? String == notice.body)
    #expect(body["type"] as? String == "warning")

    let refused = try session.outcome(
      of: Self.channel(session, "\(address)/403/"), notice, within: 15_000)
    guard case .retry(let reason) = refused else {
      Issue.record("\(refused)")
      return
    }
    #expect(reason.hasPrefix("exit_status: 1") && reason.contains("403"), "\(reason)")
    #expect(!reason.contains("s3cret"))
  }

  /// Of two addresses one fails: its own row is tried again, the other is not.
  @Test func eachAddressIsAChannel() throws {
    let session = try TestSession()
    let (receiver, port) = try Self.startReceiver(session)
    var parameters = ChannelParameters(environment: session.environment)
    parameters.names = ["apprise"]
    parameters.appriseAddresses = [
      "json://127.0.0.1:\(port)/500/", "json://127.0.0.1:\(port)/ok/",
    ]
    let set = ChannelSet(parameters, loop: session.loop)
    #expect(set.channels.map(\.name) == ["apprise", "apprise-2"])
    var outcomes: [String: DeliveryOutcome] = [:]
    for channel in set.channels {
      channel.deliver(.test()) { outcomes[channel.name] = $0 }
    }
    #expect(try session.probe.run(milliseconds: 15_000) { outcomes.count == 2 })
    #expect(outcomes["apprise-2"] == .delivered(receipt: nil))
    guard case .retry? = outcomes["apprise"] else {
      Issue.record("\(outcomes)")
      return
    }
    let paths = try [Self.request(receiver), Self.request(receiver)].compactMap {
      $0["path"] ?? nil
    }
    #expect(Set(paths.map { $0.split(separator: "/").first }) == ["500", "ok"])
  }

  /// A receiver that never answers: the time limit holds.
  @Test func aHang() throws {
    let session = try TestSession()
    let (receiver, port) = try Self.startReceiver(session)
    let outcome = try session.outcome(
      of: Self.channel(session, "json://127.0.0.1:\(port)/hang/?rto=30", timeout: 2_000), .test())
    #expect(outcome == .retry(reason: "timed_out"))
    _ = receiver
  }

  @Test(arguments: [
    "bogus://x", "json://", "not an address", "", "#json://x", "json://a\njson://b",
  ])
  func anAddressThatNobodyUnderstands(_ address: String) throws {
    let session = try TestSession()
    #expect(
      try session.outcome(of: Self.channel(session, address), .test(), within: 15_000)
        == .permanent(reason: "bad_address"))
  }

  @Test func theProgramIsMissing() throws {
    let session = try TestSession()
    let channel = Self.channel(session, "json://x", program: "aparka-no-apprise")
    let reason = "no_program: aparka-no-apprise"
    #expect(try session.outcome(of: channel, .test()) == .permanent(reason: reason))
    #expect(
      try session.health(of: channel) == .broken(try #require(ChannelFault(text: reason))))
  }

  /// Whoever lists processes or their environment sees no address; nothing is left on a disk.
  @Test func theAddressIsSecret() throws {
    let session = try TestSession()
    let fake = TestSession.program("apprise-that-tells")
    let outcome = try session.outcome(
      of: Self.channel(session, "ntfy://s3cret@host/{key}", program: fake), .test("k"))
    #expect(outcome == .retry(reason: "exit_status: 1 no route"))
    func text(_ name: String) throws -> String {
      try String(contentsOf: session.folder.appending(path: name), encoding: .utf8)
    }
    let visible = try text("visible")
    #expect(visible.contains("--config=/proc/self/fd/3"))
    #expect(!visible.contains("s3cret"))
    #expect(try text("secret") == "ntfy://s3cret@host/k\n")
  }
}
