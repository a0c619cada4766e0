/// Something wrong with a page's file.
public struct InfoFault: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case notUTF8 = "not_utf8"
    /// The first block is no heading of the first level.
    case noTitle = "no_title"
    /// A second heading of the first level.
    case secondTitle = "second_title"
    case rawHTML = "raw_html"
    /// Markdown that pages do not use: images, code blocks, quotations, rules, headings below the third
    /// level. `detail` is cmark's word for it.
    case unsupported
    case unknownPlaceholder = "unknown_placeholder"
    /// A placeholder that cannot have this word, or no zone or cause of that name in any town.
    case badArgument = "bad_argument"
    /// Figures inside of a sentence: their placeholder needs a paragraph of its own.
    case placeholderNotAlone = "placeholder_not_alone"
    /// Braces that do not close, or hold no name.
    case malformedPlaceholder = "malformed_placeholder"
    /// Neither the name of a page's file nor an address of the web.
    case badLink = "bad_link"
    /// A page that is not there.
    case brokenLink = "broken_link"
    /// Another language has the page.
    case pageMissing = "page_missing"
    /// `index.md` does not link to the page.
    case notInIndex = "not_in_index"
    /// Another language has the page with other placeholders.
    case placeholdersDiffer = "placeholders_differ"
  }

  public let kind: Kind
  /// 1-based; 0 when it is the whole file.
  public let line: Int
  /// What was written, or is missing.
  public let detail: String

  public init(_ kind: Kind, line: Int, detail: String = "") {
    self.kind = kind
    self.line = line
    self.detail = detail
  }

  /// Stable, for programs.
  public var code: String { "info_\(kind.rawValue)" }
}
