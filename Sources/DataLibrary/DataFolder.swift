import Glibc

/// Where the program's data is: the folder that holds `tariffs`, `sectors` and `translations`.
public struct DataFolder: Hashable, Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// The first of these that holds `tariffs`: `option` (which must, if given), `$APARKA_DATA` (likewise),
  /// `../share/aparka` beside the executable, the checkout that the executable was built in.
  ///
  /// - Returns: nil when none of them does.
  public static func locate(
    option: String?, environment: [String: String], executable: String?
  ) -> DataFolder? {
    if let chosen = option ?? environment["APARKA_DATA"].flatMap({ $0.isEmpty ? nil : $0 }) {
      return FileReading.isFolder(chosen + "/tariffs") ? DataFolder(path: chosen) : nil
    }
    guard var folder = executable.map({ parent(of: $0) }) else { return nil }
    let shared = parent(of: folder) + "/share/aparka"
    if FileReading.isFolder(shared + "/tariffs") { return DataFolder(path: shared) }
    while folder != "/", !folder.isEmpty {
      if FileReading.isFolder(folder + "/tariffs"), FileReading.isFolder(folder + "/translations") {
        return DataFolder(path: folder)
      }
      folder = parent(of: folder)
    }
    return nil
  }

  /// The path of the running program, by the kernel: right under PATH look-up and links.
  public static func runningExecutable() -> String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
