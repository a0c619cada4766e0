/// The spans of every kind of day a schedule can make, in one array: a kind of day is the set of rules
/// that hold on it.
struct DayShapes: Sendable {
  /// What one set of rules makes of a day.
  struct Shape: Sendable {
    /// A range of `DayShapes.spans`.
    var start: Int32
    var end: Int32
  }

  private(set) var spans: [HoursSpan] = []
  /// A rule that begins the day anew, alone: by bit.
  private var single: [Shape] = []
  /// Sets of such a rule and later ones that add or cut, ascending, with their shapes.
  private var keys: [UInt64] = []
  private var combined: [Shape] = []
  private let rules: [Rule]
  private let states: [HoursState]
  /// What a day is that no rule speaks of.
  private let ground: HoursState
  /// Rules that begin the day anew (bit 0 is the ground), and rules that add or cut.
  private let replacing: UInt64
  private let adding: UInt64

  /// `states[i]` is what `rules[i]` lays; `dayMasks` are, per kind of weekday, the rules whose weekday
  /// selector holds; `undated` are the rules that hold on every date.
  init(
    rules: [Rule], states: [HoursState], ground: HoursState, dayMasks: [UInt64], undated: UInt64
  ) {
    self.rules = rules
    self.states = states
    self.ground = ground
    var replacing: UInt64 = 1
    for (index, rule) in rules.enumerated() where rule.beginsTheDayAnew {
      replacing |= 1 << UInt64(index + 1)
    }
    self.replacing = replacing
    adding = ~replacing
    for bit in 0...rules.count {
      single.append(
        replacing & (1 << UInt64(bit)) == 0 ? .empty : store(painting(1 << UInt64(bit))))
    }
    let keys = reachableKeys(dayMasks: dayMasks, undated: undated)
    self.keys = keys
    for key in keys { combined.append(store(painting(key))) }
  }

  /// The shape of a day on which the rules of `mask` hold, or nil when it was not made beforehand.
  func shape(_ mask: UInt64) -> Shape? {
    let key = self.key(mask)
    if key & (key - 1) == 0 { return single[key.trailingZeroBitCount] }
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? combined[low] : nil
  }

  /// The spans for a set of rules whose shape was not made beforehand.
  func freshSpans(_ mask: UInt64) -> [HoursSpan] { painting(key(mask)).spans }

  /// The last rule that begins the day anew and the ones after it; bit 0 is in every mask.
  private func key(_ mask: UInt64) -> UInt64 {
    let base = 63 - (mask & replacing).leadingZeroBitCount
    return mask & (UInt64.max << UInt64(base))
  }

  private func painting(_ key: UInt64) -> SpanPainting {
    var painting = SpanPainting()
    if key & 1 != 0, ground.kind != .closed { painting.paint(0, 1440, ground) }
    for (index, rule) in rules.enumerated() where key & (1 << UInt64(index + 1)) != 0 {
      painting.lay(rule, state: states[index])
    }
    return painting
  }

  private mutating func store(_ painting: SpanPainting) -> Shape {
    let start = Int32(spans.count)
    spans += painting.spans
    return Shape(start: start, end: Int32(spans.count))
  }

  /// The sets that can occur, as far as their number stays small; others are painted when asked for.
  private func reachableKeys(dayMasks: [UInt64], undated: UInt64) -> [UInt64] {
    var keys: Set<UInt64> = []
    for dayMask in dayMasks {
      let possible = dayMask | 1
      var bases = possible & replacing
      while bases != 0 {
        let base = 63 - bases.leadingZeroBitCount
        bases &= ~(1 << UInt64(base))
        let after = possible & adding & ~((2 << UInt64(base)) &- 1)
        let optional = after & ~undated
        guard optional.nonzeroBitCount <= 6 else { continue }
        var subset = optional
        while true {
          keys.insert(1 << UInt64(base) | (after & undated) | subset)
          if subset == 0 { break }
          subset = (subset &- 1) & optional
        }
        // A base that always holds hides the ones before it.
        if undated & (1 << UInt64(base)) != 0 { break }
      }
    }
    return keys.filter { $0 & ($0 - 1) != 0 }.sorted()
  }
}

extension DayShapes.Shape {
  static let empty = DayShapes.Shape(start: 0, end: 0)
}

extension Rule {
  /// Whether a day on which the rule holds forgets the rules before it. `off` with times only cuts.
  var beginsTheDayAnew: Bool { joiner == .replacing && !(state == .closed && !spans.isEmpty) }
}
