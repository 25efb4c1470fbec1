/**
 * Which symbol an operand names: `FILE:NAME` and `FILE:LINE` are looked up in the file's outline, all else is
 * a name or an id.
 */
import { join } from "node:path";
import { LIMITS, type OutlineSymbol, isFunctionKind } from "@satori/contracts";
import { type CodebaseFile, kindAt, locateFile, locateInCodebase, shownPath } from "./codebase.ts";
import type { CommandContext } from "./command.ts";
import { type Lines, parseLines } from "./file-operand.ts";
import { callWithIndex } from "./runs/first-use.ts";
import type { Session } from "./session.ts";
import { printableLine } from "./terminal/printable.ts";

/** What is meant, and the codebase that it is in. */
export interface SymbolArgument extends Pick<CodebaseFile, "root" | "indexable"> {
  /** Arguments of `call_graph` that name it, the likeliest first; none: the operand is a name or an id. */
  readonly callGraphArguments: readonly Readonly<Record<string, unknown>>[];
}

export async function readSymbolArgument(
  context: CommandContext,
  session: Session,
  operand: string,
): Promise<SymbolArgument> {
  const named = splitAtFile(operand, session);
  const own = session.codebase();
  if (!named) return { root: own, indexable: own, callGraphArguments: [] };
  const { root, file, indexable } = locateInCodebase(named.path, session);
  const lines = parseLines(named.rest);
  const envelope = await callWithIndex(context, session, {
    tool: "file_outline",
    args: { path: root, file, limitSymbols: LIMITS.outline.maximum, ...(lines ? windowOf(lines) : {}) },
    root: indexable,
  });
  const symbols = envelope.status === "ok" ? envelope.outline.symbols : [];
  const fitting = lines ? closestFirst(symbols, lines) : symbolsNamed(symbols, named.rest);
  // Each definition of the name is meant, of this file's alone.
  if (!lines && fitting.length > 1)
    return { root, indexable, callGraphArguments: [{ path: named.path, symbol: named.rest }] };
  return {
    root,
    indexable,
    callGraphArguments: fitting.map(({ symbolId, symbolLabel }) => ({
      path: root,
      symbolRef: { file, symbolId, symbolLabel },
    })),
  };
}

function windowOf({ start, end }: Lines): { readonly start_line: number; readonly end_line: number } {
  return { start_line: Math.max(1, start), end_line: Math.max(1, end ?? start) };
}

/**
 * What is shown of an answer that found no symbol: those that may have been meant, and the folder that their
 * files are below.
 */
interface NotFound {
  readonly candidates?: readonly { readonly file: string; readonly symbolLabel: string }[];
  readonly effectiveRoot: string;
}

/**
 * What to do about a name that no symbol has.
 *
 * @param ask the command for a symbol of a file, as it is typed there, and what that does
 */
export function aboutUnknownName(
  { candidates: [first, ...others] = [], effectiveRoot }: NotFound,
  cwd: string,
  ask: (file: string, symbol: string) => string,
): string {
  if (!first) return "Names must be spelled as in the code; find symbols by words with satori search.";
  return printableLine(
    `${ask(shownPath(cwd, join(effectiveRoot, first.file)), first.symbolLabel)} ` +
      `${others.length === 0 ? "it" : "the first"}.`,
  );
}

/** `FILE:NAME`; null where nothing before a colon is a file. */
export function splitAtFile(
  operand: string,
  { local, places }: Pick<Session, "local" | "places">,
): { readonly path: string; readonly rest: string } | null {
  for (let colon = operand.indexOf(":"); colon !== -1; colon = operand.indexOf(":", colon + 1)) {
    const path = locateFile(operand.slice(0, colon), places);
    const rest = operand.slice(colon + 1);
    // Files of a server may lie on another machine: there, a name with an extension is one.
    const kind = kindAt(path);
    if (colon > 0 && rest !== "" && (kind === "file" || (kind === null && !local && /\.\w+$/.test(path))))
      return { path, rest };
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

/**
 * Those that share lines with the ones that were asked for, by how much of both together they share, which
 * puts the innermost function around one line first.
 */
export function closestFirst(
  symbols: readonly OutlineSymbol[],
  { start, end }: Lines,
): readonly OutlineSymbol[] {
  const last = Math.max(start, end ?? start);
  const sharedLines = ({ span }: OutlineSymbol): number =>
    Math.min(span.endLine, last) - Math.max(span.startLine, start) + 1;
  const closeness = (symbol: OutlineSymbol): number =>
    sharedLines(symbol) /
    (symbol.span.endLine - symbol.span.startLine + 1 + (last - start + 1) - sharedLines(symbol));
  // Of two on the same lines, the outline has the outer one first. Past the end of the file, it is about its
  // last line.
  const sharing = symbols
    .filter((symbol) => sharedLines(symbol) > 0)
    .reverse()
    .sort((left, right) => closeness(right) - closeness(left));
  // Around one line, a function stands before what is declared in it.
  const isFunction = ({ kind }: OutlineSymbol): boolean => isFunctionKind(kind);
  return end === null
    ? [...sharing.filter(isFunction), ...sharing.filter((symbol) => !isFunction(symbol))]
    : sharing;
}
