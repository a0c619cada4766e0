import CivilTime
import DataLibrary
import JSONText
import Phrasebook
import Tariffs

/// The pages of a call: filled in for the town and the moment of its options.
struct InfoPages {
  private let context: CommandContext
  private let library: InfoLibrary
  private let engine: TariffEngine?
  private let calendars: [HolidayCalendar]
  private let moment: Instant

  init(_ context: CommandContext) throws(CommandFailure) {
    self.context = context
    library = InfoLibrary(folder: context.library.folder)
    engine = try context.engineIfChosen()
    guard let engine else {
      (calendars, moment) = ([], context.invocation.now)
      return
    }
    moment = try context.moment(in: engine.clock)
    do { calendars = try context.library.calendars(engine.town.holidayFiles) } catch {
      throw context.failure(error)
    }
  }

  /// In the order of the index.
  var ids: [String] { library.pageIDs(context.phrases.language) }

  /// The page in the language of the call, or another, with its figures.
  func page(_ id: String, in language: Language? = nil) -> InfoPage? {
    guard let page = library.page(id, language ?? context.phrases.language) else { return nil }
    // Text and figures are in one language, also where the page is only there in another.
    var phrases = context.phrases
    if page.language != phrases.language {
      phrases = PhraseLibrary(folder: context.library.folder).phrasebook(page.language)
      phrases.clock = context.phrases.clock
      phrases.dateFormat = context.phrases.dateFormat
    }
    let figures = engine.map {
      TownFigures(engine: $0, calendars: calendars, at: moment, phrases: phrases)
    }
    return page.filled(with: figures, phrases: phrases)
  }

  /// What an answer for programs says of the figures.
  var members: [(String, JSONOutput)] {
    [
      ("town", .optional(engine?.town.id)),
      ("edition", .optional(engine.flatMap { $0.town.edition(on: date(in: $0)) }?.id)),
      ("at", engine.map { .time(moment, $0.clock) } ?? .null),
    ]
  }

  private func date(in engine: TariffEngine) -> CivilDate { engine.clock.local(moment).date }
}

extension CommandContext {
  /// The town of `--town`, else that of the settings; nil where none was chosen.
  func engineIfChosen() throws(CommandFailure) -> TariffEngine? {
    wantedTown == nil ? nil : try engine()
  }
}
