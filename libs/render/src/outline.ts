/** Renders an outline as an indented tree. Pure. */
import type { OutlineSymbol, SymbolCandidate } from "@satori/contracts";
import type { View } from "./view.ts";
import { displayWidth, truncate, truncateMiddle } from "./width.ts";

const INDENT = "  ";
/** Minimum number of columns of a name. */
const LEAST_NAME = 12;

/** One line per symbol, in the outline's order: kind, name, lines, first line of its documentation. */
export function renderOutline(
  symbols: readonly OutlineSymbol[],
  { style, columns, name: shown, outlineDetail }: View,
): string[] {
  const byId = new Map(symbols.map((symbol) => [symbol.symbolId, symbol]));
  return symbols.map((symbol) => {
    const parent = symbol.parent === undefined ? undefined : byId.get(symbol.parent);
    const indent = INDENT.repeat(depthOf(symbol, byId));
    const whole = shown(nameWithin(symbol, parent));
    const signature =
      symbol.signature === undefined || outlineDetail === "names" ? "" : shown(symbol.signature);
    const place = linesOf(symbol.span) + (symbol.recovered === true ? RECOVERED : "");
    const doc = symbol.doc === undefined ? "" : `${INDENT}${shown(symbol.doc)}`;
    const room =
      columns === null
        ? Number.POSITIVE_INFINITY
        : columns - displayWidth(`${indent}${symbol.kind}   ${place}`);
    const name = truncateMiddle(whole, Math.max(LEAST_NAME, room));
    // A signature with the name says more than kind and name.
    if (signature.includes(name)) return `${indent}${signature}  ${place}${doc}`;
    const more = signature === "" ? doc : `${INDENT}${signature}${doc}`;
    const used = displayWidth(`${indent}${symbol.kind} ${name}  ${place}`);
    return (
      `${indent}${style.quiet(symbol.kind)} ${style.symbol(name)}  ` +
      `${place}${style.quiet(columns === null ? more : truncate(more, Math.max(0, columns - used)))}`
    );
  });
}

/** Follows the lines of a symbol that was found after a mistake. */
const RECOVERED = "  (after a syntax error)";

/** Symbols that a name could mean, each with the id that opens it. */
export function renderCandidates(candidates: readonly SymbolCandidate[], { style, name }: View): string[] {
  return candidates.map(
    ({ file, span, kind, symbolLabel, symbolId }) =>
      `${style.file(`${name(file)}:${linesOf(span)}`)}  ${kind} ` +
      `${style.symbol(name(symbolLabel))}  ${symbolId}`,
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
