import Foundation
import JSONText
import OpeningHours
import Phrasebook
import Settings
import Tariffs
import TestSupport
import Testing

@testable import Commands

/// The program's words against its sources: nothing is said outside the catalogues, nothing is missing
/// in them, and nothing in them is unused.
struct PhraseKeyTests {
  private static let literals = Result {
    try SourceLiteral.all(in: "Sources") + SourceLiteral.keysOfThePage()
  }

  private static let catalogues: [Catalogue] = Language.allCases.compactMap { language in
    let file = Repository.file("translations/\(language.rawValue).json")
    return (try? Data(contentsOf: file)).flatMap {
      try? Catalogue(language: language, json: Array($0))
    }
  }

  /// Keys without their plural endings. `json_leading_zero` is a code, not a plural form of zero.
  private static func keys(_ catalogue: Catalogue) -> Set<String> {
    let texts = Set(catalogue.texts.keys)
    return Set(
      texts.map { key in
        for ending in ["_one", "_other"] where key.hasSuffix(ending) {
          return String(key.dropLast(ending.count))
        }
        return key
      })
  }

  /// The options that a command says in its own words.
  private static func ownOptions(_ command: any Command.Type) -> [String] {
    command.options.map(\.name).filter { name in
      catalogues.contains { $0.texts["help.\(command.name).option.\(name)"] != nil }
    }
  }

  /// Keys that the sources build from the cases of a type, by the part before the case.
  private static func builtKeys() throws -> [String: Set<String>] {
    let commands = CommandLineTool.commands + CommandLineTool.unlistedCommands
    let options =
      commands.flatMap { $0.options } + CommandOption.everywhere + [CommandOption.version]
    let literals = try literals.get()
    func codes(_ files: [String], _ prefixes: [String]) -> Set<String> {
      Set(
        literals.compactMap { literal in
          guard let text = literal.plain, files.contains(where: literal.file.contains),
            prefixes.contains(where: text.hasPrefix),
            text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
          else { return nil }
          return text
        })
    }
    let parking = ["pay", "residents_only", "forbidden"]
    return [
      "limit.": Set(Limit.allCases.map(\.rawValue)),
      "caveat.": Set(Caveat.allCases.map(\.rawValue)),
      "refusal.": Set(Refusal.Reason.allCases.map(\.rawValue)),
      "segment.": Set(
        [Segment.Kind.counted, .free, .forbidden, .residentsOnly].map(\.rawValue)
          + ["span", "span_over_days"]),
      "fault.": Set(
        FileFault.allCases.map(\.rawValue) + SettingFault.allCases.map(\.rawValue)),
      "setting.": Set(Setting.all.map(\.name)),
      "hours_error.": Set(OpeningHoursError.Problem.allCases.map(\.rawValue) + ["unexpected-end"]),
      "json.": codes(["JSONTextError", "JSONShapeError"], ["json_"]),
      "json_kind.": Set(
        [JSONKind.null, .bool, .number, .string, .array, .object].map(\.rawValue)),
      "finding.": codes(["CatalogueFinding"], ["catalogue_"]),
      "info_fault.": Set(InfoFault.Kind.allCases.map(\.rawValue)),
      "vehicle_class.": Set(VehicleClass.ids),
      "sector_finding.": codes(
        ["SectorFinding.swift", "GeoJSONError.swift", "SectorFileCheck.swift"],
        ["sectors_", "geojson_", "sector_without", "place_without", "zone_without", "sector_of_"]
      ).union([
        "seam", "winding_shell", "winding_hole", "likely.utm", "likely.web_mercator",
        "likely.swapped",
      ]).subtracting(["sectors_winding"]),
      "help.": Set(
        commands.flatMap { command in
          ["summary", "usage", "example"].map { "\(command.name).\($0)" }
            + ownOptions(command).map { "\(command.name).option.\($0)" }
        }),
      // An option that only commands with words of their own have needs none in common.
      "option.": Set(
        commands.flatMap { command in
          command.options.map(\.name).filter { !ownOptions(command).contains($0) }
        } + (CommandOption.everywhere + [CommandOption.version]).map(\.name)),
      "option_value.": Set(options.compactMap(\.value)),
      "zone.": Set(
        (parking.map { "during_\($0)" }
          + ["free", "residents_only", "forbidden"].map { "outside_\($0)" })
          .flatMap { [$0, $0 + "_until"] } + parking.dropFirst().map { "hours_\($0)" }),
      "error.": codes(
        ["Phrasebook/Reading/"], ["amount_", "duration_", "quote_argument_", "moment_"]),
      "manual.": [
        "about", "about_settings", "amounts", "commands", "description", "durations", "environment",
        "exit",
        "exit_answered", "exit_failure", "exit_usage", "moments", "name", "names", "options",
        "settings", "summary", "synopsis", "title", "typing", "variable_data", "variable_language",
        "variable_settings",
      ],
    ]
  }

