import DataLibrary
import JSONText
import Tariffs

/// `aparka where LAT LON`: the sector and the colour at a position. The position is neither kept nor logged.
enum WhereCommand: Command {
  static let name = "where"
  static let options: [CommandOption] = [.town, .at, .vehicle]

  static func run(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    try context.requireOperands(1...Int.max, missing: "where.position.empty")
    let place = try context.position(context.arguments.operands.joined(separator: " "))
    // What was typed wrongly is told before the files are read.
    _ = try context.typedVehicle()
    let here = try context.whereabouts(place)
    let vehicle = try context.vehicle(inTown: here.engine.town.id)
    if context.wantsJSON {
      context.print(here.json(vehicle: vehicle))
      return 0
    }
    for line in WhereWords(here, context, vehicle: vehicle).lines() { context.print(line) }
    return 0
  }
}
