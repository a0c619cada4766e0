import CivilTime
import DataLibrary
import JSONText
import Phrasebook
import Tariffs

/// Answers questions, one or millions: the one way from a question to a quote. Towns and zones that
/// were made ready for one question are kept for the next ones.
final class QuoteDesk {
  /// A town may be asked about in some hundreds of ways (zones, vehicles, sectors, signals). Twice as
  /// many as this are kept at most, some 20 kilobytes each.
  static let keptZones = 512
  static let keptTowns = 64

  private let library: TownLibrary
  private let words: ReadingWords
  private var towns = GenerationCache<String, Result<LoadedTown, LibraryError>>(capacity: keptTowns)
  private var counters = GenerationCache<CounterKey, Counter>(capacity: keptZones)

  init(library: TownLibrary, words: ReadingWords) {
    self.library = library
    self.words = words
  }

  /// Answers a question.
  ///
  /// - Parameter now: the arrival where none is given, and what `tomorrow` is seen from. Called only
  ///   when that matters.
  func answer(
    _ question: QuoteQuestion, now: () -> Instant
  ) throws(QuestionFault) -> AnsweredQuote {
    let counter = try counter(for: question)
    let clock = counter.town.engine.clock
    let arrival: Instant
    if let text = question.at {
      arrival = try moment(text, clock, seenFrom: { clock.local(now()) })
    } else {
      arrival = now()
    }
    let (want, isAssumed) = try want(of: question, clock, arrival: arrival)
    let previous = try previous(question, clock, arrival: arrival)
    let request = QuoteRequest(arrival: arrival, want: want, previous: previous)
    let quote = counter.zone.quote(request)
    return AnsweredQuote(
      quote: quote, stopped: try stopped(question, request, quote, counter.zone, clock), want: want,
      isAssumed: isAssumed, vehicle: question.vehicle, town: counter.town)
  }

  private func stopped(
    _ question: QuoteQuestion, _ request: QuoteRequest, _ quote: Quote, _ zone: PreparedZone,
    _ clock: TownClock
  ) throws(QuestionFault) -> StoppedTicket? {
    guard let text = question.stoppedAt else { return nil }
    let moment = try moment(text, clock, seenFrom: { clock.local(request.arrival) })
    guard let stopped = zone.stopped(request, at: moment) else {
      guard quote.outcome == .ticket else { return nil }
      throw .stoppedOutside
    }
    return stopped
  }

  /// Reads what a question says already, for options that later questions lean on: a slip in them
  /// should not be told once a line.
  func check(_ question: QuoteQuestion, now: Instant) throws(QuestionFault) {
    if let name = question.town { _ = try town(name) }
    // Which clock does not matter for whether a text can be read.
    let clock = TownClock.utc
    if let text = question.at { _ = try moment(text, clock, seenFrom: { clock.local(now) }) }
    if question.want != nil { _ = try want(of: question, clock, arrival: now) }
    _ = try previous(question, clock, arrival: now)
  }

  // MARK: Towns and zones

  private func counter(for question: QuoteQuestion) throws(QuestionFault) -> Counter {
    guard let zoneID = question.zone else { throw .noZone }
    guard let townID = question.town else { throw .noTown }
    let key = CounterKey(
      town: townID, zone: zoneID, vehicle: question.vehicle, sector: question.sector,
      place: question.place, signals: question.signals, assuming: question.assuming)
    if let counter = counters[key] { return counter }
    let town = try town(townID)
    try town.engine.town.requireKnown(sector: question.sector, place: question.place)
    let zone = town.engine.prepared(
      zone: town.engine.zoneID(named: zoneID) ?? zoneID, vehicle: question.vehicle,
      sector: question.sector, place: question.place,
      signals: question.signals, assuming: question.assuming)
    guard let zone else {
      throw .unknownZone(zoneID, town: town.engine.town, known: town.engine.zoneIDs)
    }
    let counter = Counter(town: town, zone: zone)
    counters[key] = counter
    return counter
  }

  /// A town by its id or name. What is no town is kept as well: to find that out all files are read.
  private func town(_ name: String) throws(QuestionFault) -> LoadedTown {
    let answer: Result<LoadedTown, LibraryError>
    if let known = towns[name] {
      answer = known
    } else {
      answer = load(name)
      towns[name] = answer
    }
    do { return try answer.get() } catch { throw .library(error) }
  }

