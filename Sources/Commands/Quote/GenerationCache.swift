/// A cache of at most twice `capacity` values: what was not asked for while `capacity` new ones came is
/// forgotten. It needs no list in order of use, so a hit costs one look-up.
struct GenerationCache<Key: Hashable, Value> {
  private let capacity: Int
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]

  /// - Parameter capacity: 1 or more.
  init(capacity: Int) { self.capacity = capacity }

  var count: Int { young.count + old.count }

  subscript(key: Key) -> Value? {
    mutating get {
      if let value = young[key] { return value }
      guard let value = old.removeValue(forKey: key) else { return nil }
      insert(value, for: key)
      return value
    }
    set {
      old[key] = nil
      young[key] = nil
      if let newValue { insert(newValue, for: key) }
    }
  }

  private mutating func insert(_ value: Value, for key: Key) {
    if young.count >= capacity {
      old = young
      young = [:]
    }
    young[key] = value
  }
}
