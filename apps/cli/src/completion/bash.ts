/** Completion for bash 3.2 and later. Pure. */
import type { CompletedCommand } from "./model.ts";
import { sharedFunctions } from "./shell-words.ts";

export function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completion of satori for bash. Load it with: eval "$(satori completion bash)"
${sharedFunctions(commands)}
_satori() {
  local current="\${COMP_WORDS[COMP_CWORD]}" word
  local -a before
  # bash takes the = of --scope=docs for a word of its own.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [ "$word" = "=" ] || before+=("$word"); done
  [ "$current" = "=" ] && current=""
  COMPREPLY=()
  _satori_look \${before[@]+"\${before[@]}"}
  _satori_offer "$current"
  case "$_satori_kind" in
    words) COMPREPLY=($(compgen -W "$_satori_words" -- "$current")) ;;
    files) local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null ;;
  esac
  return 0
}
complete -F _satori satori
`;
}
