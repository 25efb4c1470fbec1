/** Symbols of a file as an outline. Pure. */
import { LIMITS, type Outline, type OutlineSymbol } from "@satori/contracts";
import { type SymbolFact, declaresLines, hasKeys, keysLeftOut, languageById } from "@satori/sidecar";
import { compareText } from "../../model/paths.ts";
import type { FileTable } from "../../store/store.ts";

export interface OutlineWindow {
  /** Symbols that touch lines from here on; default all. */
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly limit: number;
}

/** Whether files in a language have outlines, if only empty ones: by a grammar, by their headings, by lines that declare something, or by their keys. */
export function isOutlined(language: string): boolean {
  const { grammar = null, text } = languageById(language) ?? {};
  return grammar !== null || text === "headings" || text === "notebook" || declaresLines(language) || hasKeys(language);
}

/** Whether a file has one, if only an empty one: of what its parser gave up on, that nothing is known to be declared tells nothing. */
export function hasOutline({ languages, unparsed }: Pick<FileTable, "languages" | "unparsed">, file: number, symbols: readonly SymbolFact[]): boolean {
  return isOutlined(languages[file] as string) && (unparsed[file] !== 1 || symbols.length > 0);
}

/** Whatever their file is like, outlines of this many bytes are given: a symbol takes some 200, and short files are asked for their symbols' ids too. */
const ALWAYS_FITTING_BYTES = 4_096;

/** Bytes that the outline of a text may have: no more than the text, nor than who asks can read. */
export function outlineBytes(text: string): number {
  return Math.min(Math.max(Buffer.byteLength(text), ALWAYS_FITTING_BYTES), LIMITS.answerMaxBytes);
}

/** By start line, end line descending, label, id. */
export function outlineOf(symbols: readonly SymbolFact[], { startLine = 1, endLine = Number.POSITIVE_INFINITY, limit }: OutlineWindow): { outline: Outline; hasMore: boolean } {
  const touching = symbols.filter((symbol) => symbol.endLine >= startLine && symbol.startLine <= endLine);
  const sorted = touching.map((symbol) => outlineSymbol(symbol, symbols)).sort(compareSymbols);
  return { outline: { symbols: sorted.slice(0, limit) }, hasMore: sorted.length > limit };
}

export function outlineSymbol({ id, label, kind, startLine, endLine, parent, signature, doc }: SymbolFact, all: readonly SymbolFact[]): OutlineSymbol {
  return { symbolId: id, symbolLabel: label, kind, span: { startLine, endLine }, parent: all[parent]?.id ?? null, signature, doc };
}

/** By start line, end line descending, label, id. */
export function compareSymbols(left: OutlineSymbol, right: OutlineSymbol): number {
  return (
    left.span.startLine - right.span.startLine || right.span.endLine - left.span.endLine || compareText(left.symbolLabel, right.symbolLabel) || compareText(left.symbolId, right.symbolId)
  );
}

/** How many outermost keys of a file of data its outline leaves out that may lie in the lines up to `endLine`: they lie behind all that it has. */
export function keysLeftOutUpTo(endLine: number, { language, text, symbols }: { readonly language: string; readonly text: string; readonly symbols: readonly SymbolFact[] }): number {
  return endLine < (symbols.at(-1)?.startLine ?? 0) ? 0 : keysLeftOut(language, text, symbols.length);
}
