import DataLibrary
import Tariffs

/// `aparka quote --here LAT,LON`: town, sector, place and, unless it is typed, zone are those of a position.
/// Nothing is guessed: where two zones may hold, or two sectors that answer differently, both are named.
struct QuestionHere {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  func question() throws(CommandFailure) -> QuoteQuestion {
    let text = context.arguments.value(QuoteCommand.here) ?? ""
    let here = try context.whereabouts(try context.position(text))
    guard here.isInTown else {
      let nearest = here.nearest.map { context.phrases.distance(metres: $0.metres) } ?? "-"
      throw .usage(context.phrase("where.here_outside", ["distance": nearest]))
    }
    let typed = context.arguments.operands.first.flatMap { here.engine.zoneID(named: $0) }
    var question = try QuoteQuestion(context, hasZone: typed != nil)
    question.town = here.engine.town.id
    // Town, zone and sector are those of the position, not those of the settings.
    question.vehicle = question.vehicle ?? context.ownVehicle(inTown: here.engine.town.id)
    question.place = question.place ?? here.placeID
    let sectors = question.sector.map { [$0] } ?? here.sectorIDs
    if let typed { question.zone = typed } else { question.zone = try zone(here, sectors) }
    return try withSector(question, among: sectors)
  }

  private func zone(_ here: Whereabouts, _ sectors: [String?]) throws(CommandFailure) -> String {
    var zones: [String] = []
    for sector in sectors {
      for zone in here.zoneIDs(inSector: sector) where !zones.contains(zone) { zones.append(zone) }
    }
    guard let zone = zones.first else { throw .usage(context.phrase("where.here_no_zone")) }
    guard zones.count == 1 else {
      throw .usage(
        context.phrase(
          "where.here_zones", ["zones": context.phrases.list(zones, .or), "zone": zone]))
    }
    return zone
  }

  /// The sectors near the position matter only when their answers differ.
  private func withSector(
    _ question: QuoteQuestion, among sectors: [String?]
  ) throws(CommandFailure) -> QuoteQuestion {
    var question = question
    question.sector = sectors.first ?? nil
    guard sectors.count > 1 else { return question }
    let desk = QuoteDesk(library: context.library, words: context.phrases.readingWords)
    var quotes: [Quote] = []
    for sector in sectors {
      var candidate = question
      candidate.sector = sector
      do throws(QuestionFault) {
        quotes.append(try desk.answer(candidate, now: { context.invocation.now }).quote)
      } catch { throw context.failure(error) }
    }
    guard let first = quotes.first, quotes.allSatisfy({ $0 == first }) else {
      let ids = sectors.compactMap { $0 }
      throw .usage(
        context.phrase(
          "where.here_sectors",
          ["sectors": context.phrases.list(ids, .or), "sector": ids.first ?? "-"]))
    }
    return question
  }
}
