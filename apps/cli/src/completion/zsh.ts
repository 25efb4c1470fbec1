/** Completion for zsh. Pure. */
import type { CompletedCommand } from "./model.ts";
import { sharedFunctions } from "./shell-words.ts";

export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef satori
# Completion of satori for zsh. Load it behind compinit with: source <(satori completion zsh)
${sharedFunctions(commands)}
_satori() {
  local current="\${words[CURRENT]}"
  _satori_look "\${(@)words[2,CURRENT-1]}"
  if [[ "$current" == --*=* ]]; then
    _satori_pending="\${current%%=*}"
    compset -P '*='
    current="\${current#*=}"
  fi
  _satori_offer "$current"
  case "$_satori_kind" in
    words) compadd -- \${=_satori_words} ;;
    files) _files ;;
  esac
}
if [[ "\${funcstack[1]}" == "_satori" ]]; then _satori "$@"; else compdef _satori satori; fi
`;
}
