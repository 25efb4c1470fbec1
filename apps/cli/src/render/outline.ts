/** An outline as an indented tree. Pure. */
import type { OutlineSymbol, SymbolCandidate } from "@satori/contracts";
import { printableLine } from "../terminal/printable.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, truncate } from "../terminal/width.ts";

const INDENT = "  ";

/** One line a symbol, in the outline's order: kind, name, lines, first line of its documentation. */
export function renderOutline(symbols: readonly OutlineSymbol[], style: Style, columns: number | null): string[] {
  const byId = new Map(symbols.map((symbol) => [symbol.symbolId, symbol]));
  return symbols.map((symbol) => {
    const parent = symbol.parent === null ? undefined : byId.get(symbol.parent);
    const indent = INDENT.repeat(depthOf(symbol, byId));
    const name = printableLine(nameWithin(symbol, parent));
    const place = linesOf(symbol.span);
    const doc = symbol.doc === null ? "" : `${INDENT}${printableLine(symbol.doc)}`;
    const used = displayWidth(`${indent}${symbol.kind} ${name}  ${place}`);
    return `${indent}${style.quiet(symbol.kind)} ${style.symbol(name)}  ${place}${style.quiet(columns === null ? doc : truncate(doc, Math.max(0, columns - used)))}`;
  });
}

/** Symbols that a name could mean, each with the id that opens it. */
export function renderCandidates(candidates: readonly SymbolCandidate[], style: Style): string[] {
  return candidates.map(({ file, span, kind, symbolLabel, symbolId }) => `${style.file(`${printableLine(file)}:${linesOf(span)}`)}  ${kind} ${style.symbol(printableLine(symbolLabel))}  ${symbolId}`);
}

/** Parents come before their children, so that this ends. */
function depthOf({ parent }: OutlineSymbol, byId: ReadonlyMap<string, OutlineSymbol>): number {
  const above = parent === null ? undefined : byId.get(parent);
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
