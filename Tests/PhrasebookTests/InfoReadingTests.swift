import Phrasebook
import Testing

/// Pages as translators write them.
struct InfoReadingTests {
  private func read(_ text: String) -> InfoPage.Reading {
    InfoPage.read(id: "page", language: .english, markdown: Array(text.utf8))
  }

  @Test func blocks() throws {
    let text = """
      # A *title*

      Some **strong** and *emphasized* words, `code`
      and [a link](other-page.md) or <https://example.org/?a=1&b=2>.

      ## A section

      {{hours}}

      1. one
         - inner
      2. two

      {{ table prices blue }}
      """
    let reading = read(text)
    #expect(reading.faults == [])
    let page = try #require(reading.page)
    #expect(page.title == "A title")
    #expect(page.linkedPages == ["other-page"])
    #expect(page.blocks.map(\.line) == [3, 6, 8, 10, 14])
    #expect(page.placeholders.map(\.text) == ["hours", "table prices blue"])
    guard case .paragraph(let runs) = page.blocks[0].content else {
      Issue.record("no paragraph")
      return
    }
    #expect(
      runs == [
        InfoRun("Some "), InfoRun("strong", isStrong: true), InfoRun(" and "),
        InfoRun("emphasized", isEmphasized: true), InfoRun(" words, "),
        InfoRun("code", isCode: true), InfoRun(" "), InfoRun("and "),
        InfoRun("a link", link: .page("other-page")), InfoRun(" or "),
        InfoRun(
          "https://example.org/?a=1&b=2", link: .address("https://example.org/?a=1&b=2")),
        InfoRun("."),
      ])
    guard case .list(let start, let items) = page.blocks[3].content else {
      Issue.record("no list")
      return
    }
    #expect(start == 1 && items.count == 2 && items[0].count == 2)
  }

  @Test(
    arguments: [
      // text, faults as `line kind detail`
      ("", ["1 no_title"]),
      ("Text.\n\n# Title", ["1 no_title"]),
      ("# One\n\n# Two", ["3 second_title Two"]),
      ("# T\n\n<b>x</b>", ["3 raw_html <b>", "3 raw_html </b>"]),
      ("# T\n\n<div>\nx\n</div>", ["3 raw_html"]),
      ("# T\n\n<!-- note -->", ["3 raw_html"]),
      ("# T\n\n![x](y.png)", ["3 unsupported image"]),
      ("# T\n\n> quoted", ["3 unsupported block_quote"]),
      ("# T\n\n```\ncode\n```", ["3 unsupported code_block"]),
      ("# T\n\n---", ["3 unsupported thematic_break"]),
      ("# T\n\n#### Deep", ["3 unsupported heading"]),
      ("# T\n\n\n{{pricse}}", ["4 unknown_placeholder pricse"]),
      ("# T\n\n{{table}}", ["3 unknown_placeholder table"]),
      ("# T\n\n- {{nothing}}", ["3 unknown_placeholder nothing"]),
      ("# T\n\nIn {{village}}.", ["3 unknown_placeholder village"]),
      ("# T\n\nFrom {{hours}} on.", ["3 placeholder_not_alone hours"]),
      ("# T\n\nFrom {{hours blue}} on.", ["3 malformed_placeholder From {{hours blue}} on."]),
      ("# T\n\nIn {{town.", ["3 malformed_placeholder In {{town."]),
      ("# T\n\n{{hours blue red}}", ["3 bad_argument hours blue red"]),
      ("# T\n\n{{edition 2026}}", ["3 bad_argument edition 2026"]),
      ("# T\n\n{{holidays next}}", ["3 bad_argument holidays next"]),
      ("# T\n\n{{vehicle_classes tank}}", ["3 bad_argument vehicle_classes tank"]),
      ("# T\n\n[x](other.html)", ["3 bad_link other.html"]),
      ("# T\n\n[x](javascript:alert)", ["3 bad_link javascript:alert"]),
      ("# T\n\n[x](../secret.md)", ["3 bad_link ../secret.md"]),
      ("# T\n\n[x](#section)", ["3 bad_link #section"]),
      ("# T\n\n[x](.md)", ["3 bad_link .md"]),
      (
        "# T\n\n{{town}}\n\n{{holidays 2026}}\n\n{{hours zone-1}}\n\n{{penalty no_ticket}}", []
      ),
      ("# {{town}}: `{{x}}`", []),
    ] as [(String, [String])])
  func faults(text: String, expected: [String]) {
    let found = read(text).faults.map { fault in
      "\(fault.line) \(fault.kind.rawValue)" + (fault.detail.isEmpty ? "" : " \(fault.detail)")
    }
    #expect(found == expected)
  }

  @Test func notUTF8() {
    let reading = InfoPage.read(id: "x", language: .basque, markdown: [0x23, 0x20, 0xFF])
    #expect(reading.page == nil)
    #expect(reading.faults.map(\.kind) == [.notUTF8])
  }

  @Test func withoutATown() throws {
    let page = try #require(read("# T {{town}}\n\nIn {{town}}.\n\n{{hours}}").page)
    let filled = page.filled(with: nil, phrases: Shipped.english)
    #expect(page.isAboutTowns && !filled.isAboutTowns)
    #expect(filled.title == "T not chosen")
    #expect(
      filled.blocks.map { $0.runs.plainText } == [
        Shipped.english.phrase("info.without_town"), "In not chosen.",
        Shipped.english.phrase("info.by_town"),
      ])
    #expect(filled.blocks.map(\.line) == [1, 3, 5])
    let plain = try #require(read("# T\n\nText.").page)
    #expect(plain.filled(with: nil, phrases: Shipped.english) == plain)
  }
}
