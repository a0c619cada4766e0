import JSONText

extension InfoPage {
  /// `page`, `language`, `title` and `blocks`; docs/json-answers.md says what a block has.
  public var jsonMembers: [(String, JSONOutput)] {
    [
      ("page", .string(id)), ("language", .string(language.rawValue)), ("title", .string(title)),
      ("blocks", .array(blocks.map(Self.json))),
    ]
  }

  private static func json(_ block: InfoBlock) -> JSONOutput {
    switch block.content {
    case .heading(let level, let runs):
      return .object([
        ("kind", .string("heading")), ("level", .int(level)), ("text", .string(runs.plainText)),
        ("links", links(runs)),
      ])
    case .paragraph(let runs):
      return .object([
        ("kind", .string("paragraph")), ("text", .string(runs.plainText)), ("links", links(runs)),
      ])
    case .list(let start, let items):
      return .object([
        ("kind", .string("list")), ("start", .optional(start)),
        ("items", .array(items.map { .array($0.map(json)) })),
      ])
    case .table(let table):
      return .object([
        ("kind", .string("table")),
        (
          "columns",
          .array(
            table.columns.map {
              .object([("title", .string($0.title)), ("figure", .bool($0.isFigure))])
            })
        ),
        ("rows", .array(table.rows.map { .array($0.map { .string($0) }) })),
      ])
    case .placeholder(let placeholder):
      return .object([("kind", .string("placeholder")), ("text", .string(placeholder.text))])
    }
  }

  private static func links(_ runs: [InfoRun]) -> JSONOutput {
    .array(
      runs.compactMap { run in
        switch run.link {
        case .page(let id)?: .object([("text", .string(run.text)), ("page", .string(id))])
        case .address(let address)?:
          .object([("text", .string(run.text)), ("url", .string(address))])
        case nil: nil
        }
      })
  }
}