  private func load(_ name: String) -> Result<LoadedTown, LibraryError> {
    do throws(LibraryError) {
      return .success(
        LoadedTown(
          try library.engine(
            town: library.townID(named: name) ?? name, withPublishedCases: false)))
    } catch { return .failure(error) }
  }

  // MARK: Reading texts

  /// ISO 8601 is tried first: it is what programs write, and reads the same either way.
  private func moment(
    _ text: String, _ clock: TownClock, seenFrom now: () -> LocalDateTime
  ) throws(QuestionFault) -> Instant {
    if let written = try? WrittenMoment(iso8601: text) { return written.instant(in: clock) }
    do {
      return try TypedMoment.read(text, now: now(), words: words).instant(in: clock)
    } catch { throw .reading(error) }
  }

  private func want(
    of question: QuoteQuestion, _ clock: TownClock, arrival: Instant
  ) throws(QuestionFault) -> (QuoteRequest.Want, isAssumed: Bool) {
    switch question.want {
    case nil: throw .noWant
    case .money(let cents): return (.money(cents), false)
    case .minutes(let minutes): return (.minutes(minutes), false)
    case .until(let text):
      return (.until(try moment(text, clock, seenFrom: { clock.local(arrival) })), false)
    case .typed(let text):
      let argument: QuoteArgument
      do { argument = try QuoteArgument(text, words: words) } catch { throw .reading(error) }
      switch argument {
      case .cents(let cents): return (.money(Cents(cents)), false)
      case .minutes(let minutes, let isAssumed):
        guard minutes > 0 else { throw .zeroMinutes }
        return (.minutes(minutes), isAssumed)
      }
    }
  }

  private func previous(
    _ question: QuoteQuestion, _ clock: TownClock, arrival: Instant
  ) throws(QuestionFault) -> [PreviousTicket] {
    guard !question.previous.isEmpty else { return [] }
    let seenFrom = clock.local(arrival)
    var tickets: [PreviousTicket] = []
    for previous in question.previous {
      switch previous {
      case .range(let text):
        do {
          let range = try TypedMoment.readRange(text, on: seenFrom.date, words: words)
          tickets.append(
            PreviousTicket(
              from: clock.instant(of: range.start), until: clock.instant(of: range.end)))
        } catch { throw .reading(error) }
      case .moments(let from, let until):
        let start = try moment(from, clock, seenFrom: { seenFrom })
        let end = try moment(until, clock, seenFrom: { seenFrom })
        guard start < end else { throw .backwardPrevious(from: from, until: until) }
        tickets.append(PreviousTicket(from: start, until: end))
      }
    }
    return tickets.sorted { $0.from < $1.from }
  }
}

/// A town that has been read, behind one reference.
final class LoadedTown {
  let engine: TariffEngine
  private let currencies: [String: String]

  init(_ engine: TariffEngine) {
    self.engine = engine
    currencies = Dictionary(
      engine.town.editions.map { ($0.id, $0.currency) }, uniquingKeysWith: { first, _ in first })
  }

  /// The currency of an edition, euros where there is none of that id.
  func currency(edition id: String?) -> String { id.flatMap { currencies[$0] } ?? "EUR" }

  func edition(_ id: String?) -> Edition? {
    id.flatMap { id in engine.town.editions.first { $0.id == id } }
  }
}

/// A zone ready for questions about one vehicle in one place.
private final class Counter {
  let town: LoadedTown
  let zone: PreparedZone

  init(town: LoadedTown, zone: PreparedZone) {
    self.town = town
    self.zone = zone
  }
}

private struct CounterKey: Hashable {
  let town: String
  let zone: String
  let vehicle: VehicleClass?
  let sector: String?
  let place: String?
  let signals: [String: SignalValue]
  let assuming: Assumptions
}

/// A quote with what is needed to print it.
struct AnsweredQuote {
  let quote: Quote
  /// Nil unless asked for.
  let stopped: StoppedTicket?
  let want: QuoteRequest.Want
  /// No unit was typed: read as minutes.
  let isAssumed: Bool
  let vehicle: VehicleClass?
  let town: LoadedTown

  var currency: String { town.currency(edition: quote.editionID) }

  /// The members of the JSON answer, into an object that is open.
  func writeMembers(to writer: inout JSONWriter) {
    quote.writeMembers(
      to: &writer, town: town.engine.town.id, vehicle: vehicle, currency: currency,
      clock: town.engine.clock)
    stopped?.writeMembers(to: &writer, clock: town.engine.clock)
  }
}
