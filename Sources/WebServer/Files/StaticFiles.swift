import Glibc

/// The files of folders, as a page needs them. Only files that were found there are served: a path of
/// a request is looked up in that list and never becomes a path of the system.
public final class StaticFiles {
  public struct Folder {
    /// In the file system.
    public let path: String
    /// The first segment of the files' paths in requests; nil for the top.
    public let prefix: String?
    /// How long a browser may keep them without asking, in seconds; 0: it always asks.
    public let maximumAge: Int

    public init(path: String, prefix: String? = nil, maximumAge: Int = 0) {
      self.path = path
      self.prefix = prefix
      self.maximumAge = maximumAge
    }
  }

  private struct Entry {
    let path: String
    let type: String
    let maximumAge: Int
    var stamp: FileStamp?
    var bytes: [UInt8] = []
    var tag = ""
  }

  /// No file of a page is larger.
  static let limitBytes = 8 << 20
  private static let deepest = 4

  private let folders: [Folder]
  private var entries: [String: Entry] = [:]
  /// Of every folder that was looked into: a change there means that the list is old.
  private var stamps: [String: FileStamp?] = [:]

  public init(_ folders: [Folder]) {
    self.folders = folders
    scan()
  }

  /// Nil for a path that is none of the files.
  public func answer(_ request: Request) -> Response? {
    let key = request.target.segments.joined(separator: "/")
    if stamps.contains(where: { FileStamp($0.key) != $0.value }) { scan() }
    let name = key.isEmpty ? "index.html" : key
    guard var entry = entries[name] else { return nil }
    let stamp = FileStamp(entry.path)
    if stamp != entry.stamp {
      guard let stamp, let bytes = Self.read(entry.path) else { return nil }
      entry.stamp = stamp
      entry.bytes = bytes
      entry.tag = "\"" + Self.fingerprint(bytes) + "\""
      entries[name] = entry
    }
    let age =
      entry.maximumAge == 0 ? "no-cache" : "public, max-age=\(entry.maximumAge)"
    let shared = [("ETag", entry.tag), ("Cache-Control", age)]
    if Self.matches(request.headers.values("If-None-Match"), entry.tag) {
      return Response(status: 304, headers: Headers([("Content-Type", entry.type)] + shared))
    }
    return Response(type: entry.type, entry.bytes, shared)
  }

  // MARK: The list

  private func scan() {
    stamps = Dictionary(folders.map { ($0.path, FileStamp($0.path)) }) { first, _ in first }
    entries = [:]
    // The first folder that has a path wins.
    for folder in folders.reversed() {
      guard let root = Self.resolved(folder.path) else { continue }
      scan(root, root: root, key: folder.prefix.map { $0 + "/" } ?? "", folder, depth: 0)
    }
  }

  private func scan(_ path: String, root: String, key: String, _ folder: Folder, depth: Int) {
    guard depth < Self.deepest, let stream = opendir(path) else { return }
    stamps[path] = FileStamp(path)
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      // Links may point to files of the same folder alone (Debian's have some).
      guard !name.hasPrefix("."), let real = Self.resolved(path + "/" + name),
        real.hasPrefix(root + "/"), let stamp = FileStamp(real)
      else { continue }
      if stamp.isFolder {
        scan(real, root: root, key: key + name + "/", folder, depth: depth + 1)
      } else if let type = MediaType.of(fileName: name), stamp.isFile {
        entries[key + name] = Entry(path: real, type: type, maximumAge: folder.maximumAge)
      }
    }
  }

  // MARK: Reading

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limitBytes {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }

  /// FNV-1a of 64 bits: tells versions of a file apart, protects nothing.
  private static func fingerprint(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }

  /// RFC 9110, section 13.1.2: a list of tags, compared weakly, or `*`.
  private static func matches(_ fields: [String], _ tag: String) -> Bool {
    fields.flatMap { $0.split(separator: ",") }.contains { item in
      let item = item.drop { $0 == " " }
      let bare = item.hasPrefix("W/") ? item.dropFirst(2) : item
      return bare == "*" || bare == tag[...]
    }
  }
}

/// What tells whether a file is still the same.
struct FileStamp: Equatable {
  let modifiedSeconds: Int
  let modifiedNanoseconds: Int
  let size: Int
  let node: UInt
  let mode: UInt32

  init?(_ path: String) {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    modifiedSeconds = information.st_mtim.tv_sec
    modifiedNanoseconds = information.st_mtim.tv_nsec
    size = Int(information.st_size)
    node = UInt(information.st_ino)
    mode = information.st_mode
  }

  var isFolder: Bool { mode & S_IFMT == S_IFDIR }
  var isFile: Bool { mode & S_IFMT == S_IFREG }
}

/// The kinds of files that a page has; others are not served.
enum MediaType {
  private static let byEnding = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "json": "application/json", "webmanifest": "application/manifest+json",
    "svg": "image/svg+xml", "png": "image/png", "ico": "image/vnd.microsoft.icon",
    "jpg": "image/jpeg", "webp": "image/webp", "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
  ]

  static func of(fileName: String) -> String? {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    return byEnding[String(fileName[fileName.index(after: dot)...])]
  }
}
