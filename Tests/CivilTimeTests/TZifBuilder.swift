/// Makes the bytes of a time zone file, right or wrong, for tests.
struct TZifBuilder {
  struct TimeType {
    var offset: Int32
    var daylight: UInt8 = 0
    var name: UInt8 = 0
  }

  /// 0 for version 1, else an ASCII digit.
  var version: UInt8 = UInt8(ascii: "2")
  var types: [TimeType] = [TimeType(offset: 0)]
  var designations = "-00\0"
  var transitions: [(second: Int64, type: UInt8)] = []
  var leapSeconds: [(occurrence: Int64, correction: Int32)] = []
  var standardFlags: [UInt8] = []
  var universalFlags: [UInt8] = []
  var footer = "\n\n"

  /// A file whose rule is for all times.
  init(rule: String) { footer = "\n\(rule)\n" }

  init() {}

  var bytes: [UInt8] {
    if version == 0 { return header() + block(timeSize: 4) }
    var oldReaders = TZifBuilder()
    oldReaders.version = version
    return oldReaders.header() + oldReaders.block(timeSize: 4) + header() + block(timeSize: 8)
      + Array(footer.utf8)
  }

  /// Where the header of the block that counts begins, and where its footer begins.
  var places: (header: Int, footer: Int) {
    let header = version == 0 ? 0 : 44 + 6 + 4
    return (header, header + 44 + block(timeSize: version == 0 ? 4 : 8).count)
  }

  private func header() -> [UInt8] {
    Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
      + [
        universalFlags.count, standardFlags.count, leapSeconds.count, transitions.count,
        types.count, designations.utf8.count,
      ].flatMap { bigEndian(Int64($0), size: 4) }
  }

  private func block(timeSize: Int) -> [UInt8] {
    transitions.flatMap { bigEndian($0.second, size: timeSize) } + transitions.map(\.type)
      + types.flatMap { bigEndian(Int64($0.offset), size: 4) + [$0.daylight, $0.name] }
      + Array(designations.utf8)
      + leapSeconds.flatMap {
        bigEndian($0.occurrence, size: timeSize) + bigEndian(Int64($0.correction), size: 4)
      } + standardFlags + universalFlags
  }

  private func bigEndian(_ value: Int64, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
