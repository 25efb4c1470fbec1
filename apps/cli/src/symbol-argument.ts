/**
 * Resolves the symbol that an operand names. `FILE:NAME` and `FILE:LINE` are looked up in the file's outline;
 * anything else is a name or an id.
 */
import { join } from "node:path";
import { LIMITS, type OutlineSymbol, isFunctionKind } from "@satori/contracts";
import { printableLine } from "@satori/render";
import { type CodebaseFile, kindAt, locateFile, locateInCodebase, shownPath } from "./codebase.ts";
import { type CommandContext, given } from "./command.ts";
import { type Lines, parseLines } from "./file-operand.ts";
import { callWithIndex } from "./runs/first-use.ts";
import type { Session } from "./session.ts";

/** The symbol, and the codebase that contains it. */
export interface SymbolArgument extends Pick<CodebaseFile, "root" | "indexable"> {
  /**
   * Arguments of `call_graph` that identify it, the likeliest first. Empty if the operand is a name or an id,
   * or if the file has no such symbol.
   */
  readonly callGraphArguments: readonly Readonly<Record<string, unknown>>[];
  /** The version that it was found in; undefined for the files on disk. */
  readonly ref: string | undefined;
}

/**
 * Resolves an operand. For `FILE:NAME` and `FILE:LINE`, calls `file_outline`, which may build an index.
 *
 * @param ref the version to look in; undefined for the files on disk
 */
export async function readSymbolArgument(
  context: CommandContext,
  session: Session,
  { operand, ref }: { readonly operand: string; readonly ref: string | undefined },
): Promise<SymbolArgument> {
  const named = splitAtFile(operand, session, ref);
  const own = session.codebase();
  if (!named) return { root: own, indexable: own, callGraphArguments: [], ref };
  const { root, file, indexable } = locateInCodebase(named.path, session);
  const lines = parseLines(named.rest);
  const envelope = await callWithIndex(context, session, {
    tool: "file_outline",
    args: given({
      path: root,
      file,
      ref,
      limitSymbols: LIMITS.outline.maximum,
      ...(lines ? windowOf(lines) : {}),
    }),
    root: indexable,
  });
  const symbols = envelope.status === "ok" ? envelope.outline.symbols : [];
  const fitting = lines ? closestFirst(symbols, lines) : symbolsNamed(symbols, named.rest);
  // Every definition of the name counts, but only in this file.
  // A branch may move before the next call.
  const place = { root, indexable, ref: "commit" in envelope ? (envelope.commit ?? ref) : ref };
  if (!lines && fitting.length > 1)
    return { ...place, callGraphArguments: [{ path: named.path, symbol: named.rest }] };
  return {
    ...place,
    callGraphArguments: fitting.map(({ symbolId, symbolLabel }) => ({
      path: root,
      symbolRef: { file, symbolId, symbolLabel },
    })),
  };
}

function windowOf({ start, end }: Lines): { readonly start_line: number; readonly end_line: number } {
  return { start_line: Math.max(1, start), end_line: Math.max(1, end ?? start) };
}

/** Symbols similar to a name that none has, and the folder that their files are relative to. */
interface SimilarSymbols {
  readonly candidates?: readonly { readonly file: string; readonly symbolLabel: string }[] | undefined;
  readonly root: string;
}

/**
 * What to do about a name that no symbol has.
 *
 * @param ask returns the command for a symbol of a file, as typed from `cwd`, and what it does
 */
export function aboutUnknownName(
  { candidates: [first, ...others] = [], root }: SimilarSymbols,
  cwd: string,
  ask: (file: string, symbol: string) => string,
): string {
  if (!first) return "Find symbols by words with satori search.";
  return printableLine(
    `${ask(shownPath(cwd, join(root, first.file)), first.symbolLabel)} ` +
      `${others.length === 0 ? "it" : "the first"}.`,
  );
}

/**
 * Splits `FILE:NAME`; null if no prefix before a colon is a file.
 *
 * @param ref the version that has the file; undefined for the files on disk
 */
export function splitAtFile(
  operand: string,
  { isLocal, places }: Pick<Session, "isLocal" | "places">,
  ref?: string,
): { readonly path: string; readonly rest: string } | null {
  for (let colon = operand.indexOf(":"); colon !== -1; colon = operand.indexOf(":", colon + 1)) {
    const path = locateFile(operand.slice(0, colon), places);
    const rest = operand.slice(colon + 1);
    const kind = kindAt(path);
    // A server's files may be on another machine, and those of a commit are not on the disk: there, any name
    // with an extension counts as a file.
    const mayBeElsewhere = kind === null && (!isLocal || ref !== undefined) && /\.\w+$/.test(path);
    if (colon > 0 && rest !== "" && (kind === "file" || mayBeElsewhere)) return { path, rest };
  }
  return null;
}

/** Symbols by id, else by qualified name, else by name. */
export function symbolsNamed(symbols: readonly OutlineSymbol[], name: string): readonly OutlineSymbol[] {
  const byId = symbols.filter(({ symbolId }) => symbolId === name);
  if (byId.length > 0) return byId;
  const byLabel = symbols.filter(({ symbolLabel }) => symbolLabel === name);
  return byLabel.length > 0 ? byLabel : symbols.filter(({ symbolLabel }) => symbolLabel.endsWith(`.${name}`));
}

/**
 * Symbols that overlap the requested lines. Sorted by the share of both spans that they have in common, which
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
  // For equal lines, the outline lists the outer symbol first, hence `reverse`. A line past the end of the
  // file means its last line.
  const sharing = symbols
    .filter((symbol) => sharedLines(symbol) > 0)
    .reverse()
    .sort((left, right) => closeness(right) - closeness(left));
  // Around a single line, functions come before what is declared in them.
  const isFunction = ({ kind }: OutlineSymbol): boolean => isFunctionKind(kind);
  return end === null
    ? [...sharing.filter(isFunction), ...sharing.filter((symbol) => !isFunction(symbol))]
    : sharing;
}
