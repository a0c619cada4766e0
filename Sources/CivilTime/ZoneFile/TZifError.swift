/// Why bytes are not a usable time zone file (TZif, RFC 9636), and where.
public struct TZifError: Error, Hashable, Sendable {
  public let reason: Reason
  /// Where in the file, counted from 0: the first wrong byte, or the length when bytes are missing.
  public let byteOffset: Int

  public init(reason: Reason, byteOffset: Int) {
    self.reason = reason
    self.byteOffset = byteOffset
  }

  public enum Reason: Hashable, Sendable {
    /// The file does not begin with "TZif", or its second header does not.
    case wrongMagic
    /// The version byte is none of NUL, "2", "3", "4"; or the two headers name different versions.
    case unknownVersion(UInt8)
    /// The file ends before a header, block or footer that it announces.
    case truncated(section: Section, missingBytes: Int)
    /// A count in the header has a value that RFC 9636 section 3.1 excludes.
    case wrongCount(field: CountField, value: Int)
    /// A transition is not later than the one before it.
    case transitionsNotAscending
    /// A transition names a local time type that the file does not have.
    case noSuchTimeType(UInt8)
    /// An offset is outside -89,999...93,599 seconds (RFC 9636 section 3.2).
    case offsetOutOfRange(seconds: Int)
    /// A flag is neither 0 nor 1, or says UT without saying standard time.
    case wrongFlag(UInt8)
    /// A designation begins outside the designations, or does not end in NUL.
    case wrongDesignation(index: UInt8)
    /// Leap seconds out of order, or a correction that jumps by more than a second.
    case wrongLeapSeconds
    /// The footer is not a rule of RFC 9636 section 3.3.1.
    case wrongFooter(FooterProblem)
    /// The footer gives another offset than the last transition, at the last transition.
    case footerDisagrees(footerSeconds: Int, transitionSeconds: Int)
  }

  public enum Section: String, Hashable, Sendable { case header, dataBlock, footer }

  public enum CountField: String, Hashable, Sendable {
    case isutcnt, isstdcnt, typecnt, charcnt
  }

  public enum FooterProblem: String, Hashable, Sendable {
    case newlineMissing = "newline_missing"
    case nameExpected = "name_expected"
    case offsetExpected = "offset_expected"
    case commaExpected = "comma_expected"
    case dateExpected = "date_expected"
    case numberOutOfRange = "number_out_of_range"
    case trailingText = "trailing_text"
  }

  /// A stable word for programs.
  public var code: String {
    switch reason {
    case .wrongMagic: "tzif_wrong_magic"
    case .unknownVersion: "tzif_unknown_version"
    case .truncated: "tzif_truncated"
    case .wrongCount: "tzif_wrong_count"
    case .transitionsNotAscending: "tzif_transitions_not_ascending"
    case .noSuchTimeType: "tzif_no_such_time_type"
    case .offsetOutOfRange: "tzif_offset_out_of_range"
    case .wrongFlag: "tzif_wrong_flag"
    case .wrongDesignation: "tzif_wrong_designation"
    case .wrongLeapSeconds: "tzif_wrong_leap_seconds"
    case .wrongFooter: "tzif_wrong_footer"
    case .footerDisagrees: "tzif_footer_disagrees"
    }
  }
}
