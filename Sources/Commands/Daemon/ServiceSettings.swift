import CivilTime
import DataLibrary
import Phrasebook
import Reminders
import Service
import Settings
import Tariffs

/// The user's settings as the reminder service needs them.
struct ServiceSettings {
  let settings: Settings
  let phrases: Phrasebook
  let library: TownLibrary
  let environment: [String: String]
  var isFaulty = false
  var extend: TicketExtender?

  var configuration: ServiceConfiguration {
    let names = TicketNames(library: library, phrases: phrases)
    let words = NoticeWords(
      phrases: phrases, snoozeMinutes: settings.snoozeMinutes,
      extendMinutes: extend == nil ? nil : settings.extendMinutes, placeNames: names.places,
      clock: names.clock)
    let parameters = channelParameters
    return ServiceConfiguration(
      plan: deliveryPlan, words: words, extend: extend, isFaulty: isFaulty
    ) { ServiceChannels(ChannelSet(parameters, loop: $0)) }
  }

  /// Its channels are the settings' own; those that cannot be had are left out by `ChannelSet`.
  private var deliveryPlan: DeliveryPlan {
    DeliveryPlan(
      channels: settings.channels.map(\.rawValue), mode: settings.delivery == .all ? .all : .first,
      standbySeconds: settings.standbySeconds, giveUpSeconds: settings.giveUpMinutes * 60)
  }

  var channelParameters: ChannelParameters {
    var parameters = ChannelParameters(environment: environment)
    parameters.names = settings.channels.map(\.rawValue)
    let timeout = settings.channelTimeoutSeconds * 1000
    parameters.desktopTimeout = timeout
    parameters.commandTimeout = timeout
    parameters.appriseTimeout = timeout
    parameters.terminalTimeout = min(timeout, 2000)
    parameters.command = settings.command
    parameters.commandUsesShell = settings.commandThroughShell
    parameters.appriseAddresses = settings.appriseURLs
    return parameters
  }
}

/// How tickets' towns and zones are called. Reads a town's file when it is first asked for.
final class TicketNames {
  private let library: TownLibrary
  private let languages: [String]
  private var towns: [String: Town?] = [:]
  private var clocks: [String: TownClock] = [:]

  init(library: TownLibrary, phrases: Phrasebook) {
    self.library = library
    languages = phrases.language.chain.map(\.rawValue)
  }

  /// By their ids when the data have them no more.
  func places(_ ticket: Ticket) -> NoticeWords.PlaceNames {
    let draft = ticket.draft
    let town = town(draft.town)
    let date = clock(draft.timeZone).local(ticket.arrival).date
    let zone =
      town?.edition(on: date)?.zone(draft.zone)
      ?? town?.editions.reversed().compactMap { $0.zone(draft.zone) }.first
    return NoticeWords.PlaceNames(
      town: town?.names.text(languages: languages) ?? draft.town,
      zone: zone?.names.text(languages: languages) ?? draft.zone)
  }

  func clock(_ zone: String) -> TownClock {
    if let known = clocks[zone] { return known }
    let clock = (try? library.clock(zone)) ?? .utc
    clocks[zone] = clock
    return clock
  }

  private func town(_ id: String) -> Town? {
    if let known = towns[id] { return known }
    let town = try? library.engine(town: id, withPublishedCases: false).town
    towns[id] = .some(town)
    return town
  }
}

/// Reads the settings again and again for one daemon.
final class ServiceSettingsReader {
  private let context: CommandContext
  private let extend: TicketExtender?
  private var lastGood: Settings?

  init(_ context: CommandContext, extend: TicketExtender? = nil) {
    self.context = context
    self.extend = extend
  }

  /// The settings as far as they are good. A file that cannot be read at all changes nothing: a slip of the
  /// pen must not turn off the channels that the driver relies on.
  func configuration() -> ServiceConfiguration {
    let loaded = context.settingsLibrary.load()
    var settings = loaded.settings
    switch loaded.problem {
    case nil, .faults: lastGood = settings
    case .file, .text: settings = lastGood ?? settings
    }
    return ServiceSettings(
      settings: settings,
      phrases: CommandLineTool.phrasebook(
        context.library.folder, settings, context.invocation),
      library: context.library, environment: context.invocation.environment,
      isFaulty: loaded.problem != nil, extend: extend
    ).configuration
  }
}

extension CommandContext {
  func servicePaths() throws(CommandFailure) -> ServicePaths {
    guard let paths = ServicePaths(environment: invocation.environment) else {
      throw .failure(phrase("daemon.no_home"))
    }
    return paths
  }
}
