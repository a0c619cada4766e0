/// A time zone file (TZif, RFC 9636, versions 1 to 4): the offsets it lists and the rule after them.
struct TZifFile {
  let block: TZifBlock
  /// Nil in version 1 and when the footer is empty: then the last offset holds for ever.
  let footer: FooterRule?

  init(_ bytes: [UInt8]) throws(TZifError) {
    let first = try TZifHeader(bytes, at: 0)
    let firstEnd = TZifHeader.length + first.blockLength(timeSize: 4)
    try Self.require(bytes, upTo: firstEnd, .dataBlock)
    guard first.version > 1 else {
      block = try TZifBlock(bytes, header: first, headerStart: 0, timeSize: 4)
      footer = nil
      return
    }
    // From version 2 on, the first block is for old readers; the second says everything.
    let second = try TZifHeader(bytes, at: firstEnd)
    guard second.version == first.version else {
      throw TZifError(reason: .unknownVersion(bytes[firstEnd + 4]), byteOffset: firstEnd + 4)
    }
    let blockEnd = firstEnd + TZifHeader.length + second.blockLength(timeSize: 8)
    try Self.require(bytes, upTo: blockEnd, .dataBlock)
    block = try TZifBlock(bytes, header: second, headerStart: firstEnd, timeSize: 8)
    footer = try Self.footer(bytes, at: blockEnd)
    try checkAgreement(footerStart: blockEnd + 1)
  }

  private static func require(
    _ bytes: [UInt8], upTo end: Int, _ section: TZifError.Section
  ) throws(TZifError) {
    guard bytes.count >= end else {
      throw TZifError(
        reason: .truncated(section: section, missingBytes: end - bytes.count),
        byteOffset: bytes.count)
    }
  }

  private static func footer(_ bytes: [UInt8], at start: Int) throws(TZifError) -> FooterRule? {
    try require(bytes, upTo: start + 2, .footer)
    guard bytes[start] == UInt8(ascii: "\n") else {
      throw TZifError(reason: .wrongFooter(.newlineMissing), byteOffset: start)
    }
    // What follows the second newline is left alone: tzfile(5) reserves it for later versions.
    guard let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\n")) else {
      throw TZifError(reason: .wrongFooter(.newlineMissing), byteOffset: bytes.count)
    }
    guard end > start + 1 else { return nil }
    var parser = FooterParser(bytes, from: start + 1, to: end)
    return try parser.rule()
  }

  /// Section 3.3: at the last transition the rule must give what the transition gives. A file that
  /// breaks this would show one offset or the other depending on the reader.
  private func checkAgreement(footerStart: Int) throws(TZifError) {
    // Far from our centuries there is nothing to tell apart, and no calendar to do it with.
    guard let footer, let last = block.changes.last, abs(last.second / 2) < 1 << 40 else { return }
    let offset = footer.offset(at: last.second)
    guard offset == last.offset else {
      throw TZifError(
        reason: .footerDisagrees(footerSeconds: offset, transitionSeconds: last.offset),
        byteOffset: footerStart)
    }
  }
}
