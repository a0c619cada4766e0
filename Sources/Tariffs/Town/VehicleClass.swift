/// The kind of vehicle, or of driver, that a tariff may treat apart.
public enum VehicleClass: Hashable, Sendable {
  /// Environmental labels of the DGT: 0, ECO, C, B, and no label.
  case zero, eco, c, b, none
  case motorcycle
  /// With a disabled person's badge.
  case disabled
  /// Goods vehicles and vans that may use loading bays.
  case commercial
  /// With a residents' card of that sector; nil = of the sector where the car stands.
  case resident(sector: String?)

  /// The ids that town files use; `resident` stands for residents of any sector.
  public static let ids = [
    "zero", "eco", "c", "b", "none", "motorcycle", "disabled", "commercial", "resident",
  ]

  /// The environmental labels.
  public static let labelIDs = ["zero", "eco", "c", "b", "none"]

  /// Reads `zero`, `eco`, `c`, `b`, `none`, `motorcycle`, `disabled`, `commercial`, `resident:N` and
  /// `resident` alone: at home.
  public init?(id: String) {
    switch id {
    case "zero": self = .zero
    case "eco": self = .eco
    case "c": self = .c
    case "b": self = .b
    case "none": self = .none
    case "motorcycle": self = .motorcycle
    case "disabled": self = .disabled
    case "commercial": self = .commercial
    case "resident": self = .resident(sector: nil)
    default:
      guard id.hasPrefix("resident:"), id.utf8.count > 9 else { return nil }
      self = .resident(sector: String(id.dropFirst(9)))
    }
  }

  /// As the user writes it.
  public var id: String {
    if case .resident(let sector?) = self { "resident:\(sector)" } else { ruleID }
  }

  /// The id of the class rule in town files.
  public var ruleID: String {
    switch self {
    case .zero: "zero"
    case .eco: "eco"
    case .c: "c"
    case .b: "b"
    case .none: "none"
    case .motorcycle: "motorcycle"
    case .disabled: "disabled"
    case .commercial: "commercial"
    case .resident: "resident"
    }
  }
}
