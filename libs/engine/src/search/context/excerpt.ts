/**
 * An excerpt: lines of one file around a symbol or a passage, in stages from a few lines to the whole symbol.
 * Pure.
 */
import type { SectionRole, Span } from "@satori/contracts";
import type { ChunkFact, SymbolFact } from "@satori/sidecar";
import { startWithComment } from "../present/comment-above.ts";
import type { ContextFile } from "./context-files.ts";
import { headerLines, linesBetween, signatureLines } from "./declaration-lines.ts";
import { wholeStatements } from "./statement-lines.ts";

/** Lines of a file that an answer may show. */
export interface Excerpt {
  readonly in: ContextFile;
  readonly symbol: SymbolFact | null;
  readonly alsoIn: readonly string[];
  readonly role: SectionRole;
  /** Number of stages; at least 1. */
  readonly stages: number;
  /** Lines of a stage, 1-based, ascending. Later stages include earlier ones. */
  readonly linesAt: (stage: number) => readonly number[];
  /** What the last stage completes: the symbol with its comment, or the passage if the symbol is long. */
  readonly whole: () => Span;
}

/** The lines of a passage that answer the question best, at most `maxLines` of them. */
export type BestLines = (maxLines: number) => { readonly startLine: number; readonly endLine: number };

/** Window sizes of the stages, before whole statements and the whole symbol. */
const WINDOWS = [1, 3, 6, 12] as const;
/** Longest symbol that is shown as a whole. */
const MAX_WHOLE_LINES = 120;
/** Lines added at most to complete a statement or block. */
const MAX_COMPLETED_LINES = 14;
/** Longest line that is shown instead of the sign for a gap. */
const MAX_FILLED_CHARS = 24;
/** Longest body that a callee or another definition without a passage shows. */
const MAX_SHORT_BODY = 15;

/**
 * Excerpt of a ranked passage: header lines of what encloses its symbol, the signature, and the best lines;
 * then more lines, whole statements, and the whole symbol (or the chunk, if the symbol is long or there is
 * none).
 */
export function passageExcerpt(
  file: ContextFile,
  passage: {
    readonly span: ChunkFact;
    readonly symbol: SymbolFact | null;
    readonly alsoIn: readonly string[];
    readonly bestLines: BestLines;
  },
): Excerpt {
  const { span, symbol, alsoIn, bestLines } = passage;
  const head = symbol ? [...headerLines(file, symbol), ...signatureLines(file, symbol)] : [];
  const bounds = {
    startLine: Math.min(span.startLine, symbol?.startLine ?? span.startLine),
    endLine: Math.min(file.lines.length, Math.max(span.endLine, symbol?.endLine ?? span.endLine)),
  };
  const window = (size: number): readonly number[] => linesBetween(bestLines(size));
  const completed = (): readonly number[] =>
    linesBetween(wholeStatements(file.lines, bestLines(WINDOWS.at(-1) ?? 1), bounds, MAX_COMPLETED_LINES));
  const whole = (): Span =>
    symbol && symbol.endLine - symbol.startLine < MAX_WHOLE_LINES
      ? wholeSymbol(file, symbol)
      : { startLine: span.startLine, endLine: Math.min(span.endLine, file.lines.length) };
  return staged({ in: file, symbol, alsoIn, role: "related", whole }, [
    ...WINDOWS.map((size) => () => [...head, ...window(size)]),
    completed,
    () => linesBetween(whole()),
  ]);
}

/**
 * Excerpt of a definition: headers and signature, then the comment above it, with its body if that is short.
 */
export function definitionExcerpt(file: ContextFile, symbol: SymbolFact, role: SectionRole): Excerpt {
  const head = [...headerLines(file, symbol), ...signatureLines(file, symbol)];
  const isShort = symbol.endLine - symbol.startLine < MAX_SHORT_BODY;
  const whole = (): Span => wholeSymbol(file, symbol);
  return staged({ in: file, symbol, alsoIn: [], role, whole }, [
    () => head,
    ...(isShort ? [() => linesBetween(whole())] : []),
  ]);
}

/** Excerpt of the one line that declares a type. */
export function typeExcerpt(file: ContextFile, symbol: SymbolFact): Excerpt {
  const whole = (): Span => ({ startLine: symbol.nameLine, endLine: symbol.nameLine });
  return staged({ in: file, symbol, alsoIn: [], role: "type", whole }, [() => linesBetween(whole())]);
}

/** Each stage is computed once, when it is first needed, and includes the stages before it. */
function staged(
  about: Omit<Excerpt, "stages" | "linesAt">,
  stages: readonly (() => readonly number[])[],
): Excerpt {
  const known: (readonly number[])[] = [];
  const { lines } = about.in;
  const linesAt = (stage: number): readonly number[] => {
    const before = stage === 0 ? [] : linesAt(stage - 1);
    return (known[stage] ??= normalized([...before, ...(stages[stage]?.() ?? [])], lines));
  };
  return { ...about, stages: stages.length, linesAt };
}

/**
 * Distinct lines of the file, ascending, without blank lines next to a gap. A gap of one short line is
 * filled, because the sign for it costs as much and hides an `else {`.
 */
function normalized(numbers: readonly number[], lines: readonly string[]): readonly number[] {
  const wanted = new Set(numbers.filter((line) => line >= 1 && line <= lines.length));
  const isBlank = (line: number): boolean => (lines[line - 1] ?? "").trim() === "";
  for (const line of wanted)
    if (wanted.has(line + 2) && (lines[line] ?? "").length <= MAX_FILLED_CHARS) wanted.add(line + 1);
  const sorted = [...wanted].sort((left, right) => left - right);
  for (const line of sorted) if (isBlank(line) && !wanted.has(line - 1)) wanted.delete(line);
  for (const line of sorted.toReversed()) if (isBlank(line) && !wanted.has(line + 1)) wanted.delete(line);
  return sorted.filter((line) => wanted.has(line));
}

/** A symbol with the comment directly above it. */
function wholeSymbol({ text, lines }: ContextFile, symbol: SymbolFact): Span {
  const start = startWithComment(text, { from: 0, start: symbol.start });
  const above = start < symbol.start ? text.slice(start, symbol.start).split("\n").length - 1 : 0;
  return { startLine: symbol.startLine - above, endLine: Math.min(symbol.endLine, lines.length) };
}
