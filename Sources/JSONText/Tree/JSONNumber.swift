/// A number as it is written, with nothing lost: `8.165`, `1e400` and a 30-digit integer are what they
/// are until they are asked for as a machine type.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
  /// The exact text, by the grammar of RFC 8259, section 6.
  public let text: String

  /// Nil when `text` is not a JSON number.
  public init?(_ text: String) {
    let isNumber = withBytes(of: text) { bytes in
      guard bytes.first == Ascii.minus || bytes.first.map(Ascii.isDigit) == true else {
        return false
      }
      return (try? DecimalText(bytes, from: 0))?.end == bytes.count
    }
    guard isNumber else { return nil }
    self.text = text
  }

  public init(_ value: Int) { text = String(value) }

  init(checked text: String) { self.text = text }

  public var description: String { text }

  /// The number when it is an integer that fits in `Int`. What counts is its value, not how it is
  /// written: `1.0`, `1e3` and `-0` are integers, as RFC 8259 makes no difference and JSON Schema
  /// (2020-12, validation section 6.1.1) calls them so. Nil for `1.5` and for 9223372036854775808.
  public var int: Int? { int(timesTenToThe: 0) }

  /// The number times a power of ten when that is an integer that fits, without going through
  /// `Double`: `8.165` times ten to the 3 is 8165, `1.20` times ten to the 2 is 120.
  public func int(timesTenToThe power: Int) -> Int? {
    guard case .value(let value) = whole(shift: power) else { return nil }
    return value
  }

  func whole(shift: Int = 0) -> DecimalText.Whole {
    withBytes(of: text) { bytes in
      (try? DecimalText(bytes, from: 0))?.whole(in: bytes, shift: shift) ?? .fraction
    }
  }

  /// The nearest `Double`, ties to even; nil when it would be infinite (1e400). Too small a number
  /// (1e-400) is zero, and `-0` is minus zero.
  public var double: Double? {
    let value = withBytes(of: text) { bytes in
      (try? DecimalText(bytes, from: 0))?.double(in: bytes) ?? .nan
    }
    return value.isFinite ? value : nil
  }
}

/// The UTF-8 of `text`, in one piece.
private func withBytes<Result>(
  of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  var text = text
  return text.withUTF8(body)
}
