import Foundation
import JSONText
import Phrasebook
import TestSupport
import Testing

struct InfoRenderingTests {
  private static func page(_ blocks: [InfoBlock.Content], title: String = "Title") -> InfoPage {
    InfoPage(
      id: "page", language: .english, title: title,
      blocks: blocks.enumerated().map { InfoBlock($1, line: $0 + 2) })
  }

  private static let table = InfoTable(
    columns: [.init("Zone"), .init("Price", isFigure: true), .init("When")],
    rows: [
      ["Blue zone", "€0.45", "Monday to Friday"], ["漢字", "€12.00", "Sa"],
      ["e\u{301}t\u{E9}", "–", "never"],
    ])

  @Test(arguments: [
    (
      60,
      """
      Zone        Price  When
      ---------  ------  ----------------
      Blue zone   €0.45  Monday to Friday
      漢字       €12.00  Sa
      e\u{301}t\u{E9}             –  never
      """
    ),
    (
      28,
      """
      Zone        Price  When
      ---------  ------  ---------
      Blue zone   €0.45  Monday to
                         Friday
      漢字       €12.00  Sa
      e\u{301}t\u{E9}             –  never
      """
    ),
    (
      20,
      """
      Zone   Price  When
      ----  ------  ------
      Blue   €0.45  Monday
      zone          to
                    Friday
      漢字  €12.00  Sa
      e\u{301}t\u{E9}        –  never
      """
    ),
    (
      16,
      """
      Blue zone
        Price: €0.45
        When: Monday
        to Friday
      漢字
        Price: €12.00
        When: Sa
      e\u{301}t\u{E9}
        Price: –
        When: never
      """
    ),
  ])
  func tables(columns: Int, expected: String) {
    let text = Self.page([.table(Self.table)]).text(columns: columns)
    #expect(text == "Title\n=====\n\n" + expected + "\n")
  }

