import Phrasebook
import Tariffs

/// The completion scripts of the three shells. Their descriptions are in the language of the call.
struct ShellCompletions {
  private let phrases: Phrasebook
  private let commands = CommandLineTool.commands

  init(_ phrases: Phrasebook) { self.phrases = phrases }

  func bash() -> String {
    let cases = commands.map { command in
      "    \(command.name)) options='\(names(command).joined(separator: " "))' ;;\n"
    }.joined()
    let zoned = commands.filter { $0.operands == .zone }.map { "\($0.name):0" }
      .joined(separator: "|")
    let worded = bashWords()
    let filed = commands.filter { $0.operands == .files }.map { $0.name }.joined(separator: "|")
    return """
      # bash completion for aparka, made by: aparka completions bash
      _aparka() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local command='' town='' options='' operands=0 place
        for ((place = 1; place < COMP_CWORD; place++)); do
          case ${COMP_WORDS[place]} in
            --town) town=${COMP_WORDS[place + 1]} ;;
            \(commands.map { $0.name }.joined(separator: "|")))
              if [[ -z $command ]]; then command=${COMP_WORDS[place]}; continue; fi ;;&
            -*) ;;
            *)
              case ${COMP_WORDS[place - 1]} in
                \(valueOptions.joined(separator: "|"))) ;;
                *) operands=$((operands + 1)) ;;
              esac ;;
          esac
        done
        COMPREPLY=()
        case $previous in
          --town) COMPREPLY=($(compgen -W "$(aparka completions towns 2>/dev/null)" -- "$word")); return ;;
      \(valueCases.map { "    --\($0.option)) COMPREPLY=($(compgen -W '\($0.words.joined(separator: " "))' -- \"$word\")); return ;;" }.joined(separator: "\n"))
          --data) COMPREPLY=($(compgen -d -- "$word")); return ;;
        esac
        if [[ -z $command ]]; then
          COMPREPLY=($(compgen -W '\(commands.map { $0.name }.joined(separator: " ")) help --help --version' -- "$word"))
          return
        fi
        case $command in
      \(cases)  esac
        if [[ $word == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$word"))
        elif [[ $command == @(\(filed)) ]]; then
          COMPREPLY=($(compgen -f -- "$word"))
        else
          case $command:$operands in
            \(zoned)) COMPREPLY=($(compgen -W "$(aparka completions zones ${town:+--town "$town"} 2>/dev/null)" -- "$word")) ;;
      \(worded)    esac
        fi
      }
      complete -F _aparka aparka

      """
  }

  func zsh() -> String {
    let described = commands.map { "    '\($0.name):\(zshName(summary($0)))'\n" }.joined()
    let cases = commands.map { command in
      let options = (command.options + CommandOption.everywhere).map { option in
        let value = option.value.map { name in
          ":\(phrases.phrase("option_value.\(name)")):\(zshAction(option))"
        }
        let text = zshBracketed(HelpText(phrases).meaning(of: option, in: command))
        return "'--\(option.name)[\(text)]\(value ?? "")'"
      }
      let operand: [String] =
        switch command.operands {
        case .none: []
        case .zone: ["'1:\(phrases.phrase("option_value.zone")):_aparka_zones'"]
        case .files: ["'*:\(phrases.phrase("option_value.file")):_files'"]
        case .words(let lists):
          lists.enumerated().map { "'\($0 + 1): :(\($1.joined(separator: " ")))'" }
        }
      return (["    \(command.name)) _arguments"] + options + operand)
        .joined(separator: " \\\n      ") + " ;;\n"
    }.joined()
    return """
      #compdef aparka
      # zsh completion for aparka, made by: aparka completions zsh
      _aparka_towns() { compadd -- ${(f)"$(aparka completions towns 2>/dev/null)"} }
      _aparka_zones() {
        local place=${words[(I)--town]}
        local -a town=()
        (( place )) && town=(--town ${words[place + 1]})
        compadd -- ${(f)"$(aparka completions zones $town 2>/dev/null)"}
      }
      _aparka() {
        local -a commands=(
      \(described)  )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=${words[2]}
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases)  esac
      }
      _aparka "$@"

      """
  }

