/// A number as RFC 8259 writes it (section 6), taken apart: what it is worth stays exact until
/// somebody asks for an `Int` or a `Double`.
struct DecimalText {
  /// Where the number ends.
  let end: Int
  private let start: Int
  private let isNegative: Bool
  /// The digits without the point, at most the first 19 that count.
  private let mantissa: UInt64
  /// The power of ten that `mantissa` is multiplied by.
  private let exponent: Int
  /// Whether `mantissa` holds all the digits.
  private let isComplete: Bool

  /// A fault of the grammar.
  enum Fault: Error {
    case leadingZero(Int)
    /// A digit should stand at the place (which may be the end of the text).
    case digitExpected(Int)
  }

  /// Reads the number that starts at `start`, as far as it goes.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(Fault) {
    var place = start
    let isNegative = place < bytes.count && bytes[place] == Ascii.minus
    if isNegative { place += 1 }
    var digits = Digits()
    let whole = place
    try digits.pass(bytes, &place)
    if bytes[whole] == Ascii.zero, place > whole + 1 { throw .leadingZero(whole) }
    var exponent = digits.dropped
    if place < bytes.count, bytes[place] == Ascii.point {
      place += 1
      let fraction = place
      try digits.pass(bytes, &place)
      exponent = digits.dropped - (place - fraction)
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      exponent += try Self.passExponent(bytes, &place)
    }
    self.start = start
    self.end = place
    self.isNegative = isNegative
    self.mantissa = digits.value
    self.exponent = exponent
    self.isComplete = digits.dropped == 0
  }

  /// The digits read so far.
  private struct Digits {
    var value: UInt64 = 0
    /// Digits that no longer fitted in `value`.
    var dropped = 0

    mutating func pass(
      _ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int
    ) throws(Fault) {
      let first = place
      while place < bytes.count, Ascii.isDigit(bytes[place]) {
        if value < 1_000_000_000_000_000_000, dropped == 0 {
          value = value &* 10 &+ UInt64(bytes[place] &- Ascii.zero)
        } else {
          dropped += 1
        }
        place += 1
      }
      if place == first { throw .digitExpected(place) }
    }
  }

  /// Saturates far beyond where every number is zero or infinite, so that any length is safe.
  private static func passExponent(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int
  ) throws(Fault) -> Int {
    var isNegative = false
    if place < bytes.count, bytes[place] == Ascii.minus || bytes[place] == Ascii.plus {
      isNegative = bytes[place] == Ascii.minus
      place += 1
    }
    let first = place
    var value = 0
    while place < bytes.count, Ascii.isDigit(bytes[place]) {
      value = min(value * 10 + Int(bytes[place] - Ascii.zero), 1 << 40)
      place += 1
    }
    if place == first { throw .digitExpected(place) }
    return isNegative ? -value : value
  }

  // MARK: What it is worth

  enum Whole {
    case value(Int)
    /// Not an integer.
    case fraction
    /// An integer beyond `Int`.
    case outOfRange
  }

  /// The number times ten to the power `shift`, when that is an integer.
  func whole(in bytes: UnsafeBufferPointer<UInt8>, shift: Int = 0) -> Whole {
    if mantissa == 0, isComplete { return .value(0) }
    if isComplete, exponent + shift == 0, let value = Int(exactly: mantissa) {
      return .value(isNegative ? -value : value)
    }
    return longWhole(in: bytes, shift: shift)
  }

  private func longWhole(in bytes: UnsafeBufferPointer<UInt8>, shift: Int) -> Whole {
    // The digits after the mantissa are zeros, or the number has more than 19 significant ones.
    var (magnitude, power) = (mantissa, exponent + shift)
    while magnitude != 0, magnitude % 10 == 0 { (magnitude, power) = (magnitude / 10, power + 1) }
    if !isComplete, let lastPower = lastNonZeroDroppedPower(in: bytes) {
      return lastPower + shift < 0 ? .fraction : .outOfRange
    }
    if power < 0 { return .fraction }
    if power > 19 { return .outOfRange }
    for _ in 0..<power {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      if overflow { return .outOfRange }
      magnitude = product
    }
    if isNegative, magnitude == 1 << 63 { return .value(.min) }
    guard let value = Int(exactly: magnitude) else { return .outOfRange }
    return .value(isNegative ? -value : value)
  }

  /// The power of ten of the last digit that is not in the mantissa and not zero.
  private func lastNonZeroDroppedPower(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var significant = 0
    var power = exponent
    var last: Int?
    for place in start..<end {
      let byte = bytes[place]
      if byte | 0x20 == UInt8(ascii: "e") { break }
      guard Ascii.isDigit(byte), significant > 0 || byte != Ascii.zero else { continue }
      significant += 1
      guard significant > 19 else { continue }
      power -= 1
      if byte != Ascii.zero { last = power }
    }
    return last
  }

  /// The nearest `Double`, ties to even; infinite when the number is beyond the type, zero when it is
  /// too small for it.
  func double(in bytes: UnsafeBufferPointer<UInt8>) -> Double {
    if isComplete {
      if mantissa == 0 { return isNegative ? -0.0 : 0.0 }
      if -22...22 ~= exponent, mantissa <= 1 << 53 {
        // Both operands are exact, so the one operation rounds correctly (Clinger 1990).
        let power = powersOfTen[abs(exponent)]
        let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
        return isNegative ? -value : value
      }
      if -19...(-1) ~= exponent {
        let value = Self.quotient(mantissa, by: integerPowersOfTen[-exponent])
        return isNegative ? -value : value
      }
    }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
    return Double(String(decoding: text, as: UTF8.self)) ?? .infinity
  }

  /// `mantissa / divisor`, correctly rounded: a 64-bit quotient with a bit for the rest has more than
  /// the 53 bits and the two that rounding to even needs.
  private static func quotient(_ mantissa: UInt64, by divisor: UInt64) -> Double {
    let dividendShift = mantissa.leadingZeroBitCount
    let divisorShift = divisor.leadingZeroBitCount
    // Half the dividend, so that the high word stays under the divisor and the division fits.
    let high = (mantissa << dividendShift) >> 1
    let low = (mantissa << dividendShift) << 63
    var (bits, rest) = (divisor << divisorShift).dividingFullWidth((high, low))
    if rest != 0 { bits |= 1 }
    // The result is between 1e-19 and 2e18, so that scaling it by a power of two is exact.
    let power = divisorShift - dividendShift - 63
    return Double(bits) * Double(sign: .plus, exponent: power, significand: 1)
  }
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]

private let integerPowersOfTen: [UInt64] = [
  1, 10, 100, 1000, 10000, 100000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
  1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
  1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]
