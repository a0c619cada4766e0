import Foundation
import Phrasebook
import TestSupport
import Testing

@testable import Commands

/// Ways to ask the same, where the program speaks from and to, and how it ends.
struct CallTests {
  private static let vega = ["--town", "vega", "--at", "2025-10-14T10:00"]

  private static func run(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(words + ["--data", GoldenCases.data], environment: environment)
  }

  /// What drivers type, and the plain call that it means.
  @Test(arguments: [
    (["quote", "blue", "1,20"], ["quote", "blue", "1.20"]),
    (["quote", "blue", "1.20€"], ["quote", "blue", "1.20"]),
    (["quote", "blue", "1'20"], ["quote", "blue", "1.20"]),
    (["quote", "blue", "120c"], ["quote", "blue", "1.20"]),
    (["quote", "blue", "2", "euros"], ["quote", "blue", "2.00"]),
    (["quote", "azul", "1.20"], ["quote", "blue", "1.20"]),
    (["quote", "AZUL", "1.20"], ["quote", "blue", "1.20"]),
    (["quote", "urdina", "1.20"], ["quote", "blue", "1.20"]),
    (["quote", "zona azul", "1.20"], ["quote", "blue", "1.20"]),
    (["quote", "Market Square", "1.20"], ["quote", "market", "1.20"]),
    (["quote", "blue", "1:30"], ["quote", "blue", "1h30"]),
    (["quote", "blue", "PT1H30M"], ["quote", "blue", "1h30"]),
    (["quote", "blue", "1", "h", "30", "min"], ["quote", "blue", "1h30"]),
    (["quote", "blue", "90m"], ["quote", "blue", "1h30"]),
    (["--lang", "en", "quote", "blue", "1.20"], ["quote", "blue", "1.20"]),
    (["--explain", "quote", "blue", "1.20"], ["quote", "blue", "1.20", "--explain"]),
    (["quote", "--", "blue", "1.20"], ["quote", "blue", "1.20"]),
    (["quote", "blue", "--until", "today 11:00"], ["quote", "blue", "--until", "11:00"]),
    (["quote", "blue", "--until", "hoy a las 11:00"], ["quote", "blue", "--until", "11:00"]),
    (["zones", "--lang=en"], ["zones"]),
  ])
  func sameQuestion(typed: [String], meant: [String]) throws {
    func answer(_ words: [String]) throws -> String {
      // Options of the test stand before the operands, as `--` may be among them.
      let result = try Program.run(Self.vega + ["--data", GoldenCases.data] + words)
      #expect(result.status != 2, "\(result.errors)")
      return result.output
    }
    #expect(try answer(typed) == answer(meant))
  }

  @Test func townsByName() throws {
    let meant = try Self.run(["holidays", "--town", "vega", "--year", "2025"]).output
    for typed in ["Vega", "VEGA", "La Vega", "la vega", "Ibarra"] {
      #expect(try Self.run(["holidays", "--town", typed, "--year", "2025"]).output == meant)
    }
    #expect(try Self.run(["zones", "--town", "penas de la sierra"]).status == 0)
    // "la" is a word of both names: no guess.
    #expect(try Self.run(["zones", "--town", "la"]).status == 2)
  }

  @Test func namesThatSeveralHaveMatchNone() {
    let zones = [("blue", ["zona azul"]), ("blue-green", ["zona azul/verde"]), ("red", ["roja"])]
    let rows: [(String, String?)] = [
      ("blue", "blue"), ("Blue-Green", "blue-green"), ("bluegreen", "blue-green"), ("zona", nil),
      ("azul", "blue"), ("roja", "red"), ("", nil), ("-", nil), ("azu", nil),
    ]
    for (typed, expected) in rows {
      #expect(Naming.match(typed, zones.map { (id: $0.0, names: $0.1) }) == expected, "\(typed)")
    }
  }

