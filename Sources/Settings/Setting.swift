import JSONText

/// One of the settings: its name, what it may be, and the way to it in `Settings`.
public struct Setting: Sendable {
  /// What a setting holds.
  public enum Kind: Hashable, Sendable {
    /// One of these.
    case word([String])
    /// `on` or `off`; in JSON true or false.
    case flag
    case number(ClosedRange<Int>)
    /// A text, or nothing.
    case text
    /// A list of whole numbers, each in the range.
    case numbers(ClosedRange<Int>)
    /// A list of some of these.
    case words([String])
    /// A list of texts.
    case texts

    /// Stable, for programs.
    public var name: String {
      switch self {
      case .word: "word"
      case .flag: "flag"
      case .number: "number"
      case .text: "text"
      case .numbers: "numbers"
      case .words: "words"
      case .texts: "texts"
      }
    }
  }

  /// As in the file and on the command line: `lead_times`.
  public let name: String
  public let kind: Kind
  /// Its value holds passwords.
  public var isSecret = false
  let read: @Sendable (Settings) -> SettingValue
  let write: @Sendable (inout Settings, SettingValue) throws(SettingError) -> Void

  public static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

  /// Its value where nothing was chosen.
  public var standard: SettingValue { read(Settings()) }
}

/// The value of a setting, whatever its kind.
public enum SettingValue: Hashable, Sendable {
  case none
  case text(String)
  case number(Int)
  case flag(Bool)
  case numbers([Int])
  case texts([String])
}

/// Why a setting cannot have a value.
public struct SettingError: Error, Hashable, Sendable {
  public let kind: JSONShapeError.Kind
  /// Of a list, from 0; nil = the value as a whole.
  public let element: Int?

  public init(_ kind: JSONShapeError.Kind, element: Int? = nil) {
    self.kind = kind
    self.element = element
  }

  init(_ fault: SettingFault, _ text: String = "", element: Int? = nil) {
    self.init(.refused(code: fault.rawValue, text: text), element: element)
  }
}

/// The rules beyond kind, range and allowed words. The raw values are stable codes.
public enum SettingFault: String, CaseIterable, Sendable {
  case emptyList = "setting_empty_list"
  case tooMany = "setting_too_many"
  /// The text is one that stands there already.
  case twice = "setting_twice"
  /// A text that is empty, too long or has control characters.
  case badText = "setting_bad_text"
  /// Zone, sector and residents' cards belong to a town.
  case needsTown = "setting_needs_town"
  case unknownVehicle = "setting_unknown_vehicle"
  case badAddress = "setting_bad_address"
  case badTileURL = "setting_bad_tile_url"
  case badAppriseURL = "setting_bad_apprise_url"
}

extension Settings {
  public func value(of setting: Setting) -> SettingValue { setting.read(self) }

  /// Whether it is as it would be without a choice.
  public func isStandard(_ setting: Setting) -> Bool { value(of: setting) == setting.standard }

  public mutating func set(
    _ setting: Setting, to value: SettingValue
  ) throws(SettingError) {
    try setting.write(&self, value)
  }

  /// What belongs to a town goes with it.
  public mutating func unset(_ setting: Setting) {
    // A default is a good value.
    try? setting.write(&self, setting.standard)
  }
}
