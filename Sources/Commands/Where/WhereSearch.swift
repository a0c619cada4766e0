import CivilTime
import DataLibrary
import Sectors
import Tariffs

extension CommandContext {
  var sectorLibrary: SectorLibrary {
    SectorLibrary(
      folder: library.folder,
      userFolder: SectorLibrary.userFolder(environment: invocation.environment),
      cache: library.cache)
  }

  func sectors(
    of town: String, kinds: [LayerKind] = LayerKind.allCases
  ) throws(CommandFailure) -> TownSectors {
    do { return try sectorLibrary.town(town, kinds: kinds) } catch { throw failure(error) }
  }

  /// Reads a position, unless the settings forbid to use one; the call with the numbers exchanged is offered
  /// where that makes sense.
  func position(_ text: String) throws(CommandFailure) -> PositionText {
    guard settings.position != .never else {
      throw .failure(phrase("settings.position_never")).coded("position_never")
    }
    do throws(PositionTextError) { return try PositionText(text) } catch {
      if case .swapped(let position) = error { throw swapped(position) }
      var detail = text
      if case .otherSystem(let name) = error { detail = name }
      throw .usage(phrase("where.position.\(error.code)", ["text": detail]))
    }
  }

  func swapped(_ position: Position) -> CommandFailure {
    let call = ["aparka", WhereCommand.name, "\(position.latitude)", "\(position.longitude)"]
    return .usage(phrase("where.position.swapped", ["call": call.joined(separator: " ")]))
  }

  /// All that is known of a position: in the town of `--town`, else in the one whose sectors cover it, else in
  /// the one whose sector is nearest.
  func whereabouts(_ place: PositionText) throws(CommandFailure) -> Whereabouts {
    let known = sectorLibrary.townIDs()
    // The town of the settings is not asked: the position says which.
    var candidates = known
    if let typed = arguments.value(.town) {
      let id = townID(named: typed) ?? typed
      // An unknown town is told as everywhere.
      _ = try engine()
      guard known.contains(id) else {
        throw .failure(
          phrase("where.no_sectors", ["town": id, "known": known.joined(separator: ", ")])
        )
        .coded("no_sectors")
      }
      candidates = [id]
    }
    guard !candidates.isEmpty else {
      throw .failure(phrase("where.no_sectors_at_all")).coded("no_sectors")
    }
    var best: (town: String, metres: Double)?
    var exchanged: Position?
    for id in candidates {
      let sectors = try sectors(of: id, kinds: [.sectors, .kerbs])
      exchanged = exchanged ?? sectors.looksSwapped(place.position)
      let metres =
        [sectors.nearestSector(to: place.position), sectors.nearestKerb(to: place.position)]
        .compactMap { $0?.metres }.min() ?? .infinity
      if metres < best?.metres ?? .infinity { best = (id, metres) }
    }
    if let exchanged { throw swapped(exchanged) }
    guard let best else { throw .failure(phrase("where.no_sectors_at_all")).coded("no_sectors") }
    let engine: TariffEngine
    do { engine = try library.engine(town: best.town, withPublishedCases: false) } catch {
      throw failure(error)
    }
    return Whereabouts(
      place, in: try sectors(of: best.town), engine: engine, at: try moment(in: engine.clock))
  }

  func failure(_ error: SectorLibraryError) -> CommandFailure {
    switch error {
    case .file(let error): failure(LibraryError.file(error))
    case .geoJSON(let path, let error):
      .failure(phrases.fault(error).text(path: path)).coded("sectors_unreadable")
    }
  }
}