  func fish() -> String {
    var lines = [
      "# fish completion for aparka, made by: aparka completions fish", "complete -c aparka -f",
    ]
    let names = commands.map { $0.name }.joined(separator: " ")
    for command in commands {
      lines.append(
        "complete -c aparka -n 'not __fish_seen_subcommand_from \(names)' -a \(command.name)"
          + " -d '\(fishQuoted(summary(command)))'")
    }
    for command in commands {
      let seen = "complete -c aparka -n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options + CommandOption.everywhere {
        let value = option.value == nil ? "" : " -x" + fishWords(option)
        lines.append(
          "\(seen) -l \(option.name)\(value) -d '\(fishQuoted(HelpText(phrases).meaning(of: option, in: command)))'"
        )
      }
      if case .words(let lists) = command.operands {
        lines += lists.enumerated().map { place, words in
          "\(seen) -n 'test (count (commandline -poc)) -eq \(place + 2)' -a '\(words.joined(separator: " "))'"
        }
      } else if command.operands == .zone {
        lines.append(
          "\(seen) -a '(aparka completions zones (string match -r -- \"--town\\s+\\S+\" (commandline -cp) | string split -n \" \") 2>/dev/null)'"
        )
      } else if command.operands == .files {
        lines.append("\(seen) -F")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line for each place of an operand that is one of known words.
  private func bashWords() -> String {
    commands.map { command in
      guard case .words(let lists) = command.operands else { return "" }
      return lists.enumerated().map { place, words in
        "      \(command.name):\(place)) COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\")) ;;\n"
      }.joined()
    }.joined()
  }

  // MARK: Words

  /// Options whose values are known words.
  private var valueCases: [(option: String, words: [String])] {
    [
      (CommandOption.language.name, Language.allCases.map(\.rawValue)),
      (CommandOption.vehicle.name, VehicleClass.ids),
    ]
  }

  /// All options that take the next word.
  private var valueOptions: [String] {
    let options = commands.flatMap { $0.options } + CommandOption.everywhere
    return Set(options.filter { $0.value != nil }.map { "--\($0.name)" }).sorted()
  }

  private func names(_ command: any Command.Type) -> [String] {
    (command.options + CommandOption.everywhere).map { "--\($0.name)" }
  }

  private func summary(_ command: any Command.Type) -> String {
    phrases.phrase("help.\(command.name).summary")
  }

  private func zshAction(_ option: CommandOption) -> String {
    if option == .town { return "_aparka_towns" }
    if option == .data { return "_files -/" }
    guard let known = valueCases.first(where: { $0.option == option.name }) else { return " " }
    return "(\(known.words.joined(separator: " ")))"
  }

  private func fishWords(_ option: CommandOption) -> String {
    if option == .town { return " -a '(aparka completions towns 2>/dev/null)'" }
    if option == .data { return " -a '(__fish_complete_directories)'" }
    guard let known = valueCases.first(where: { $0.option == option.name }) else { return "" }
    return " -a '\(known.words.joined(separator: " "))'"
  }

  /// Inside single quotes of bash and zsh.
  private func shellQuoted(_ text: String) -> String { replacing("'", "'\\''", in: text) }

  /// In a description of zsh's `_describe`, which ends at a colon.
  private func zshName(_ text: String) -> String { shellQuoted(replacing(":", "\\:", in: text)) }

  /// In a description of zsh's `_arguments`, which ends at a bracket.
  private func zshBracketed(_ text: String) -> String {
    shellQuoted(replacing("]", "\\]", in: replacing("[", "\\[", in: text)))
  }

  private func fishQuoted(_ text: String) -> String { replacing("'", "\\'", in: text) }

  private func replacing(_ mark: Character, _ other: String, in text: String) -> String {
    text.reduce(into: "") { $0 += $1 == mark ? other : String($1) }
  }
}
