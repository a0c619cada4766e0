/// How much of a time of day is printed.
public enum TimePrecision: Hashable, Sendable {
  /// `12:50`; seconds are dropped.
  case minutes
  /// `12:50:00`.
  case seconds
}

extension CivilDate {
  /// `2026-01-13`.
  public var iso8601: String {
    String(unsafeUninitializedCapacity: TimeTextWriter.capacity) { buffer in
      var writer = TimeTextWriter(buffer)
      writer.date(self)
      return writer.count
    }
  }
}

extension LocalDateTime {
  /// `2025-10-14T12:50` or `2025-10-14T12:50:00`.
  public func iso8601(_ precision: TimePrecision) -> String {
    String(unsafeUninitializedCapacity: TimeTextWriter.capacity) { buffer in
      var writer = TimeTextWriter(buffer)
      writer.dateTime(self, precision)
      return writer.count
    }
  }
}

extension Instant {
  /// In UTC: `2026-01-13T09:00:00Z`.
  public var iso8601: String {
    String(unsafeUninitializedCapacity: TimeTextWriter.capacity) { buffer in
      var writer = TimeTextWriter(buffer)
      writer.dateTime(LocalDateTime(secondsSinceLocal1970: secondsSince1970), .seconds)
      writer.byte("Z")
      return writer.count
    }
  }
}

extension TownClock {
  /// A moment as the town's clocks show it, with their offset: `2026-01-13T10:00:00+01:00`. An offset
  /// that is not whole minutes has its seconds too.
  public func iso8601(_ instant: Instant) -> String {
    let offset = offsetSeconds(at: instant)
    let local = LocalDateTime(secondsSinceLocal1970: instant.secondsSince1970 + Int64(offset))
    return String(unsafeUninitializedCapacity: TimeTextWriter.capacity) { buffer in
      var writer = TimeTextWriter(buffer)
      writer.dateTime(local, .seconds)
      writer.offset(offset)
      return writer.count
    }
  }
}

/// Writes dates and times into the storage of a string to be. Within the years of Int32 days a text
/// has at most 35 bytes.
private struct TimeTextWriter {
  static let capacity = 40

  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  mutating func byte(_ character: Unicode.Scalar) {
    buffer[count] = UInt8(ascii: character)
    count += 1
  }

  mutating func twoDigits(_ value: Int) {
    buffer[count] = 0x30 + UInt8(truncatingIfNeeded: value / 10)
    buffer[count + 1] = 0x30 + UInt8(truncatingIfNeeded: value % 10)
    count += 2
  }

  mutating func date(_ date: CivilDate) {
    let (year, month, day) = date.components
    if year < 0 { byte("-") }
    // No supported year has five digits, but arithmetic may reach one, and must not crash here.
    if year.magnitude > 9999 {
      for digit in String(year.magnitude / 10_000).utf8 {
        buffer[count] = digit
        count += 1
      }
    }
    twoDigits(Int(year.magnitude % 10_000) / 100)
    twoDigits(Int(year.magnitude % 100))
    byte("-")
    twoDigits(month)
    byte("-")
    twoDigits(day)
  }

  mutating func dateTime(_ local: LocalDateTime, _ precision: TimePrecision) {
    date(local.date)
    byte("T")
    twoDigits(local.hour)
    byte(":")
    twoDigits(local.minute)
    guard precision == .seconds else { return }
    byte(":")
    twoDigits(local.second)
  }

  mutating func offset(_ seconds: Int) {
    byte(seconds < 0 ? "-" : "+")
    let size = abs(seconds)
    twoDigits(size / 3600)
    byte(":")
    twoDigits(size / 60 % 60)
    guard size % 60 != 0 else { return }
    byte(":")
    twoDigits(size % 60)
  }
}