  @Test func everyKeyThatIsUsedIsThere() throws {
    #expect(Self.catalogues.count == 3)
    let groups = Set(
      Self.catalogues.flatMap(\.texts.keys).compactMap { $0.split(separator: ".").first })
    var used = Set(
      try Self.literals.get().compactMap(\.plain).filter { text in
        text.contains(".") && !text.hasPrefix(".") && !text.hasSuffix(".")
          && text.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
          && text.split(separator: ".").first.map(groups.contains) == true
      })
    #expect(used.count > 60)
    for (prefix, names) in try Self.builtKeys() {
      #expect(!names.isEmpty, "\(prefix)")
      used.formUnion(names.map { prefix + $0 })
    }
    for catalogue in Self.catalogues {
      let missing = used.subtracting(Self.keys(catalogue)).sorted()
      #expect(missing == [], "\(catalogue.language)")
    }
  }

  @Test func theKeysOfThePageAreFound() throws {
    let page = try SourceLiteral.keysOfThePage()
    #expect(page.contains { $0.file == "web/index.html" && $0.plain == "web.nav.info" })
    #expect(page.contains { $0.file.hasSuffix(".js") && $0.pieces == ["web.vehicle.", ""] })
    #expect(page.count { $0.pieces[0].hasPrefix("web.") } > 100)
  }

  @Test func everyKeyIsUsed() throws {
    let literals = try Self.literals.get()
    let plain = Set(literals.compactMap(\.plain))
    let built = try Self.builtKeys()
    // A built key whose group has no table above matches as "anything without a dot".
    let patterns = try literals.filter { $0.pieces.count > 1 && $0.pieces[0].contains(".") }
      .map { literal in
        try Regex(
          "^"
            + literal.pieces.map(NSRegularExpression.escapedPattern(for:)).joined(
              separator: "[^.]+")
            + "$")
      }
    for catalogue in Self.catalogues {
      for key in Self.keys(catalogue).sorted() where !plain.contains(key) {
        // Endings are looked up by parts, `hours.easter.before.on`.
        if key.hasPrefix("format.declension.") { continue }
        let group = key.prefix { $0 != "." } + "."
        if let names = built[String(group)] {
          let name = String(key.dropFirst(group.count))
          #expect(names.contains(name), "\(catalogue.language): \(key)")
        } else {
          #expect(
            patterns.contains { key.contains($0) }, "\(catalogue.language): \(key)")
        }
      }
    }
  }

  @Test func cataloguesAgree() {
    let findings = Catalogue.findings(Self.catalogues)
    #expect(findings == [], "\(findings)")
  }

  /// A translation left in English, or not made, would be equal to it.
  @Test func sentencesAreTranslated() {
    let texts = Self.catalogues.map(\.texts)
    let same = texts[0].keys.filter { key in
      guard let text = texts[0][key], text.split(separator: " ").count > 2,
        !key.hasPrefix("format."), !key.hasPrefix("reading."), !key.hasPrefix("hours."),
        !key.hasSuffix(".example"), key != "option.vehicle", key != "manual.durations"
      else { return false }
      let plain = text.replacing(/{{[^}]*}}/, with: "").filter(\.isLetter)
      return !plain.isEmpty
        && (text == texts[1][key] || text == texts[2][key] || texts[1][key] == texts[2][key])
    }
    #expect(same.sorted() == [])
  }

  @Test func nothingIsSaidOutsideTheCatalogues() throws {
    // Shell, roff and HTML code; what a programmer reads who calls the JSON reader wrongly; HTTP's own words.
    let allowedFiles = [
      "Shell/ShellCompletions.swift", "Shell/ManualPage.swift", "JSONReader.swift",
      "JSONWriter.swift", "InfoPage+HTML.swift", "Serve/API/Problem.swift",
      "Channels/AppriseChannel.swift",
    ]
    // The one sentence for the case that there is no catalogue; a call; a word of an export format, and
    // one that translators write.
    let allowedSentences = [
      "aparka: no data folder", "aparka --help", "no parking", "table prices",
    ]
    // The store speaks SQL alone and the web server HTTP; their errors are codes that a catalogue words.
    let speechlessFolders = ["Sources/Reminders/Store/", "Sources/WebServer/"]
    let twoWords = /\p{L}{2,}[,;:.!?]? +[^ ]*\p{L}{2,}/
    let sentences = try Self.literals.get().filter { literal in
      guard !allowedFiles.contains(where: literal.file.hasSuffix),
        !speechlessFolders.contains(where: literal.file.hasPrefix)
      else { return false }
      let text = literal.pieces.joined(separator: "…")
      return text.contains(twoWords) && !allowedSentences.contains(where: text.hasPrefix)
    }
    #expect(sentences.map { "\($0.file):\($0.line): \($0.pieces)" } == [])
  }
}
