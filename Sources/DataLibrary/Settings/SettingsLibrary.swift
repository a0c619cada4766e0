import Glibc
import JSONText
import Settings

/// Why the settings cannot be used, or not all of them.
public enum SettingsError: Error, Sendable {
  case file(FileReadingError)
  /// Not JSON.
  case text(path: String, JSONTextError)
  /// JSON, but these members are wrong.
  ///
  /// - Parameter usable: the settings with the faulty ones as if they were not there; `position` is `never`
  ///   when it is a faulty one.
  case faults(path: String, [LocatedFault], usable: Settings)

  public var path: String {
    switch self {
    case .file(let error): error.path
    case .text(let path, _), .faults(let path, _, _): path
    }
  }

  /// What may be worked with all the same; the defaults where nothing can be read.
  public var usable: Settings {
    if case .faults(_, _, let usable) = self { usable } else { Settings() }
  }
}

/// Settings that can be worked with, whatever the file is like.
public struct LoadedSettings: Sendable {
  public let settings: Settings
  /// What the user must be told: a setting that they made does not act.
  public let problem: SettingsError?

  public init(settings: Settings = Settings(), problem: SettingsError? = nil) {
    self.settings = settings
    self.problem = problem
  }
}

/// Reads and writes the user's settings, the file `aparka/settings.json` in the folder for configuration.
public struct SettingsLibrary: Sendable {
  /// Nil when there is no home.
  public let path: String?

  public init(path: String?) { self.path = path }

  /// By the XDG Base Directory Specification: `$XDG_CONFIG_HOME`, else `$HOME/.config`. A path that is not
  /// absolute does not count.
  public init(environment: [String: String]) {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      path = folder + "/aparka/settings.json"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      path = home + "/.config/aparka/settings.json"
    } else {
      path = nil
    }
  }

  /// The settings, all of them good. Without a file they are the defaults.
  public func read() throws(SettingsError) -> Settings {
    guard let path else { return Settings() }
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try FileReading.bytes(path, limitBytes: 1 << 20)
    } catch {
      if case .notFound = error { return Settings() }
      throw .file(error)
    }
    let root: JSONNode
    do { root = try JSONNode(parsing: bytes) } catch { throw .text(path: path, error) }
    var settings = Settings()
    let faults = settings.apply(JSONCursor(root))
    guard faults.isEmpty else {
      throw .faults(path: path, TownLibrary.located(faults, in: bytes), usable: settings)
    }
    return settings
  }

  /// The settings as far as they are good.
  public func load() -> LoadedSettings {
    do throws(SettingsError) {
      return LoadedSettings(settings: try read())
    } catch { return LoadedSettings(settings: error.usable, problem: error) }
  }
}
