# bash completion for aparka, made by: aparka completions bash
_aparka() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local command='' town='' options='' operands=0 place
  for ((place = 1; place < COMP_CWORD; place++)); do
    case ${COMP_WORDS[place]} in
      --town) town=${COMP_WORDS[place + 1]} ;;
      quote|zones|tariff|hours|holidays|check)
        if [[ -z $command ]]; then command=${COMP_WORDS[place]}; continue; fi ;;&
      -*) ;;
      *)
        case ${COMP_WORDS[place - 1]} in
          --assume|--at|--data|--lang|--place|--previous|--sector|--signal|--town|--until|--vehicle|--year) ;;
          *) operands=$((operands + 1)) ;;
        esac ;;
    esac
  done
  COMPREPLY=()
  case $previous in
    --town) COMPREPLY=($(compgen -W "$(aparka completions towns 2>/dev/null)" -- "$word")); return ;;
    --lang) COMPREPLY=($(compgen -W 'es eu en' -- "$word")); return ;;
    --vehicle) COMPREPLY=($(compgen -W 'zero eco c b none motorcycle disabled commercial resident' -- "$word")); return ;;
    --data) COMPREPLY=($(compgen -d -- "$word")); return ;;
  esac
  if [[ -z $command ]]; then
    COMPREPLY=($(compgen -W 'quote zones tariff hours holidays check help --help --version' -- "$word"))
    return
  fi
  case $command in
    quote) options='--town --at --until --vehicle --sector --place --signal --previous --assume --explain --json --lang --data --help' ;;
    zones) options='--town --at --vehicle --sector --place --signal --json --lang --data --help' ;;
    tariff) options='--town --at --vehicle --sector --place --signal --json --lang --data --help' ;;
    hours) options='--town --at --vehicle --sector --place --json --lang --data --help' ;;
    holidays) options='--town --year --json --lang --data --help' ;;
    check) options='--json --lang --data --help' ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $command == @(check) ]]; then
    COMPREPLY=($(compgen -f -- "$word"))
  elif [[ -n $town && $operands == 0 ]]; then
    case $command in
      quote|tariff|hours) COMPREPLY=($(compgen -W "$(aparka completions zones --town "$town" 2>/dev/null)" -- "$word")) ;;
    esac
  fi
}
complete -F _aparka aparka
