/// The 44 bytes before each data block of a TZif file (RFC 9636 section 3.1).
struct TZifHeader {
  static let length = 44

  /// 1...4.
  let version: Int
  let universalFlagCount: Int
  let standardFlagCount: Int
  let leapCount: Int
  let transitionCount: Int
  let typeCount: Int
  let designationLength: Int

  init(_ bytes: [UInt8], at start: Int) throws(TZifError) {
    guard bytes.count - start >= Self.length else {
      throw TZifError(
        reason: .truncated(section: .header, missingBytes: start + Self.length - bytes.count),
        byteOffset: bytes.count)
    }
    let magic: [UInt8] = [0x54, 0x5A, 0x69, 0x66]  // "TZif"
    for index in 0..<4 where bytes[start + index] != magic[index] {
      throw TZifError(reason: .wrongMagic, byteOffset: start + index)
    }
    switch bytes[start + 4] {
    case 0: version = 1
    case 0x32: version = 2
    case 0x33: version = 3
    case 0x34: version = 4
    case let other:
      throw TZifError(reason: .unknownVersion(other), byteOffset: start + 4)
    }
    func count(_ index: Int) -> Int {
      Int(bigEndianUInt32(bytes, at: start + 20 + index * 4))
    }
    universalFlagCount = count(0)
    standardFlagCount = count(1)
    leapCount = count(2)
    transitionCount = count(3)
    typeCount = count(4)
    designationLength = count(5)
  }

  /// Bytes of the data block; `timeSize` is 4 in the first block, 8 in the second.
  func blockLength(timeSize: Int) -> Int {
    transitionCount * (timeSize + 1) + typeCount * 6 + designationLength
      + leapCount * (timeSize + 4) + standardFlagCount + universalFlagCount
  }

  /// Section 3.1's limits on the counts of the block that is read. `start` is the header's place.
  func checkCounts(headerAt start: Int) throws(TZifError) {
    func fail(_ field: TZifError.CountField, _ value: Int, _ index: Int) -> TZifError {
      TZifError(
        reason: .wrongCount(field: field, value: value), byteOffset: start + 20 + index * 4)
    }
    guard universalFlagCount == 0 || universalFlagCount == typeCount else {
      throw fail(.isutcnt, universalFlagCount, 0)
    }
    guard standardFlagCount == 0 || standardFlagCount == typeCount else {
      throw fail(.isstdcnt, standardFlagCount, 1)
    }
    guard typeCount > 0 else { throw fail(.typecnt, typeCount, 4) }
    guard designationLength > 0 else { throw fail(.charcnt, designationLength, 5) }
  }
}

/// The caller vouches that four bytes are there.
func bigEndianUInt32(_ bytes: [UInt8], at start: Int) -> UInt32 {
  UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16 | UInt32(bytes[start + 2]) << 8
    | UInt32(bytes[start + 3])
}

/// A signed time of `size` 4 or 8 bytes. The caller vouches that they are there.
func bigEndianTime(_ bytes: [UInt8], at start: Int, size: Int) -> Int64 {
  let high = bigEndianUInt32(bytes, at: start)
  if size == 4 { return Int64(Int32(bitPattern: high)) }
  return Int64(bitPattern: UInt64(high) << 32 | UInt64(bigEndianUInt32(bytes, at: start + 4)))
}
