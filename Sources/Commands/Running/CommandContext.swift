import CivilTime
import DataLibrary
import JSONText
import Phrasebook
import Settings
import Tariffs

/// What a running command works with.
struct CommandContext {
  let invocation: Invocation
  var arguments: ParsedArguments
  let library: TownLibrary
  /// Where the user's settings are; nil path with `--no-settings` and without a home.
  let settingsLibrary: SettingsLibrary
  var loadedSettings: LoadedSettings
  let phrases: Phrasebook
  let output: any OutputSink
  let input: any InputSource

  var wantsJSON: Bool { arguments.has(.json) }

  var settings: Settings { loadedSettings.settings }

  func phrase(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
    phrases.phrase(key, values, count: count)
  }

  func print(_ line: String) { output.write(line + "\n") }

  func print(_ json: JSONOutput) { output.write(json.text(pretty: true) + "\n") }

  // MARK: What the options name

  /// The town of `--town`, else that of the settings.
  func engine() throws(CommandFailure) -> TariffEngine {
    guard let id = wantedTown else { throw failure(.noTown) }
    do { return try library.engine(town: townID(named: id) ?? id, withPublishedCases: false) } catch
    { throw failure(.library(error), filledIn: FilledIn(town: arguments.value(.town) == nil)) }
  }

  func townIDs() throws(CommandFailure) -> [String] {
    do { return try library.townIDs() } catch { throw failure(error) }
  }

  func townList() throws(CommandFailure) -> String {
    try townIDs().joined(separator: ", ")
  }

  /// The moment of `--at`, else now.
  func moment(in clock: TownClock) throws(CommandFailure) -> Instant {
    guard let text = arguments.value(.at) else { return invocation.now }
    return try moment(text, in: clock, from: clock.local(invocation.now))
  }

  /// A moment as people type it, seen from `now`.
  func moment(
    _ text: String, in clock: TownClock, from now: LocalDateTime
  ) throws(CommandFailure) -> Instant {
    do {
      return try TypedMoment.read(text, now: now, words: phrases.readingWords).instant(in: clock)
    } catch { throw .usage(phrases.message(error)) }
  }

  func typedVehicle() throws(CommandFailure) -> VehicleClass? {
    guard let id = arguments.value(.vehicle) else { return nil }
    guard let vehicle = VehicleClass(id: id) else { throw failure(.unknownVehicle(id)) }
    return vehicle
  }

  /// `--signal no2=75`, `--signal episode`, `--signal episode=off`.
  func signals() throws(CommandFailure) -> [String: SignalValue] {
    var signals: [String: SignalValue] = [:]
    for text in arguments.values(.signal) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first, !name.isEmpty else {
        throw .usage(phrase("error.bad_signal", ["text": text]))
      }
      switch parts.count == 2 ? parts[1] : "on" {
      case "on": signals[String(name)] = .declared(true)
      case "off": signals[String(name)] = .declared(false)
      case let value:
        guard let figure = Int(value), abs(figure) <= 100_000 else {
          throw .usage(phrase("error.bad_signal", ["text": text]))
        }
        signals[String(name)] = .figure(figure)
      }
    }
    return signals
  }

  /// The zone of the first operand, or all zones.
  func zoneIDs(in engine: TariffEngine) -> [String] {
    guard let typed = arguments.operands.first else { return engine.zoneIDs }
    return [engine.zoneID(named: typed) ?? typed]
  }

  /// A zone of the town, made ready for the vehicle and place of the options and the settings.
  ///
  /// - Parameter isOwn: whether the zone is that of the settings, and was not typed.
  func prepared(
    _ zone: String, in engine: TariffEngine, isOwn: Bool = false,
    assuming: Assumptions = Assumptions()
  ) throws(CommandFailure) -> PreparedZone {
    let sector = sector(inTown: engine.town.id)
    let filledIn = FilledIn(zone: isOwn, sector: arguments.value(.sector) == nil)
    do {
      try engine.town.requireKnown(sector: sector, place: arguments.value(.place))
    } catch { throw failure(error, filledIn: filledIn) }
    let prepared = engine.prepared(
      zone: engine.zoneID(named: zone) ?? zone, vehicle: try vehicle(inTown: engine.town.id),
      sector: sector, place: arguments.value(.place), signals: try signals(), assuming: assuming)
    guard let prepared else {
      throw failure(
        .unknownZone(zone, town: engine.town, known: engine.zoneIDs), filledIn: filledIn)
    }
    return prepared
  }

  /// Operands beyond those a command takes are a slip that must not pass unnoticed.
  func requireOperands(_ allowed: ClosedRange<Int>, missing key: String) throws(CommandFailure) {
    let given = arguments.operands.prefix(allowed.lowerBound)
    if given.count < allowed.lowerBound || given.contains("") { throw .usage(phrase(key)) }
    if arguments.operands.count > allowed.upperBound {
      throw tooMany(arguments.operands[allowed.upperBound])
    }
  }

  /// Says where a town belongs when the word is one.
  func tooMany(_ word: String) -> CommandFailure {
    if arguments.value(.town) == nil, let town = townID(named: word) {
      return .usage(phrase("error.town_without_option", ["text": word, "town": town]))
    }
    return .usage(phrase("error.too_many_operands", ["text": word]))
  }

  // MARK: Names

  func townName(_ town: Town) -> String { name(town.names) }

  func name(_ names: LocalizedText) -> String {
    names.text(languages: phrases.language.chain.map(\.rawValue))
  }
}
