/** Completion logic shared by bash and zsh: where the cursor is, and what may be inserted there. Pure. */
import { type CompletedCommand, LIST_REFS, type Values, namesOf, valuedOptions } from "./model.ts";

/**
 * Shell functions in the syntax that both shells share. `_satori_look WORD…` takes the words between the
 * program and the cursor; `_satori_offer CURRENT` then sets `_satori_kind` (words, files, refs or none) and
 * `_satori_words`. `_satori_refs` prints branches and tags, except names with characters that shells expand.
 */
export function sharedFunctions(commands: readonly CompletedCommand[]): string {
  const paths = commands
    .filter(({ path }) => path !== "")
    .map(({ path }) => quotedWord(path.includes(" ") ? path : ` ${path}`));
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap(({ value, ...option }) =>
      value === null || value === "unknown"
        ? []
        : [
            `      ${namesOf(option)
              .map((name) => quotedWord(`${path}:${name}`))
              .join("|")}) ${offer(value)} ;;`,
          ],
    ),
  );
  const options = commands.map(
    ({ path, options: own }) => `      ${quotedWord(path)}) ${offer(own.flatMap(namesOf))} ;;`,
  );
  const operands = commands.flatMap(({ path, next, operands: own }) => {
    const offered: Values = next.length > 0 ? next.map(({ word }) => word) : own;
    if (offered === "unknown") return [];
    const isFirst = offered !== "files";
    return [
      `      ${quotedWord(path)}) ` +
        `${isFirst ? `[ "$_satori_operands" -eq 0 ] && { ${offer(offered)}; }` : offer(offered)} ;;`,
    ];
  });
  return `_satori_look() {
  local word
  _satori_command="" _satori_pending="" _satori_operands=0
  for word in "$@"; do
    if [ -n "$_satori_pending" ]; then _satori_pending=""; continue; fi
    case "$word" in
      --*=*) continue ;;
      ${valuedOptions(commands).join("|")}) _satori_pending="$word"; continue ;;
      -*) continue ;;
    esac
    if [ "$_satori_operands" -gt 0 ]; then _satori_operands=$((_satori_operands + 1)); continue; fi
    case "$_satori_command $word" in
      ${paths.join("|")}) if [ -n "$_satori_command" ]; then _satori_command="$_satori_command $word"; else _satori_command="$word"; fi ;;
      *) _satori_operands=1 ;;
    esac
  done
}
_satori_refs() {
  ${LIST_REFS} | grep -x '[A-Za-z0-9._/@+-]*'
}
_satori_offer() {
  _satori_kind="none" _satori_words=""
  if [ -n "$_satori_pending" ]; then
    case "$_satori_command:$_satori_pending" in
${values.join("\n")}
    esac
    return 0
  fi
  case "$1" in
    -*) case "$_satori_command" in
${options.join("\n")}
    esac ;;
    *) case "$_satori_command" in
${operands.join("\n")}
    esac ;;
  esac
  return 0
}`;
}

function offer(values: Exclude<Values, "unknown">): string {
  return typeof values === "string"
    ? `_satori_kind=${values}`
    : `_satori_kind=words _satori_words='${values.join(" ")}'`;
}

function quotedWord(text: string): string {
  return `"${text}"`;
}
