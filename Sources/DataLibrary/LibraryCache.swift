import Glibc
import Synchronization

/// What was read from files, kept by a program that answers many questions. A value is read anew as
/// soon as one of its files is another one.
public final class LibraryCache: Sendable {
  /// Tells whether a file is still the same; nil when there is none.
  struct Stamp: Hashable, Sendable {
    let modifiedSeconds: Int
    let modifiedNanoseconds: Int
    let size: Int
    let node: UInt

    init?(_ path: String) {
      var information = stat()
      guard stat(path, &information) == 0 else { return nil }
      modifiedSeconds = information.st_mtim.tv_sec
      modifiedNanoseconds = information.st_mtim.tv_nsec
      size = Int(information.st_size)
      node = UInt(information.st_ino)
    }
  }

  private struct Entry {
    let files: [(path: String, stamp: Stamp?)]
    let value: any Sendable

    var isCurrent: Bool { files.allSatisfy { Stamp($0.path) == $0.stamp } }
  }

  private let entries = Mutex<[String: Entry]>([:])

  public init() {}

  /// The value of a key, read if it is not there or old. What cannot be read is not kept.
  ///
  /// - Parameters:
  ///   - file: what is read first.
  ///   - others: the further files that the value is made of.
  func value<Value: Sendable, Failure: Error>(
    _ key: String, file: String, others: (Value) -> [String],
    read: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let entry = entries.withLock({ $0[key] }), entry.isCurrent, let value = entry.value as? Value
    {
      return value
    }
    let before = Stamp(file)
    let value = try read()
    let files =
      [(path: file, stamp: before)] + others(value).map { (path: $0, stamp: Stamp($0)) }
    // A file that changed while it was read is read again next time.
    let entry = Stamp(file) == before ? Entry(files: files, value: value) : nil
    entries.withLock { $0[key] = entry }
    return value
  }
}
