/// An amount of money in hundredths of the edition's currency (euro cents; for the historic peseta
/// editions, hundredths of a peseta). Whole numbers only.
public struct Cents: Hashable, Comparable, Sendable {
  public static let zero = Cents(0)

  public let value: Int

  public init(_ value: Int) { self.value = value }

  public static func < (left: Cents, right: Cents) -> Bool { left.value < right.value }
  public static func + (left: Cents, right: Cents) -> Cents { Cents(left.value + right.value) }
  public static func - (left: Cents, right: Cents) -> Cents { Cents(left.value - right.value) }
}
