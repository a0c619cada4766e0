/// A page of explanations: a title and blocks. As a translator wrote it some blocks are placeholders;
/// `filled(with:phrases:)` puts a town's figures in their places.
public struct InfoPage: Hashable, Sendable {
  /// The name of its file without `.md`.
  public let id: String
  /// The language that its text is in.
  public let language: Language
  public let title: String
  /// Without the title.
  public let blocks: [InfoBlock]

  public init(id: String, language: Language, title: String, blocks: [InfoBlock]) {
    self.id = id
    self.language = language
    self.title = title
    self.blocks = blocks
  }

  /// The pages that it links to, in the order of the text.
  public var linkedPages: [String] {
    blocks.flatMap(\.runs).compactMap { run in
      if case .page(let id)? = run.link { id } else { nil }
    }
  }
}

/// A piece of a page that stands for itself.
public struct InfoBlock: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// 2 or 3; the title is no block.
    case heading(level: Int, [InfoRun])
    case paragraph([InfoRun])
    /// `start` is the first number; nil for a list without numbers.
    case list(start: Int?, items: [[InfoBlock]])
    case table(InfoTable)
    /// What a town's figures are put in place of.
    case placeholder(InfoPlaceholder)
  }

  public let content: Content
  /// 1-based, in the page's file. Of a figure: that of its placeholder.
  public let line: Int

  public init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  /// The runs of its text, those of the blocks within included.
  public var runs: [InfoRun] {
    switch content {
    case .heading(_, let runs), .paragraph(let runs): runs
    case .list(_, let items): items.joined().flatMap(\.runs)
    case .table, .placeholder: []
    }
  }

  func at(line: Int) -> InfoBlock {
    guard case .list(let start, let items) = content else { return InfoBlock(content, line: line) }
    return InfoBlock(
      .list(start: start, items: items.map { $0.map { $0.at(line: line) } }), line: line)
  }
}

/// A stretch of text that looks the same.
public struct InfoRun: Hashable, Sendable {
  public var text: String
  public var isStrong = false
  public var isEmphasized = false
  /// Something to type.
  public var isCode = false
  public var link: InfoLink?

  public init(
    _ text: String, isStrong: Bool = false, isEmphasized: Bool = false, isCode: Bool = false,
    link: InfoLink? = nil
  ) {
    self.text = text
    self.isStrong = isStrong
    self.isEmphasized = isEmphasized
    self.isCode = isCode
    self.link = link
  }
}

/// Where a link leads.
public enum InfoLink: Hashable, Sendable {
  /// Another page, by its id.
  case page(String)
  /// An address of the web, `https:` or `http:`.
  case address(String)
}

/// Rows of short texts. It has one row at least: what has no rows is said in a sentence.
public struct InfoTable: Hashable, Sendable {
  public struct Column: Hashable, Sendable {
    public let title: String
    /// Figures stand at the right.
    public let isFigure: Bool

    public init(_ title: String, isFigure: Bool = false) {
      self.title = title
      self.isFigure = isFigure
    }
  }

  /// The first column says what the row is about.
  public let columns: [Column]
  /// As many cells as columns.
  public let rows: [[String]]

  public init(columns: [Column], rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }
}

extension [InfoRun] {
  /// The text without its looks.
  public var plainText: String { map(\.text).joined() }
}
