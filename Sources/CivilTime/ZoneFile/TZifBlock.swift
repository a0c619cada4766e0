/// A moment from which an offset holds.
struct OffsetChange {
  /// Seconds since 1970, leap seconds not counted.
  var second: Int64
  /// Seconds east of Greenwich.
  var offset: Int
}

/// What the program needs of a data block of a TZif file (RFC 9636 section 3.2).
struct TZifBlock {
  /// The offset before the first change: that of local time type 0.
  let firstOffset: Int
  /// Ascending; neighbours may have the same offset.
  let changes: ContiguousArray<OffsetChange>

  /// Reads the block after the header at `headerStart`; the whole block must be there.
  init(_ bytes: [UInt8], header: TZifHeader, headerStart: Int, timeSize: Int) throws(TZifError) {
    try header.checkCounts(headerAt: headerStart)
    let times = headerStart + TZifHeader.length
    let indices = times + header.transitionCount * timeSize
    let types = indices + header.transitionCount
    let designations = types + header.typeCount * 6
    let leaps = designations + header.designationLength
    let flags = leaps + header.leapCount * (timeSize + 4)
    let offsets = try Self.offsets(bytes, header: header, types: types, designations: designations)
    let leapSeconds = try Self.leapSeconds(
      bytes, count: header.leapCount, start: leaps, timeSize: timeSize)
    try Self.checkFlags(bytes, header: header, start: flags)
    firstOffset = offsets[0]

    var changes = ContiguousArray<OffsetChange>()
    changes.reserveCapacity(header.transitionCount)
    var (previous, leapIndex, correction) = (Int64.min, 0, Int64(0))
    for index in 0..<header.transitionCount {
      let time = bigEndianTime(bytes, at: times + index * timeSize, size: timeSize)
      guard index == 0 || time > previous else {
        throw TZifError(reason: .transitionsNotAscending, byteOffset: times + index * timeSize)
      }
      previous = time
      let type = bytes[indices + index]
      guard Int(type) < offsets.count else {
        throw TZifError(reason: .noSuchTimeType(type), byteOffset: indices + index)
      }
      while leapIndex < leapSeconds.count, leapSeconds[leapIndex].occurrence <= time {
        correction = leapSeconds[leapIndex].correction
        leapIndex += 1
      }
      // Files with leap seconds (the "right" ones) count them; an Instant does not.
      let second = time.subtractingReportingOverflow(correction)
      changes.append(
        OffsetChange(
          second: second.overflow ? time : second.partialValue, offset: offsets[Int(type)]))
    }
    self.changes = changes
  }

  private static func offsets(
    _ bytes: [UInt8], header: TZifHeader, types: Int, designations: Int
  ) throws(TZifError) -> [Int] {
    var offsets: [Int] = []
    offsets.reserveCapacity(header.typeCount)
    for index in 0..<header.typeCount {
      let start = types + index * 6
      let offset = Int(Int32(bitPattern: bigEndianUInt32(bytes, at: start)))
      guard -89_999...93_599 ~= offset else {
        throw TZifError(reason: .offsetOutOfRange(seconds: offset), byteOffset: start)
      }
      guard bytes[start + 4] <= 1 else {
        throw TZifError(reason: .wrongFlag(bytes[start + 4]), byteOffset: start + 4)
      }
      let name = bytes[start + 5]
      let end = designations + header.designationLength
      guard Int(name) < header.designationLength,
        bytes[(designations + Int(name))..<end].contains(0)
      else {
        throw TZifError(reason: .wrongDesignation(index: name), byteOffset: start + 5)
      }
      offsets.append(offset)
    }
    return offsets
  }

  /// The total correction after each leap second. Version 4 lets the table begin with any correction
  /// (cut at the start) and end by repeating one (its expiry); both read the same way here.
  private static func leapSeconds(
    _ bytes: [UInt8], count: Int, start: Int, timeSize: Int
  ) throws(TZifError) -> [(occurrence: Int64, correction: Int64)] {
    var leapSeconds: [(occurrence: Int64, correction: Int64)] = []
    for index in 0..<count {
      let at = start + index * (timeSize + 4)
      let occurrence = bigEndianTime(bytes, at: at, size: timeSize)
      let correction = bigEndianTime(bytes, at: at + timeSize, size: 4)
      if let last = leapSeconds.last {
        guard occurrence > last.occurrence, abs(correction - last.correction) <= 1 else {
          throw TZifError(reason: .wrongLeapSeconds, byteOffset: at)
        }
      } else if occurrence < 0 {
        throw TZifError(reason: .wrongLeapSeconds, byteOffset: at)
      }
      leapSeconds.append((occurrence, correction))
    }
    return leapSeconds
  }

  /// The standard/wall and UT/local flags are for rules derived from a zone, which the footer has
  /// replaced; they are checked and not kept.
  private static func checkFlags(
    _ bytes: [UInt8], header: TZifHeader, start: Int
  ) throws(TZifError) {
    let universal = start + header.standardFlagCount
    for at in start..<(universal + header.universalFlagCount) where bytes[at] > 1 {
      throw TZifError(reason: .wrongFlag(bytes[at]), byteOffset: at)
    }
    for index in 0..<header.universalFlagCount where bytes[universal + index] == 1 {
      guard header.standardFlagCount > 0, bytes[start + index] == 1 else {
        throw TZifError(reason: .wrongFlag(1), byteOffset: universal + index)
      }
    }
  }
}
