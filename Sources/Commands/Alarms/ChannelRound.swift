import EventLoop
import Reminders

/// Asks every channel of the settings something, in this process, and waits for the answers.
struct ChannelRound {
  /// Beyond the channels' own limit, for one that does not keep it.
  private static let patienceMilliseconds = 5000

  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Whether each could take a notice now; nobody is disturbed.
  func health() -> [(name: String, health: ChannelHealth)] {
    round { channel, done in
      channel.check(finished: done)
    } leftOut: {
      .broken($0)
    }
  }

  /// Sends a notice through each.
  func send(_ notice: Notice) -> [(name: String, outcome: DeliveryOutcome)] {
    round { channel, done in
      channel.deliver(notice, finished: done)
    } leftOut: {
      .permanent(reason: $0.text)
    }
  }

  private func round<Answer>(
    _ ask: (any Channel, @escaping (Answer) -> Void) -> Void,
    leftOut answer: (ChannelFault) -> Answer
  ) -> [(String, Answer)] {
    guard let loop = try? EventLoop() else { return [] }
    let parameters = ServiceSettings(
      settings: context.settings, phrases: context.phrases, library: context.library,
      environment: context.invocation.environment
    ).channelParameters
    let set = ChannelSet(parameters, loop: loop)
    let answers = Answers<Answer>()
    for (place, channel) in set.channels.enumerated() {
      ask(channel) { answers.found[place] = $0 }
    }
    var isOver = false
    let limit = context.settings.channelTimeoutSeconds * 1000 + Self.patienceMilliseconds
    loop.after(milliseconds: limit) { isOver = true }
    while answers.found.count < set.channels.count, !isOver {
      guard (try? loop.turn(waitingMilliseconds: -1)) != nil else { break }
    }
    return set.channels.enumerated().map { place, channel in
      (channel.name, answers.found[place] ?? answer(ChannelFault(.timedOut)))
    } + set.leftOut.map { ($0.name, answer($0.fault)) }
  }

  private final class Answers<Answer> {
    var found: [Int: Answer] = [:]
  }
}
