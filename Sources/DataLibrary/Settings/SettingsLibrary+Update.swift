import Settings

/// Why settings were not changed. The file is as it was.
public enum SettingsUpdateError<Refusal: Error & Sendable>: Error, Sendable {
  /// The change itself did not go through.
  case refused(Refusal)
  /// Writing would lose what stands in the file.
  case unreadable(SettingsError)
  /// There is no home.
  case noFolder
  /// Another process has been changing them for seconds.
  case busy(path: String)
  case unwritable(FileWritingError)
}

extension SettingsLibrary {
  /// Changes the settings: reads them, lets `change` work, writes them if they are others now. Changes of
  /// several processes come one after the other, and none is lost.
  ///
  /// The file is written beside itself and renamed, for the user's eyes alone (mode 0600), with what differs
  /// from the defaults. Where it is a link, the file that it leads to is replaced.
  ///
  /// - Returns: the settings as they are now.
  @discardableResult
  public func update<Refusal: Error & Sendable>(
    _ change: (inout Settings) throws(Refusal) -> Void
  ) throws(SettingsUpdateError<Refusal>) -> Settings {
    guard let path else { throw .noFolder }
    let lock: FileLock
    do throws(FileLockError) {
      lock = try FileLock(path: path + ".lock", makesFolder: true)
    } catch {
      switch error {
      case .busy(let path): throw .busy(path: path)
      case .file(let error): throw .unwritable(error)
      }
    }
    defer { lock.release() }
    let before: Settings
    do { before = try read() } catch { throw .unreadable(error) }
    var settings = before
    do throws(Refusal) { try change(&settings) } catch { throw .refused(error) }
    guard settings != before else { return settings }
    do throws(FileWritingError) {
      try FileWriting.replace(
        path, with: Array((settings.json.text(pretty: true) + "\n").utf8),
        mode: 0o600)
    } catch { throw .unwritable(error) }
    return settings
  }
}
