/** Renders an outline as an indented tree. Pure. */
import {
  type FileOutlineOutput,
  LIMITS,
  type OutlineSymbol,
  type SymbolCandidate,
  type WithArguments,
} from "@satori/contracts";
import { printableLine } from "../terminal/printable.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, truncate } from "../terminal/width.ts";

const INDENT = "  ";

/** One line per symbol, in the outline's order: kind, name, lines, first line of its documentation. */
export function renderOutline(
  symbols: readonly OutlineSymbol[],
  style: Style,
  columns: number | null,
): string[] {
  const byId = new Map(symbols.map((symbol) => [symbol.symbolId, symbol]));
  return symbols.map((symbol) => {
    const parent = symbol.parent === undefined ? undefined : byId.get(symbol.parent);
    const indent = INDENT.repeat(depthOf(symbol, byId));
    const name = printableLine(nameWithin(symbol, parent));
    const place = linesOf(symbol.span) + (symbol.recovered === true ? RECOVERED : "");
    const doc = symbol.doc === undefined ? "" : `${INDENT}${printableLine(symbol.doc)}`;
    const used = displayWidth(`${indent}${symbol.kind} ${name}  ${place}`);
    return (
      `${indent}${style.quiet(symbol.kind)} ${style.symbol(name)}  ` +
      `${place}${style.quiet(columns === null ? doc : truncate(doc, Math.max(0, columns - used)))}`
    );
  });
}

/** Follows the lines of a symbol that was found after a mistake. */
const RECOVERED = "  (after a syntax error)";

/** Notes about what an outline leaves out, and how to see it. @param file quoted for a shell */
export function outlineNotes(
  {
    status,
    hasMore,
    limitSymbols,
    warnings = [],
    message = "",
    hints = {},
  }: WithArguments<Extract<FileOutlineOutput, { hasMore: boolean }>>,
  file: string,
): string[] {
  const { maximum } = LIMITS.outline;
  const [keys] =
    status === "ok" && warnings.includes("OUTPUT_TRUNCATED") ? (KEYS_LEFT_OUT.exec(message) ?? []) : [];
  const ofKeys = keys === undefined ? [] : [printableLine(`${keys} satori read ${file} shows them.`)];
  if (warnings.includes("OUTPUT_TRUNCATED") && TOO_LARGE.test(message))
    return [
      `the complete outline is larger than the file, or than ${LIMITS.answerMaxBytes} bytes: --limit ` +
        `${hasMore ? `${maximum} shows more of it` : `${limitSymbols} shows the details`}`,
      ...ofKeys,
    ];
  if (keys !== undefined || !hasMore) return ofKeys;
  if (limitSymbols < maximum) return [`more symbols than ${limitSymbols}: --limit shows up to ${maximum}`];
  const next = hints.fileOutline?.args["start_line"];
  return [
    printableLine(
      `more symbols than ${maximum}, the maximum of one answer: ` +
        (typeof next === "number"
          ? `satori outline ${file}:START-END shows a range of lines; the next symbols begin at line ` +
            `${next}`
          : "find the others, which are on the same lines, by name with satori grep"),
    ),
  ];
}

/**
 * Sentences of a message: outermost keys of data, or elements, that are not symbols, and what was left out
 * for its size.
 */
const KEYS_LEFT_OUT = /Only the first \d+ outermost .+ are not\./s;
const TOO_LARGE = /The complete outline of /;

/** Symbols that a name could mean, each with the id that opens it. */
export function renderCandidates(candidates: readonly SymbolCandidate[], style: Style): string[] {
  return candidates.map(
    ({ file, span, kind, symbolLabel, symbolId }) =>
      `${style.file(`${printableLine(file)}:${linesOf(span)}`)}  ${kind} ` +
      `${style.symbol(printableLine(symbolLabel))}  ${symbolId}`,
  );
}

/** Terminates, because parents come before their children. */
function depthOf({ parent }: OutlineSymbol, byId: ReadonlyMap<string, OutlineSymbol>): number {
  const above = parent === undefined ? undefined : byId.get(parent);
  return above ? depthOf(above, byId) + 1 : 0;
}

/** `refresh` for `SessionStore.refresh` below `SessionStore`. */
function nameWithin({ symbolLabel }: OutlineSymbol, parent: OutlineSymbol | undefined): string {
  if (!parent || !symbolLabel.startsWith(`${parent.symbolLabel}.`)) return symbolLabel;
  return symbolLabel.slice(parent.symbolLabel.length + 1);
}

function linesOf({ startLine, endLine }: OutlineSymbol["span"]): string {
  return `${startLine}-${endLine}`;
}
