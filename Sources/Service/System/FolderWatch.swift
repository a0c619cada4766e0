import EventLoop
import Glibc

/// Says when files of a folder were written, made, moved or removed (`inotify(7)`). Costs nothing at rest.
public final class FolderWatch {
  /// What happened since the last turn of the loop, many events as one.
  public struct Changes: Hashable, Sendable {
    /// Names of files that were written to, or closed by somebody who could write.
    public var written: Set<String> = []
    /// Names of files that appeared or went away.
    public var replaced: Set<String> = []
    /// The folder itself is gone, moved or unmounted: this watch has ended.
    public var folderIsGone = false
  }

  private let loop: EventLoop
  private let descriptor: Int32
  private var watch: EventLoop.Watch?

  public init(
    _ folder: String, loop: EventLoop, _ handler: @escaping (Changes) -> Void
  ) throws(SystemError) {
    self.loop = loop
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError(call: "inotify_init1", number: errno) }
    let events =
      IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      | IN_DELETE_SELF
      | IN_MOVE_SELF
    guard inotify_add_watch(descriptor, folder, UInt32(events)) >= 0 else {
      let number = errno
      close(descriptor)
      throw SystemError(call: "inotify_add_watch", number: number)
    }
    let descriptor = descriptor
    watch = try loop.watch(descriptor, for: .read) { _ in
      let changes = Self.read(descriptor)
      if changes != Changes() { handler(changes) }
    }
  }

  deinit {
    if let watch { loop.stopWatching(watch) }
    close(descriptor)
  }

  private static func read(_ descriptor: Int32) -> Changes {
    var changes = Changes()
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var place = 0
        while place < count {
          let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let header = MemoryLayout<inotify_event>.size
          let name = buffer[(place + header)..<(place + header + Int(event.len))]
          note(event.mask, String(decoding: name.prefix { $0 != 0 }, as: UTF8.self), in: &changes)
          place += header + Int(event.len)
        }
      }
    }
    return changes
  }

  private static func note(_ mask: UInt32, _ name: String, in changes: inout Changes) {
    func has(_ flags: Int32...) -> Bool { flags.contains { mask & UInt32($0) != 0 } }
    if has(IN_IGNORED, IN_DELETE_SELF, IN_MOVE_SELF, IN_UNMOUNT) { changes.folderIsGone = true }
    // More happened than the kernel could keep: anything may have changed.
    if has(IN_Q_OVERFLOW) { changes.written.insert("") }
    if has(IN_MODIFY, IN_CLOSE_WRITE) { changes.written.insert(name) }
    if has(IN_CREATE, IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO) { changes.replaced.insert(name) }
  }
}