  @Test func helpIsTheSameEverywhere() throws {
    for command in CommandLineTool.commands {
      let help = try Self.run([command.name, "--help"])
      #expect(help.status == 0)
      for words in [["help", command.name], ["--help", command.name], [command.name, "-h"]] {
        #expect(try Self.run(words).output == help.output)
      }
      #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
    #expect(try Self.run(["--version"]).output == "aparka \(CommandLineTool.version)\n")
    #expect(try Self.run(["-V"]).output == "aparka \(CommandLineTool.version)\n")
    #expect(try Self.run(["help"]).output == Self.run(["--help"]).output)
  }

  /// POSIX, XBD 8.2: LC_ALL, LC_MESSAGES, LANG; the option is above them.
  @Test(
    arguments: [
      ([:], nil, "Usage:"), (["LANG": "es_ES.UTF-8"], nil, "Uso:"),
      (["LANG": "eu"], nil, "Erabilera:"), (["LANG": "C.UTF-8"], nil, "Usage:"),
      (["LANG": "es_ES", "LC_MESSAGES": "eu_ES"], nil, "Erabilera:"),
      (["LANG": "es_ES", "LC_MESSAGES": "eu_ES", "LC_ALL": "en_GB"], nil, "Usage:"),
      (["LANG": "es_ES", "LC_MESSAGES": "eu_ES", "LC_ALL": ""], nil, "Erabilera:"),
      (["LANG": "es_ES", "LC_ALL": "POSIX"], nil, "Usage:"),
      (["LANG": "es_ES", "LC_MESSAGES": "fr_FR"], nil, "Uso:"),
      (["LANG": "fr_FR"], nil, "Usage:"), (["LC_ALL": "es_ES"], "eu", "Erabilera:"),
      (["LC_ALL": "es_ES"], "en_GB", "Usage:"),
    ] as [([String: String], String?, String)])
  func language(environment: [String: String], option: String?, says: String) throws {
    let words = ["--help"] + (option.map { ["--lang", $0] } ?? [])
    #expect(try Self.run(words, environment: environment).output.contains(says))
  }

  @Test func brokenPipesAndFullDisks() throws {
    let call = "\"$APARKA\" zones --town vega --data \(GoldenCases.data)"
    let closed = try Program.shell("\(call) | head -n 1; echo ${PIPESTATUS[1]}")
    #expect(closed.errors.isEmpty)
    #expect(closed.output.split(separator: "\n").count == 2)
    // Nobody reads at all.
    let unread = try Program.shell("\(call) --json | true; echo ${PIPESTATUS[0]}")
    #expect(unread.errors.isEmpty)
    #expect(["0", "141"].contains(unread.output.trimmingCharacters(in: .newlines)))
    let full = try Program.shell("\(call) > /dev/full", environment: ["LANG": "es"])
    #expect(full.status == 1)
    #expect(full.errors == "aparka: No se puede escribir la respuesta: el disco está lleno.\n")
    let shut = try Program.shell("\(call) >&-")
    #expect(shut.status == 1)
    #expect(shut.errors.split(separator: "\n").count == 1)
  }

  /// Every town of the checkout in every language: nothing crashes, nothing is left unsaid.
  @Test func realTowns() throws {
    let towns = try Program.run(["completions", "towns"]).output.split(separator: "\n")
    #expect(!towns.isEmpty)
    for town in towns {
      let zones = try Program.run(["completions", "zones", "--town", "\(town)"]).output
        .split(separator: "\n")
      #expect(!zones.isEmpty)
      let calls =
        [["zones"], ["tariff"], ["hours"], ["holidays", "--year", "2026"]]
        + zones.map { ["quote", "\($0)", "1h", "--explain"] }
      for words in calls {
        for language in Language.allCases {
          let moment = words[0] == "holidays" ? [] : ["--at", "2026-11-24T10:00"]
          let result = try Program.run(
            words + moment + ["--town", "\(town)", "--lang", language.rawValue])
          #expect([0, 1].contains(result.status), "\(words): \(result.errors)")
          let text = result.output + result.errors
          #expect(
            !text.isEmpty && !text.contains("{{") && !text.contains(/«[a-z_]+\.[a-z_.]+»/),
            "\(text)")
        }
      }
    }
  }
}
