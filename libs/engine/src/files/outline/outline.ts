/** Symbols of a file as an outline. Pure. */
import type { OutlineLimits } from "./fit-outline.ts";
import { LIMITS, type Outline, type OutlineSymbol } from "@satori/contracts";
import { type SymbolFact, declaresLines, hasKeys, omittedKeys, languageById } from "@satori/sidecar";
import { compareText } from "../../model/paths.ts";
import type { FileTable } from "../../store/store.ts";

export interface OutlineWindow {
  /** Includes symbols that touch this line or later ones; default: all. */
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly limit: number;
  /** Called for each symbol and during sorting; may throw. */
  readonly check?: (() => void) | undefined;
}

/**
 * Whether files in a language have outlines, even if empty: by grammar, headings, declaring lines, or keys.
 */
export function isOutlined(language: string): boolean {
  const { grammar = null, text } = languageById(language) ?? {};
  return (
    grammar !== null ||
    text === "headings" ||
    text === "notebook" ||
    declaresLines(language) ||
    hasKeys(language)
  );
}

/**
 * Whether a file has an outline, even if empty. An empty one does not count if the parser gave up on the
 * file, because then it would not mean that nothing is declared.
 */
export function hasOutline(
  { languages, unparsed }: Pick<FileTable, "languages" | "unparsed">,
  file: number,
  symbols: readonly SymbolFact[],
): boolean {
  return isOutlined(languages[file] as string) && (unparsed[file] !== 1 || symbols.length > 0);
}

/** Share of a text that its outline should not exceed: reading an outline has to pay. */
const TARGET_SHARE = 0.3;
/**
 * Outlines up to these sizes lose no details, and no functions and types, however short the file: a symbol
 * takes about 130 bytes, and outlines of short files are also used to get symbol ids.
 */
const LEAST_TARGET_BYTES = 2_000;
const LEAST_MAX_BYTES = 4_096;

/** Limits in bytes for the outline of a text: at most `LEAST_MAX_BYTES`, the text itself, and an answer. */
export function outlineLimits(text: string): OutlineLimits {
  const bytes = Buffer.byteLength(text);
  return {
    targetBytes: Math.min(Math.max(TARGET_SHARE * bytes, LEAST_TARGET_BYTES), LIMITS.answerMaxBytes),
    maxBytes: Math.min(Math.max(bytes, LEAST_MAX_BYTES), LIMITS.answerMaxBytes),
  };
}

/** The outline of some lines; sorted by start line, end line descending, label, id. */
export function outlineOf(
  symbols: readonly SymbolFact[],
  { startLine = 1, endLine = Number.POSITIVE_INFINITY, limit, check }: OutlineWindow,
): { outline: Outline; hasMore: boolean } {
  const touching = symbols.filter(
    (symbol) => (check?.(), symbol.endLine >= startLine && symbol.startLine <= endLine),
  );
  return {
    outline: { symbols: firstSymbols(touching, symbols, { limit, check }) },
    hasMore: touching.length > limit,
  };
}

/**
 * The first `limit` of some symbols of a file, in the order of an outline.
 *
 * @param all all symbols of the file; parents are positions in this list
 */
export function firstSymbols(
  wanted: readonly SymbolFact[],
  all: readonly SymbolFact[],
  { limit, check }: Pick<OutlineWindow, "limit" | "check">,
): OutlineSymbol[] {
  const sorted = [...wanted].sort((left, right) => (check?.(), compareSymbols(left, right)));
  return sorted.slice(0, limit).map((symbol) => outlineSymbol(symbol, all));
}

function outlineSymbol(
  { id, label, kind, startLine, endLine, parent, signature, doc, isRecovered }: SymbolFact,
  all: readonly SymbolFact[],
): OutlineSymbol {
  return {
    symbolId: id,
    symbolLabel: label,
    kind,
    span: { startLine, endLine },
    ...(all[parent] ? { parent: all[parent].id } : {}),
    ...(signature === null ? {} : { signature }),
    ...(doc === null ? {} : { doc }),
    ...(isRecovered === true ? { recovered: true } : {}),
  };
}

/** By start line, end line descending, label, id. */
function compareSymbols(left: SymbolFact, right: SymbolFact): number {
  return (
    left.startLine - right.startLine ||
    right.endLine - left.endLine ||
    compareText(left.label, right.label) ||
    compareText(left.id, right.id)
  );
}

interface KeysOfFile {
  readonly language: string;
  readonly text: string;
  readonly symbols: readonly SymbolFact[];
  readonly check: () => void;
}

/**
 * How many outermost keys of a data file are missing from its outline and may be at or before `endLine`. They
 * come after all keys that the outline has.
 */
export function omittedKeysUpTo(endLine: number, { language, text, symbols, check }: KeysOfFile): number {
  return endLine < (symbols.at(-1)?.startLine ?? 0) ? 0 : omittedKeys(language, text, symbols.length, check);
}
