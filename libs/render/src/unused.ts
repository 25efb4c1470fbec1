/** Unused symbols as a tree of files, then those that may be alive with their reasons. Pure. */
import { type CallGraphNode, type PossiblyUnused, type UnusedSymbolsOk, rootOf } from "@satori/contracts";
import type { View } from "./view.ts";

/** Which of the two lists are shown. */
export interface UnusedLists {
  readonly possibly: "listed" | "counted";
}

/** Blocks separated by blank lines; the last one has the message. */
export function renderUnused(answer: UnusedSymbolsOk, view: View, { possibly }: UnusedLists): string {
  const { message } = answer;
  const root = rootOf(answer);
  const blocks = [
    fileLines(answer.unused, root, view, () => ""),
    ...(possibly === "listed" && answer.possibly.length > 0
      ? [
          ["may be alive:"],
          fileLines(
            answer.possibly,
            root,
            view,
            (symbol) => `  ${view.style.quiet(reasonOf(symbol, root, view))}`,
          ),
        ]
      : []),
    message === undefined ? [] : [view.wording.sentence(message)],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

/** Symbols below their files, in the order of the answer. */
function fileLines<Symbol extends CallGraphNode>(
  symbols: readonly Symbol[],
  root: string,
  view: View,
  noteOf: (symbol: Symbol) => string,
): string[] {
  let last: string | null = null;
  return symbols.flatMap((symbol) => {
    const { file, kind, symbolLabel, span } = symbol;
    const heading = file === last ? [] : [view.style.file(view.file(root, file))];
    last = file;
    const name = view.style.symbol(view.symbol(symbolLabel, file));
    return [...heading, `  ${view.style.quiet(`${span.startLine}`)}  ${kind} ${name}${noteOf(symbol)}`];
  });
}

/** The first reason, which weighs most, and where it is. */
function reasonOf({ reasons: [reason], file: own }: PossiblyUnused, root: string, view: View): string {
  if (!reason) return "";
  const { file, line, detail } = reason;
  const place =
    file === undefined || file === own
      ? ""
      : ` (${view.file(root, file)}${line === undefined ? "" : `:${line}`})`;
  return `${reason.reason}: ${view.wording.sentence(detail)}${place}`;
}
