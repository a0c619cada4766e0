import DataLibrary
import Phrasebook

/// The command line program.
public enum CommandLineTool {
  /// The version of the program; the package has no other home for it.
  public static let version = "0.1.0"

  static var commands: [any Command.Type] {
    [
      QuoteCommand.self, PlanCommand.self, CompareCommand.self, ZonesCommand.self,
      TariffCommand.self, HoursCommand.self, HolidaysCommand.self, FineCommand.self,
      CheckCommand.self,
    ]
  }

  /// Runs one call and gives the exit status.
  public static func run(_ invocation: Invocation, output: any OutputSink) -> Int32 {
    let name = invocation.arguments.first { !$0.hasPrefix("-") }
    let command = commands.first { $0.name == name }
    // Before the catalogues are there only the options that find them can be read.
    let early = try? ParsedArguments(
      invocation.arguments,
      options: (command?.options ?? []) + CommandOption.everywhere + [.version])
    guard
      let folder = DataFolder.locate(
        option: early?.value(.data), environment: invocation.environment,
        executable: invocation.executable)
    else {
      // The one sentence that cannot come from a catalogue: there is none.
      output.writeError(
        "aparka: no data folder (with tariffs/ and translations/): give --data FOLDER or set APARKA_DATA\n"
      )
      return CommandFailure.Status.failure.rawValue
    }
    let library = TownLibrary(folder: folder)
    let phrases = PhraseLibrary(folder: folder).phrasebook(
      Language.chosen(
        option: early?.value(.language).flatMap { Language(tag: $0) },
        lcAll: invocation.environment["LC_ALL"],
        lcMessages: invocation.environment["LC_MESSAGES"], lang: invocation.environment["LANG"]))
    do throws(CommandFailure) {
      if early?.has(.version) == true, command == nil {
        output.write("aparka \(version)\n")
        return 0
      }
      guard let command else {
        return try withoutCommand(name, early, phrases, output)
      }
      let arguments = try parse(invocation, command, phrases)
      if let text = arguments.value(.language), Language(tag: text) == nil {
        throw .usage(phrases.phrase("error.unknown_language", ["text": text]))
      }
      if arguments.has(.help) {
        output.write(HelpText(phrases).command(command))
        return 0
      }
      let context = CommandContext(
        invocation: invocation, arguments: arguments, library: library, phrases: phrases,
        output: output)
      return try command.run(context)
    } catch {
      for line in error.message.split(separator: "\n", omittingEmptySubsequences: true) {
        output.writeError("aparka: \(line)\n")
      }
      return error.status.rawValue
    }
  }

  private static func withoutCommand(
    _ name: String?, _ early: ParsedArguments?, _ phrases: Phrasebook, _ output: any OutputSink
  ) throws(CommandFailure) -> Int32 {
    guard let name, name != "help" else {
      let help = HelpText(phrases).overview()
      if early?.has(.help) == true || name == "help" {
        output.write(help)
        return 0
      }
      output.writeError(help)
      return CommandFailure.Status.usage.rawValue
    }
    let known = commands.map { $0.name }
    let values = ["text": name, "known": known.joined(separator: ", ")]
    guard let closest = closest(to: name, among: known) else {
      throw .usage(phrases.phrase("error.unknown_command", values))
    }
    throw .usage(
      phrases.phrase(
        "error.unknown_command_closest", values.merging(["closest": closest]) { $1 }))
  }

  private static func parse(
    _ invocation: Invocation, _ command: any Command.Type, _ phrases: Phrasebook
  ) throws(CommandFailure) -> ParsedArguments {
    var words = invocation.arguments
    if let place = words.firstIndex(of: command.name) { words.remove(at: place) }
    do throws(ParsedArguments.Fault) {
      return try ParsedArguments(words, options: command.options + CommandOption.everywhere)
    } catch {
      let hint = phrases.phrase("error.see_help", ["command": command.name])
      switch error {
      case .unknownOption(let option, let closest?):
        throw .usage(
          phrases.phrase("error.unknown_option_closest", ["option": option, "closest": closest]))
      case .unknownOption(let option, nil):
        throw .usage(phrases.phrase("error.unknown_option", ["option": option]) + " " + hint)
      case .missingValue(let option):
        throw .usage(phrases.phrase("error.missing_value", ["option": option]) + " " + hint)
      case .unexpectedValue(let option):
        throw .usage(phrases.phrase("error.unexpected_value", ["option": option]) + " " + hint)
      }
    }
  }
}

extension CommandOption {
  static let language = value("lang", "language")
  static let data = value("data", "folder")
  static let help = flag("help")
  static let version = flag("version")
}
