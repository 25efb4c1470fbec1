/** Completion for fish. Pure. */
import { type CompletedCommand, type CompletedOption, LIST_REFS, valuedOptions } from "./model.ts";

export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== "").map(({ path }) => quoted(path));
  return `# Completion of satori for fish. Load it with: satori completion fish | source
function __satori_at --description 'Whether the words before the cursor are this command; with a second argument, and no operand yet'
    set -l command ''
    set -l operands 0
    set -l is_value 0
    for word in (commandline -opc)[2..-1]
        if test $is_value -eq 1
            set is_value 0
            continue
        end
        switch $word
            case '--*=*'
                continue
            case ${valuedOptions(commands).map(quoted).join(" ")}
                set is_value 1
                continue
            case '-*'
                continue
        end
        set -l longer (string trim -- "$command $word")
        if test $operands -eq 0; and contains -- $longer ${paths.join(" ")}
            set command $longer
        else
            set operands (math $operands + 1)
        end
    end
    test "$command" = "$argv[1]"; or return 1
    test (count $argv) -lt 2; or test $operands -eq 0
end
complete -c satori -e
complete -c satori -f
${commands.flatMap(linesOf).join("\n")}
`;
}

function linesOf({ path, next, options, operands }: CompletedCommand): string[] {
  const at = `complete -c satori -n ${quoted(`__satori_at ${quoted(path)}`)}`;
  const first = `complete -c satori -n ${quoted(`__satori_at ${quoted(path)} first`)}`;
  return [
    ...next.map(({ word, summary }) => `${first} -a ${quoted(word)} -d ${quoted(summary)}`),
    ...operandLine(operands, at, first),
    ...options.map((option) => `${at} ${optionWords(option)} -d ${quoted(option.meaning)}`),
  ];
}

function operandLine(operands: CompletedCommand["operands"], at: string, first: string): string[] {
  if (operands === "unknown") return [];
  return [operands === "files" ? `${at} -F` : `${first} -a ${quoted(operands.join(" "))}`];
}

function optionWords({ name, short, value }: CompletedOption): string {
  const names = `${short === null ? "" : `-s ${short.replace(/^-/, "")} `}-l ${name.replace(/^--/, "")}`;
  if (value === null) return names;
  return value === "files"
    ? `${names} -r -F`
    : value === "unknown"
      ? `${names} -x`
      : `${names} -x -a ${quoted(value === "refs" ? `(${LIST_REFS})` : value.join(" "))}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}
