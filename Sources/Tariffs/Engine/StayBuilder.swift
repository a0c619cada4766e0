import CivilTime

/// Lays counted minutes over regulated windows, from a moment on, and keeps the segments.
struct StayBuilder {
  /// Why the laying of minutes ended.
  enum Stop: Hashable {
    /// All of them are laid.
    case completed
    /// Time beyond the closing is not sold.
    case closing
    /// The next opening begins a new ticket.
    case newTicket
    /// Other rules begin.
    case rulesChange(Instant)
    /// The zone is not regulated any more.
    case neverAgain
  }

  /// A stretch laid: closed ones hold no counted minutes.
  struct Piece {
    let from: Instant
    var to: Instant
    let kind: Segment.Kind
  }

  private(set) var walk: WindowWalk
  private(set) var pieces: [Piece] = []
  /// How far the stay reaches.
  private(set) var cursor: Instant
  /// Whether a gap was crossed, or ended the ticket, by the gap policy.
  private(set) var gapPolicyActed = false
  private let gap: Gap
  private let outside: Segment.Kind
  /// The day of the last minute laid; nil before the first.
  private var lastDay: Int?

  init(walk: WindowWalk, from moment: Instant, regime: Regime, gap: Gap) {
    self.walk = walk
    cursor = moment
    self.gap = gap
    outside = regime.zone.outsideHours.segmentKind
    pieces.reserveCapacity(8)
  }

  /// Lays so many counted minutes; fewer when it has to stop. A gap before the first one is waited
  /// for, whatever the policy: that is a ticket bought before the opening.
  mutating func lay(_ minutes: Int) -> (laid: Int, stop: Stop) {
    var left = minutes
    var begun = false
    while left > 0 {
      guard let window = walk.window(endingAfter: cursor) else {
        return (minutes - left, walk.rulesChange.map { .rulesChange($0) } ?? .neverAgain)
      }
      if window.start > cursor {
        if begun {
          gapPolicyActed = true
          switch policy(before: window) {
          case .carry: break
          case .cut: return (minutes - left, .closing)
          case .newTicket: return (minutes - left, .newTicket)
          }
        }
        add(Piece(from: cursor, to: window.start, kind: outside))
        cursor = window.start
      }
      let available = window.end.seconds(since: cursor) / 60
      let taken = min(left, available)
      let end = cursor.adding(minutes: taken)
      add(Piece(from: cursor, to: end, kind: .counted))
      cursor = end
      left -= taken
      begun = true
      lastDay = taken == available ? window.endDay : window.startDay
    }
    return (minutes, .completed)
  }

  /// The window that ends after a moment, under the same rules; nil when there is none.
  mutating func nextWindow(after moment: Instant) -> RegulatedWindow? {
    walk.window(endingAfter: moment)
  }

  /// Whether the stay stands at a closing behind which a new ticket begins.
  mutating func newTicketIsNext() -> Bool {
    guard lastDay != nil, let window = walk.window(endingAfter: cursor), window.start > cursor
    else { return false }
    gapPolicyActed = true
    return policy(before: window) == .newTicket
  }

  /// Number of the day on which the next minute would be laid; nil when none would.
  mutating func dayOfNextMinute() -> Int? { walk.window(endingAfter: cursor)?.startDay }

  /// The first moment from the cursor on, before `end`, that is not regulated by the same rules; nil
  /// when there is none.
  func closing(before end: Instant) -> Instant? {
    var walk = walk
    var moment = cursor
    while moment < end {
      guard let window = walk.window(endingAfter: moment) else {
        return walk.rulesChange.map { $0 <= moment } ?? false ? nil : moment
      }
      guard window.start <= moment else { return moment }
      moment = window.end
    }
    return nil
  }

  /// The counted minutes between the cursor and `end`, whatever the gap policy.
  mutating func count(until end: Instant) -> Int {
    var counted = 0
    while cursor < end, let window = walk.window(endingAfter: cursor), window.start < end {
      let from = max(cursor, window.start)
      let to = min(window.end, end)
      counted += to.seconds(since: from) / 60
      cursor = to
      if to == end { break }
    }
    return counted
  }

  /// The tickets that the time between the cursor and `end` is made of: a gap of the policy
  /// `new_ticket` ends one and begins the next.
  mutating func parts(until end: Instant) -> [TicketPart] {
    var parts: [TicketPart] = []
    while let window = walk.window(endingAfter: cursor), window.start < end {
      let from = max(cursor, window.start)
      let to = min(window.end, end)
      let minutes = to.seconds(since: from) / 60
      if let last = parts.last, from == cursor || policy(before: window) != .newTicket {
        parts[parts.count - 1] = TicketPart(start: last.start, minutes: last.minutes + minutes)
      } else {
        parts.append(TicketPart(start: from, minutes: minutes))
      }
      lastDay = window.endDay
      cursor = to
      if to == end { break }
    }
    return parts
  }

  private func policy(before window: RegulatedWindow) -> GapPolicy {
    lastDay == window.startDay ? gap.policy : gap.overnight
  }

  private mutating func add(_ piece: Piece) {
    if let last = pieces.last, last.kind == piece.kind, last.to == piece.from {
      pieces[pieces.count - 1].to = piece.to
    } else {
      pieces.append(piece)
    }
  }
}

extension OutsideHours {
  var segmentKind: Segment.Kind {
    switch self {
    case .free: .free
    case .residentsOnly: .residentsOnly
    case .forbidden: .forbidden
    }
  }
}
