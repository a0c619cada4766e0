import CivilTime
import Phrasebook
import Tariffs

/// What a zone is, in words.
struct TownWords {
  private let context: CommandContext
  private let clock: TownClock
  private let today: CivilDate

  init(_ context: CommandContext, clock: TownClock, today: CivilDate) {
    self.context = context
    self.clock = clock
    self.today = today
  }

  /// Now, hours, maximum stay and price, a line each.
  func lines(_ state: ZoneState) -> [String] {
    var lines = [now(state), hours(state)]
    if let minutes = state.maximumMinutes {
      lines.append(
        context.phrase(
          "zone.maximum_stay", ["duration": context.phrases.duration(minutes: minutes)]))
    }
    if state.zone.duringHours == .pay, state.ladder == nil, state.products.isEmpty {
      lines.append(context.phrase("refusal.price_unpublished"))
    }
    return lines
  }

  /// What holds at the moment and until when.
  func now(_ state: ZoneState) -> String {
    let kind =
      state.isRegulated
      ? "during_\(state.zone.duringHours.rawValue)" : "outside_\(state.zone.outsideHours.rawValue)"
    guard let until = state.until else { return context.phrase("zone.\(kind)") }
    return context.phrase(
      "zone.\(kind)_until",
      ["until": context.phrases.momentInSentence(clock.local(until), seenFrom: today)])
  }

  func hours(_ state: ZoneState) -> String {
    guard case .published(let hours) = state.zone.hours else {
      return context.phrase("refusal.hours_unpublished")
    }
    let words = context.phrases.hours(hours, closed: ClosedWord(state.zone.outsideHours))
    switch state.zone.duringHours {
    case .pay: return context.phrases.capitalized(words)
    case .residentsOnly, .forbidden:
      return context.phrase(
        "zone.hours_\(state.zone.duringHours.rawValue)", ["hours": words])
    }
  }
}
