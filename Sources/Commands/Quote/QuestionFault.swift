import DataLibrary
import Phrasebook
import Tariffs

/// Why a question about a zone has no answer, not even a refusal.
enum QuestionFault: Error {
  case noTown
  case noZone
  case noWant
  case severalWants
  case zeroMinutes
  case library(LibraryError)
  case unknownZone(String, town: Town, known: [String])
  case unknownVehicle(String)
  /// A sector or a place that the town's rules do not know, where they know others.
  case unknownSector(String, town: Town)
  case unknownPlace(String, town: Town)
  /// A text that is no amount, duration or moment.
  case reading(any ReadingError)
  /// An earlier ticket that does not end after it began.
  case backwardPrevious(from: String, until: String)
  /// The car left before it came, or after the ticket's end.
  case stoppedOutside

  /// Stable, for programs.
  var code: String {
    switch self {
    case .noTown: "no_town"
    case .noZone: "no_zone"
    case .noWant: "no_want"
    case .severalWants: "several_wants"
    case .zeroMinutes: "zero_minutes"
    case .library(.unknownTown): "unknown_town"
    case .library: "town_unreadable"
    case .unknownZone: "unknown_zone"
    case .unknownVehicle: "unknown_vehicle"
    case .unknownSector: "unknown_sector"
    case .unknownPlace: "unknown_place"
    case .reading(let error): error.code
    case .backwardPrevious: "backward_previous"
    case .stoppedOutside: "stopped_outside"
    }
  }
}

extension CommandContext {
  /// The fault for people.
  func failure(_ fault: QuestionFault) -> CommandFailure { told(fault).coded(fault.code) }

  private func told(_ fault: QuestionFault) -> CommandFailure {
    switch fault {
    case .noTown:
      do { return .usage(phrase("error.no_town", ["towns": try townList()])) } catch {
        return error
      }
    case .noZone: return .usage(phrase("error.quote_needs_zone"))
    case .noWant: return .usage(phrase("error.quote_needs_want"))
    case .severalWants: return .usage(phrase("error.quote_two_wants"))
    case .zeroMinutes: return .usage(phrase("error.zero_minutes"))
    case .library(let error): return failure(error)
    case .unknownZone(let zone, let town, let known):
      return .usage(unknownZone(zone, town: town, known: known))
    case .unknownVehicle(let id):
      return .usage(
        phrase(
          "error.unknown_vehicle",
          ["text": id, "known": VehicleClass.ids.joined(separator: ", ") + ", resident:N"]))
    case .unknownSector(let text, let town):
      return .usage(unknown("error.unknown_sector", text, town: town, known: town.sectors))
    case .unknownPlace(let text, let town):
      return .usage(unknown("error.unknown_place", text, town: town, known: town.places))
    case .reading(let error): return .usage(phrases.message(error))
    case .backwardPrevious(let from, let until):
      return .usage(phrase("batch.backward_previous", ["from": from, "until": until]))
    case .stoppedOutside: return .usage(phrase("error.stopped_outside"))
    }
  }

  private func unknown(
    _ key: String, _ text: String, town: Town, known: Set<String>
  ) -> String {
    // `10` after `9`.
    let sorted = known.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    return phrase(
      key, ["text": text, "town": townName(town), "known": sorted.joined(separator: ", ")])
  }

  private func unknownZone(_ zone: String, town: Town, known: [String]) -> String {
    let values = [
      "zone": zone, "town": townName(town), "known": known.joined(separator: ", "),
    ]
    guard let closest = closest(to: zone, among: known) else {
      return phrase("error.unknown_zone", values)
    }
    return phrase("error.unknown_zone_closest", values.merging(["closest": closest]) { $1 })
  }
}

extension Town {
  /// Refuses a sector or place that no rule of the town knows: a slip in it would pass for a street
  /// without rules of its own.
  func requireKnown(sector: String?, place: String?) throws(QuestionFault) {
    if let sector, !sectors.isEmpty, !sectors.contains(sector) {
      throw .unknownSector(sector, town: self)
    }
    if let place, !places.isEmpty, !places.contains(place) {
      throw .unknownPlace(place, town: self)
    }
  }
}
