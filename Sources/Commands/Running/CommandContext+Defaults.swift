import Settings
import Tariffs

// What the settings say where a call says nothing. What was typed always goes before; zone, sector and
// residents' card are those of the settings' town and of no other.

extension CommandContext {
  /// The town of `--town`, else of the settings, as it was written.
  var wantedTown: String? { arguments.value(.town) ?? settings.town }

  /// Whether a town is that of the settings.
  func isOwnTown(_ id: String) -> Bool {
    guard let own = settings.town else { return false }
    return own == id || townID(named: own) == id
  }

  /// Whether the call is about the settings' town: `--town` is not given, or names it.
  var isAboutOwnTown: Bool {
    guard settings.town != nil else { return false }
    guard let typed = arguments.value(.town) else { return true }
    return isOwnTown(typed) || townID(named: typed).map(isOwnTown) == true
  }

  /// The zone where the call leaves it out.
  var ownZone: String? {
    guard let zone = settings.zone, isAboutOwnTown else { return nil }
    return zone
  }

  func sector(inTown id: String) -> String? {
    if let typed = arguments.value(.sector) { return typed }
    guard let sector = settings.sector, isOwnTown(id) else { return nil }
    return sector
  }

  func vehicle(inTown id: String) throws(CommandFailure) -> VehicleClass? {
    if let typed = try typedVehicle() { return typed }
    return ownVehicle(inTown: id)
  }

  func ownVehicle(inTown id: String?) -> VehicleClass? {
    guard case .resident = settings.vehicle else { return settings.vehicle }
    guard let id, isOwnTown(id) else { return nil }
    return settings.vehicle
  }

  /// Says which setting it was, when what cannot be answered was not typed.
  func failure(_ fault: QuestionFault, filledIn: FilledIn) -> CommandFailure {
    let setting: String
    switch fault {
    case .library(.unknownTown) where filledIn.town: setting = "town"
    case .unknownZone where filledIn.zone: setting = "zone"
    case .unknownSector where filledIn.sector: setting = "sector"
    default: return failure(fault)
    }
    let failure = failure(fault)
    return CommandFailure(
      status: failure.status,
      message: phrase(
        "settings.default_fails", ["setting": setting, "problem": failure.message]))
  }
}

/// What of a question is from the settings.
struct FilledIn {
  var town = false
  var zone = false
  var sector = false
}
