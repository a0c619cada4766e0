# bash completion for aparka, made by: aparka completions bash
_aparka() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local command='' town='' options='' operands=0 place
  for ((place = 1; place < COMP_CWORD; place++)); do
    case ${COMP_WORDS[place]} in
      --town) town=${COMP_WORDS[place + 1]} ;;
      quote|plan|compare|park|tickets|extend|stop|alarms|zones|tariff|hours|holidays|export|fine|info|where|sectors|settings|daemon|doctor|serve|check)
        if [[ -z $command ]]; then command=${COMP_WORDS[place]}; continue; fi ;;&
      -*) ;;
      *)
        case ${COMP_WORDS[place - 1]} in
          --address|--as|--assume|--at|--cause|--data|--date|--ended|--epsg|--find|--here|--ics|--lang|--lead|--licence|--limit|--map|--note|--notice|--paid|--paid-minutes|--photo|--place|--port|--position|--previous|--remind|--request-id|--sector|--signal|--source|--stopped-at|--text|--ticket|--town|--until|--vehicle|--via|--walk|--walk-from|--width|--year|--zone) ;;
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
    COMPREPLY=($(compgen -W 'quote plan compare park tickets extend stop alarms zones tariff hours holidays export fine info where sectors settings daemon doctor serve check help --help --version' -- "$word"))
    return
  fi
  case $command in
    quote) options='--town --at --until --vehicle --sector --place --signal --previous --assume --stopped-at --here --explain --batch --json --lang --data --no-settings --help' ;;
    plan) options='--town --at --until --vehicle --sector --place --signal --assume --json --lang --data --no-settings --help' ;;
    compare) options='--town --towns --at --until --vehicle --sector --place --signal --json --lang --data --no-settings --help' ;;
    park) options='--town --at --until --vehicle --sector --place --signal --previous --assume --here --remind --walk --walk-from --note --photo --position --request-id --yes --ics --via --json --lang --data --no-settings --help' ;;
    tickets) options='--all --ics --json --lang --data --no-settings --help' ;;
    extend) options='--ticket --until --signal --remind --request-id --ics --via --json --lang --data --no-settings --help' ;;
    stop) options='--ticket --at --json --lang --data --no-settings --help' ;;
    alarms) options='--all --ticket --lead --at --text --limit --via --json --lang --data --no-settings --help' ;;
    zones) options='--town --at --vehicle --sector --place --signal --json --lang --data --no-settings --help' ;;
    tariff) options='--town --at --vehicle --sector --place --signal --json --lang --data --no-settings --help' ;;
    hours) options='--town --at --vehicle --sector --place --json --lang --data --no-settings --help' ;;
    holidays) options='--town --year --json --lang --data --no-settings --help' ;;
    export) options='--as --town --at --json --lang --data --no-settings --help' ;;
    fine) options='--town --zone --cause --ended --notice --at --paid --paid-minutes --json --lang --data --no-settings --help' ;;
    info) options='--town --at --find --html --width --json --lang --data --no-settings --help' ;;
    where) options='--town --at --vehicle --json --lang --data --no-settings --help' ;;
    sectors) options='--town --map --as --source --date --licence --epsg --json --lang --data --no-settings --help' ;;
    settings) options='--show-secrets --explain --json --lang --data --no-settings --help' ;;
    daemon) options='--once --json --lang --data --no-settings --help' ;;
    doctor) options='--json --lang --data --no-settings --help' ;;
    serve) options='--address --port --pair --unpair --open --json --lang --data --no-settings --help' ;;
    check) options='--json --lang --data --no-settings --help' ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $command == @(sectors|check) ]]; then
    COMPREPLY=($(compgen -f -- "$word"))
  else
    case $command:$operands in
      quote:0|plan:0|park:0|tariff:0|hours:0) COMPREPLY=($(compgen -W "$(aparka completions zones ${town:+--town "$town"} 2>/dev/null)" -- "$word")) ;;
      alarms:0) COMPREPLY=($(compgen -W 'list add snooze cancel clear test' -- "$word")) ;;
      settings:0) COMPREPLY=($(compgen -W 'list get set unset path' -- "$word")) ;;
      settings:1) COMPREPLY=($(compgen -W 'language clock date_format town zone vehicle sector position lead_times walk_minutes snooze_minutes extend_minutes channels delivery channel_timeout_seconds standby_seconds give_up_minutes command command_through_shell apprise_urls require_reminder web web_address web_port tile_url tile_attribution' -- "$word")) ;;
    esac
  fi
}
complete -F _aparka aparka