  @Test func text() {
    let item: [InfoBlock] = [
      InfoBlock(.paragraph([InfoRun("first item, which is long")]), line: 1),
      InfoBlock(
        .list(start: nil, items: [[InfoBlock(.paragraph([InfoRun("inner")]), line: 1)]]), line: 1),
    ]
    let page = Self.page([
      .heading(level: 2, [InfoRun("A heading")]),
      .paragraph([
        InfoRun("See "), InfoRun("the ", link: .page("fines")),
        InfoRun("fines", isStrong: true, link: .page("fines")), InfoRun(", "),
        InfoRun("the law", link: .address("https://example.org/law")), InfoRun(" and "),
        InfoRun("https://example.org", link: .address("https://example.org")), InfoRun("."),
      ]),
      .list(start: 9, items: [item, [InfoBlock(.paragraph([InfoRun("second")]), line: 1)]]),
    ])
    #expect(
      page.text(columns: 24) == """
        Title
        =====

        A heading
        ---------

        See the fines
        (aparka\u{A0}info\u{A0}fines), the
        law
        (https://example.org/law)
        and https://example.org.

        9. first item, which is
           long
           - inner
        10. second

        """)
  }

  @Test func html() {
    let page = Self.page(
      [
        .heading(level: 3, [InfoRun("1 < 2 & \"3\"")]),
        .paragraph([
          InfoRun("<script>", isCode: true), InfoRun("a", isStrong: true, link: .page("fines")),
          InfoRun("b", isEmphasized: true, link: .address("https://example.org/?a=1&b='2'")),
        ]),
        .list(start: nil, items: [[InfoBlock(.paragraph([InfoRun("x")]), line: 1)]]),
        .table(InfoTable(columns: [.init("C"), .init("D", isFigure: true)], rows: [["<", "1"]])),
      ], title: "T & t")
    #expect(
      page.htmlFragment(headingLevel: 2, pageAddress: { "#\($0)" }) == """
        <h2>T &amp; t</h2>
        <h4>1 &lt; 2 &amp; &quot;3&quot;</h4>
        <p><code>&lt;script&gt;</code><a href="#fines"><strong>a</strong></a>\
        <a href="https://example.org/?a=1&amp;b=&#39;2&#39;"><em>b</em></a></p>
        <ul>
        <li>x</li>
        </ul>
        <table>
        <thead>
        <tr><th scope="col">C</th><th scope="col" class="figure">D</th></tr>
        </thead>
        <tbody>
        <tr><th scope="row">&lt;</th><td class="figure">1</td></tr>
        </tbody>
        </table>

        """)
    #expect(page.htmlFragment(headingLevel: nil).hasPrefix("<h3>1"))
    #expect(page.htmlDocument().contains("<title>T &amp; t</title>"))
  }

  @Test func json() throws {
    let page = Self.page([.table(Self.table), .paragraph([InfoRun("x", link: .page("fines"))])])
    let text = JSONOutput.object(page.jsonMembers).text(pretty: false)
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let blocks = try #require(root?["blocks"] as? [[String: Any]])
    #expect(blocks.map { $0["kind"] as? String } == ["table", "paragraph"])
    #expect((blocks[0]["rows"] as? [[String]]) == Self.table.rows)
    #expect((blocks[1]["links"] as? [[String: String]]) == [["text": "x", "page": "fines"]])
  }

  /// Against Python's table of the Unicode database, for every character that it knows.
  @Test func widths() throws {
    let scalars = (0x20..<0x3FFFF).compactMap { Unicode.Scalar($0) }
    let answer = try runOracle("text_widths.py")
    let theirs = try #require(
      try JSONSerialization.jsonObject(with: answer) as? [String: Int])
    var compared = 0
    for scalar in scalars {
      // An Ahom vowel sign that stopped being non-spacing with Unicode 15.
      guard let expected = theirs[String(scalar.value)], scalar != "\u{1171E}" else { continue }
      let ours = DisplayWidth.columns(String(Character(scalar)))
      if ours != expected {
        Issue.record("U+\(String(scalar.value, radix: 16)): \(ours), expected \(expected)")
      }
      compared += 1
    }
    #expect(compared > 100_000)
    #expect(DisplayWidth.columns("día 漢 e\u{301}\u{A0}€") == 10)
  }

  private static let searched = InfoPage(
    id: "fines", language: .basque, title: "Salaketak eta isunak",
    blocks: [
      InfoBlock(.paragraph([InfoRun("Isunen epea hogei egunekoa da.")]), line: 3),
      InfoBlock(.heading(level: 2, [InfoRun("Nola ordaindu")]), line: 5),
      InfoBlock(
        .list(
          start: nil, items: [[InfoBlock(.paragraph([InfoRun("Parkimetroan, ISUNA.")]), line: 8)]]),
        line: 7),
      InfoBlock(.table(InfoTable(columns: [.init("")], rows: [["1,20 €"], ["2,40 €"]])), line: 9),
    ])

  @Test(
    arguments: [
      ("isuna", [1, 3, 8]), ("isunak", [1, 3, 8]), ("ISUN", [1, 3, 8]), ("isunen", [3]),
      ("parkímetroan", [8]), ("ordaind", [5]), ("isun parkimetro", [8]), ("metroan", []),
      ("1,20", [9]), ("2", [9, 9]), ("epea egun", [3]), ("x", []), ("!", []), ("", []),
    ] as [(String, [Int])])
  func search(word: String, lines: [Int]) {
    let search = InfoSearch(word)
    #expect(search.isEmpty == !word.contains { $0.isLetter || $0.isNumber })
    let matches = search.isEmpty ? [] : search.matches(in: Self.searched)
    #expect(matches.map(\.line) == lines)
    for match in matches {
      #expect(match.heading == (match.line < 5 ? nil : "Nola ordaindu"))
      #expect(match.title == Self.searched.title && match.pageID == "fines")
    }
  }

  @Test(arguments: [
    (Language.spanish, "multas", "La multa", true), (.spanish, "exención", "las exenciones", true),
    (.spanish, "exenciones", "una exención", true), (.spanish, "denuncia", "Denuncias", true),
    (.spanish, "ano", "El año", false), (.spanish, "año", "Los AÑOS", true),
    (.spanish, "n", "ñ", false), (.basque, "Fínes", "aparka fine", true),
    (.english, "fines", "a fine", true),
    (.english, "fines", "I find", false), (.spanish, "mes", "mesa", true),
  ])
  func endings(language: Language, word: String, text: String, isFound: Bool) {
    let page = InfoPage(
      id: "p", language: language, title: "",
      blocks: [InfoBlock(.paragraph([InfoRun(text)]), line: 2)])
    #expect(InfoSearch(word).matches(in: page).isEmpty != isFound)
  }

  @Test func longTextsAreCut() throws {
    let text =
      Array(repeating: "word", count: 30).joined(separator: " ") + " the needle "
      + Array(repeating: "more", count: 60).joined(separator: " ")
    let page = InfoPage(
      id: "p", language: .english, title: "",
      blocks: [InfoBlock(.paragraph([InfoRun(text)]), line: 2)])
    let match = try #require(InfoSearch("needle").matches(in: page).first)
    #expect(match.text.hasPrefix("… word") && match.text.hasSuffix("more …"))
    #expect(match.text.contains(" the needle ") && match.text.count < 170)
  }
}
