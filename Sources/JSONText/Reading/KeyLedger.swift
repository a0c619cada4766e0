/// The member names seen so far in each open object, so that a repeated one is refused in a pull
/// reader as in a tree. It holds hashes and offsets; the names stay in the text.
struct KeyLedger {
  private struct Entry {
    let hash: Int
    let offset: Int
  }
  private struct Scope {
    let start: Int
    /// Hash to offset, kept only for an object with many names.
    var index: [Int: Int]?
  }

  /// Up to this many names a scan is faster than a dictionary.
  private static let scanLimit = 16

  private var entries: [Entry] = []
  private var scopes: [Scope] = []

  mutating func openObject() { scopes.append(Scope(start: entries.count)) }

  mutating func closeObject() {
    guard let scope = scopes.popLast() else { return }
    entries.removeSubrange(scope.start...)
  }

  /// Notes a name of the innermost object and returns the offset of an earlier name with the same
  /// hash. The hash is SipHash with a random seed: two different names of one object that share it
  /// are a chance of 2^-64, not something a document can arrange, so the first one is enough.
  mutating func note(hash: Int, offset: Int) -> Int? {
    guard let last = scopes.indices.last else { return nil }
    let start = scopes[last].start
    if scopes[last].index != nil {
      if let earlier = scopes[last].index?[hash] { return earlier }
      scopes[last].index?[hash] = offset
      return nil
    }
    for entry in entries[start...] where entry.hash == hash { return entry.offset }
    entries.append(Entry(hash: hash, offset: offset))
    if entries.count - start > Self.scanLimit {
      scopes[last].index = Dictionary(
        entries[start...].map { ($0.hash, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }
    return nil
  }
}
