/** Which symbol an operand names: `FILE:NAME` and `FILE:LINE` are looked up in the file's outline, all else is a name or an id. */
import { statSync } from "node:fs";
import { LIMITS, type OutlineSymbol, type SymbolRef } from "@satori/contracts";
import { type Place, locateFile, placeInCodebase } from "./codebase.ts";
import type { CommandContext } from "./command.ts";
import { CommandError } from "./failure.ts";
import { callWithIndex } from "./runs/first-use.ts";
import type { Session } from "./session.ts";

/** Symbols that are meant, the likeliest first, and the codebase that they are in; none: the operand is a name or an id. */
export interface AskedSymbols extends Pick<Place, "root" | "indexable"> {
  readonly refs: readonly SymbolRef[];
}

/** Throws `INVALID_ARGUMENTS` where several symbols of the file have the name. */
export async function askedSymbols(context: CommandContext, session: Session, operand: string): Promise<AskedSymbols> {
  const named = splitAtFile(operand, session);
  const own = session.codebase();
  if (!named) return { root: own, indexable: own, refs: [] };
  const { root, file, indexable } = placeInCodebase(named.path, session);
  const line = /^\d+$/.test(named.rest) ? Number(named.rest) : null;
  const window = line === null ? {} : { start_line: Math.max(1, line), end_line: Math.max(1, line) };
  const envelope = await callWithIndex(context, session, { tool: "file_outline", args: { path: root, file, limitSymbols: LIMITS.outline.maximum, ...window }, root: indexable });
  const symbols = envelope.status === "ok" ? envelope.outline.symbols : [];
  const fitting = line === null ? only(symbolsNamed(symbols, named.rest), operand) : innermostFirst(symbols);
  return { root, indexable, refs: fitting.map(({ symbolId, symbolLabel }) => ({ file, symbolId, symbolLabel })) };
}

/** Null where nothing before a colon is a file. */
function splitAtFile(operand: string, { local, places }: Session): { readonly path: string; readonly rest: string } | null {
  for (let colon = operand.indexOf(":"); colon !== -1; colon = operand.indexOf(":", colon + 1)) {
    const path = locateFile(operand.slice(0, colon), places);
    const rest = operand.slice(colon + 1);
    // Files of a server may lie on another machine: there, a name with an extension is one.
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? (!local && /\.\w+$/.test(path));
    if (colon > 0 && rest !== "" && isFile) return { path, rest };
  }
  return null;
}

/** By id, else by qualified name, else by name. */
export function symbolsNamed(symbols: readonly OutlineSymbol[], name: string): readonly OutlineSymbol[] {
  const byId = symbols.filter(({ symbolId }) => symbolId === name);
  if (byId.length > 0) return byId;
  const byLabel = symbols.filter(({ symbolLabel }) => symbolLabel === name);
  return byLabel.length > 0 ? byLabel : symbols.filter(({ symbolLabel }) => symbolLabel.endsWith(`.${name}`));
}

function only(symbols: readonly OutlineSymbol[], operand: string): readonly OutlineSymbol[] {
  if (symbols.length < 2) return symbols;
  const candidates = symbols.map(({ symbolLabel, symbolId, span }) => `${symbolLabel} on line ${span.startLine} (${symbolId})`);
  throw new CommandError("INVALID_ARGUMENTS", `${operand} fits ${symbols.length} symbols, give the line or the id of one: ${candidates.join(", ")}`);
}

/** Of symbols around one line. */
export function innermostFirst(symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  const lines = ({ span }: OutlineSymbol): number => span.endLine - span.startLine;
  // Of two on the same lines, the outline has the outer one first.
  return [...symbols].reverse().sort((left, right) => lines(left) - lines(right));
}
