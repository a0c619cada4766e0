/// Durations as ISO 8601 writes them, in whole minutes of elapsed time: `PT1H30M`, `PT90M`.
///
/// Only hours, minutes and seconds are read, the seconds when they add up to minutes. `P1D` is an
/// error: a day is 23, 24 or 25 hours long, and a ticket has to know which.
public enum DurationText {
  /// The minutes of the supported calendar, 1970 to 2199: 84,006 days.
  public static let longestMinutes = 84_006 * 1440

  /// Minutes of a text, 0...longestMinutes.
  public static func minutes(iso8601 text: some StringProtocol) throws(TimeTextError) -> Int {
    var cursor = TimeTextCursor(text)
    try cursor.expect("P", .durationStart)
    let hasTime = cursor.take("T")
    guard hasTime || cursor.peek != nil else { throw cursor.fault(.expected(.durationTime)) }
    var seconds = 0
    // 3600, 60 or 1: what the last unit was worth; the next must be worth less.
    var lastWorth = Int.max
    repeat {
      let start = cursor.column
      let value = try number(&cursor)
      let worth = try unit(&cursor, hasTime: hasTime)
      guard worth < lastWorth else {
        throw cursor.fault(
          .unitOutOfOrder(unit: letter(worth: worth)), column: cursor.column - 1)
      }
      lastWorth = worth
      seconds += value * worth
      guard seconds <= longestMinutes * 60 else { throw cursor.fault(.tooLong, column: start) }
    } while cursor.peek != nil
    guard seconds % 60 == 0 else {
      throw cursor.fault(.notWholeMinutes(seconds: seconds % 60), column: cursor.column - 1)
    }
    return seconds / 60
  }

  /// `PT1H30M`, `PT45M`, `PT24H`, `PT0M`; a negative number has a minus sign before the P, which is
  /// not read back.
  public static func iso8601(minutes: Int) -> String {
    let (hours, rest) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
    let sign = minutes < 0 ? "-" : ""
    if hours == 0 { return "\(sign)PT\(rest)M" }
    return rest == 0 ? "\(sign)PT\(hours)H" : "\(sign)PT\(hours)H\(rest)M"
  }

  private static func number(_ cursor: inout TimeTextCursor) throws(TimeTextError) -> Int {
    let start = cursor.column
    var value = 0
    while let byte = cursor.peek, 0x30...0x39 ~= byte {
      value = value * 10 + Int(byte - 0x30)
      guard value <= longestMinutes * 60 else { throw cursor.fault(.tooLong, column: start) }
      cursor.skip()
    }
    guard cursor.column > start else { throw cursor.fault(.expected(.durationNumber)) }
    return value
  }

  /// Seconds that the unit is worth.
  private static func unit(
    _ cursor: inout TimeTextCursor, hasTime: Bool
  ) throws(TimeTextError) -> Int {
    let unit = cursor.peek
    switch (unit, hasTime) {
    case (UInt8(ascii: "."), _), (UInt8(ascii: ","), _): throw cursor.fault(.fractionNotAllowed)
    case (UInt8(ascii: "D"), _), (UInt8(ascii: "W"), _), (UInt8(ascii: "Y"), _),
      (UInt8(ascii: "M"), false):
      throw cursor.fault(.unitOfNoFixedLength(unit: unit ?? 0))
    case (UInt8(ascii: "H"), true):
      cursor.skip()
      return 3600
    case (UInt8(ascii: "M"), true):
      cursor.skip()
      return 60
    case (UInt8(ascii: "S"), true):
      cursor.skip()
      return 1
    default: throw cursor.fault(.expected(.durationUnit))
    }
  }

  private static func letter(worth: Int) -> UInt8 {
    worth == 3600 ? UInt8(ascii: "H") : worth == 60 ? UInt8(ascii: "M") : UInt8(ascii: "S")
  }
}
