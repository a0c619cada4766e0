import DataLibrary
import Phrasebook
import Settings

/// The command line program.
public enum CommandLineTool {
  /// The version of the program; the package has no other home for it.
  public static let version = "0.1.0"

  /// The commands that the overview lists.
  static var commands: [any Command.Type] {
    [
      QuoteCommand.self, PlanCommand.self, CompareCommand.self, ParkCommand.self,
      TicketsCommand.self, ExtendCommand.self, StopCommand.self, AlarmsCommand.self,
      ZonesCommand.self, TariffCommand.self, HoursCommand.self, HolidaysCommand.self,
      ExportCommand.self, FineCommand.self, InfoCommand.self, WhereCommand.self,
      SectorsCommand.self, SettingsCommand.self, DaemonCommand.self, DoctorCommand.self,
      ServeCommand.self, CheckCommand.self,
    ]
  }

  /// Commands for packagers and shells, which drivers need not see.
  static var unlistedCommands: [any Command.Type] { [CompletionsCommand.self, ManualCommand.self] }

  static func command(_ name: String?) -> (any Command.Type)? {
    (commands + unlistedCommands).first { $0.name == name }
  }

  /// Runs one call and gives the exit status.
  public static func run(
    _ invocation: Invocation, output: any OutputSink, input: any InputSource = StandardInput()
  ) -> Int32 {
    // Before the catalogues are there only the options that find them can be read.
    let chosenFolder = ParsedArguments.value(of: .data, in: invocation.arguments)
    let folder = DataFolder.locate(
      option: chosenFolder, environment: invocation.environment, executable: invocation.executable)
    let settingsLibrary = SettingsLibrary(
      environment: ParsedArguments.has(.noSettings, in: invocation.arguments)
        ? [:] : invocation.environment)
    let loadedSettings = settingsLibrary.load()
    let phrases = folder.map { phrasebook($0, loadedSettings.settings, invocation) }
    guard let folder, let phrases, phrases.has("help.title") else {
      // The one sentence that cannot come from a catalogue: there is none.
      output.writeError(
        "aparka: no data folder (with tariffs/ and translations/): give --data FOLDER or set APARKA_DATA\n"
      )
      return (chosenFolder == nil ? CommandFailure.Status.failure : .usage).rawValue
    }
    do throws(CommandFailure) {
      let library = TownLibrary(folder: folder, cache: invocation.cache)
      let status = try answer(
        CommandContext(
          invocation: invocation, arguments: ParsedArguments(), library: library,
          settingsLibrary: settingsLibrary, loadedSettings: loadedSettings, phrases: phrases,
          output: output, input: input))
      if let number = output.failedWrite {
        throw .failure(phrases.phrase("error.cannot_write", ["reason": phrases.reason(number)]))
      }
      return status
    } catch {
      output.noteFailure(code: error.code)
      for line in error.message.split(separator: "\n", omittingEmptySubsequences: true) {
        output.writeError("aparka: \(line)\n")
      }
      return error.status.rawValue
    }
  }

  static func phrasebook(
    _ folder: DataFolder, _ settings: Settings, _ invocation: Invocation
  ) -> Phrasebook {
    let environment = invocation.environment
    var phrases = PhraseLibrary(folder: folder, cache: invocation.cache).phrasebook(
      Language.chosen(
        option: ParsedArguments.value(of: .language, in: invocation.arguments)
          .flatMap { Language(tag: $0) },
        setting: settings.language, lcAll: environment["LC_ALL"],
        lcMessages: environment["LC_MESSAGES"], lang: environment["LANG"]))
    phrases.clock = settings.clock
    phrases.dateFormat = settings.dateFormat
    return phrases
  }

  /// - Parameter context: its arguments are not known yet.
  private static func answer(_ context: CommandContext) throws(CommandFailure) -> Int32 {
    let phrases = context.phrases
    var words = context.invocation.arguments
    let options = (commands + unlistedCommands).flatMap { $0.options } + CommandOption.everywhere
    let place = ParsedArguments.firstOperand(of: words, options: options)
    let name = place.map { words.remove(at: $0) }
    guard let command = command(name) else {
      return try withoutCommand(name, words, phrases, context.output)
    }
    var context = context
    context.arguments = try parse(words, command.options, of: command.name, phrases)
    if context.arguments.has(.help) {
      context.output.write(HelpText(phrases).command(command))
      return 0
    }
    if command.warnsOfSettings { context.warnOfSettings() }
    return try command.run(context)
  }

  /// `aparka`, `aparka --version`, `aparka help [COMMAND]`, and a word that is no command.
  private static func withoutCommand(
    _ name: String?, _ words: [String], _ phrases: Phrasebook, _ output: any OutputSink
  ) throws(CommandFailure) -> Int32 {
    let help = HelpText(phrases)
    guard let name, name != "help" else {
      let arguments = try parse(words, [.version], of: nil, phrases)
      if let wanted = arguments.operands.first {
        guard let command = command(wanted) else { throw unknownCommand(wanted, phrases) }
        output.write(help.command(command))
      } else if arguments.has(.version) {
        output.write("aparka \(version)\n")
      } else if arguments.has(.help) || name == "help" {
        output.write(help.overview())
      } else {
        output.writeError(help.overview())
        return CommandFailure.Status.usage.rawValue
      }
      return 0
    }
    throw unknownCommand(name, phrases)
  }

  private static func unknownCommand(_ name: String, _ phrases: Phrasebook) -> CommandFailure {
    let known = commands.map { $0.name }
    let values = ["text": name, "known": known.joined(separator: ", ")]
    guard let closest = closest(to: name, among: known) else {
      return .usage(phrases.phrase("error.unknown_command", values))
    }
    return .usage(
      phrases.phrase(
        "error.unknown_command_closest", values.merging(["closest": closest]) { $1 }))
  }

  private static func parse(
    _ words: [String], _ options: [CommandOption], of command: String?, _ phrases: Phrasebook
  ) throws(CommandFailure) -> ParsedArguments {
    do throws(ParsedArguments.Fault) {
      let arguments = try ParsedArguments(words, options: options + CommandOption.everywhere)
      if let text = arguments.value(.language), Language(tag: text) == nil {
        throw ParsedArguments.Fault.unknownLanguage(text)
      }
      return arguments
    } catch {
      let call = command.map { "aparka \($0) --help" } ?? "aparka --help"
      throw .usage(phrases.message(error, hint: phrases.phrase("error.see_help", ["call": call])))
    }
  }
}

extension Phrasebook {
  fileprivate func message(_ fault: ParsedArguments.Fault, hint: String) -> String {
    switch fault {
    case .unknownOption(let option, let closest?):
      phrase("error.unknown_option_closest", ["option": option, "closest": closest])
    case .unknownOption(let option, nil):
      phrase("error.unknown_option", ["option": option]) + " " + hint
    case .missingValue(let option):
      phrase("error.missing_value", ["option": option]) + " " + hint
    case .unexpectedValue(let option):
      phrase("error.unexpected_value", ["option": option]) + " " + hint
    case .unknownLanguage(let text):
      phrase("error.unknown_language", ["text": text])
    }
  }
}
