/** Completion scripts for bash (3.2 and later), zsh and PowerShell. Pure. */
import { type CompletedCommand, namesOf, valuedOptions, type Values } from "./model.ts";
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
    refs) COMPREPLY=($(compgen -W "$(_satori_refs)" -- "$current")) ;;
    files) local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null ;;
  esac
  return 0
}
complete -F _satori satori
`;
}

// Completion for zsh. Pure.

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
    refs) compadd -- \${=$(_satori_refs)} ;;
    files) _files ;;
  esac
}
if [[ "\${funcstack[1]}" == "_satori" ]]; then _satori "$@"; else compdef _satori satori; fi
`;
}

// Completion for PowerShell 5.1 and later. Pure.

export function powershellCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completion of satori for PowerShell. Load it with: satori completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName satori -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $valued = ${list(valuedOptions(commands))}
    $next = @{
${commands.map(({ path, next, operands }) => `        ${quoted(path)} = ${list(next.length > 0 ? next.map(({ word }) => word) : wordsOf(operands))}`).join("\n")}
    }
    $options = @{
${commands.map(({ path, options }) => `        ${quoted(path)} = ${list(options.flatMap(namesOf))}`).join("\n")}
    }
    $values = @{
${commands.flatMap(({ path, options }) => options.flatMap(({ value, ...option }) => (value !== null && wordsOf(value).length > 0 ? namesOf(option).map((name) => `        ${quoted(`${path}:${name}`)} = ${list(wordsOf(value))}`) : []))).join("\n")}
    }
    $command = ''
    $pending = ''
    $operands = 0
    foreach ($element in ($commandAst.CommandElements | Select-Object -Skip 1)) {
        if ($element.Extent.EndOffset -ge $cursorPosition -and $wordToComplete -ne '') { break }
        $word = $element.ToString()
        if ($pending -ne '') { $pending = ''; continue }
        if ($valued -ccontains $word) { $pending = $word; continue }
        if ($word.StartsWith('-')) { continue }
        $longer = "$command $word".Trim()
        if ($operands -eq 0 -and $options.ContainsKey($longer)) { $command = $longer } else { $operands++ }
    }
    $offered = @()
    if ($pending -ne '') { $offered = $values["\${command}:$pending"] }
    elseif ($wordToComplete.StartsWith('-')) { $offered = $options[$command] }
    elseif ($operands -eq 0) { $offered = $next[$command] }
    $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;
}

/** Words to offer; if there are none, the shell completes file names itself. */
function wordsOf(values: Values): readonly string[] {
  return typeof values === "string" ? [] : values;
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(", ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
