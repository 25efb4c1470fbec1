/** Selects the lines of a passage that best show why it is a result. Pure. */
import type { Span } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";
import { firstChars } from "../../first-chars.ts";
import { TokenFinder } from "../../lexical/token-finder.ts";
import { startWithComment } from "./comment-above.ts";
import type { Passage } from "./passages.ts";
import { isCompound } from "../../lexical/tokens.ts";
import type { Question } from "../parse/question.ts";
import { phraseWords } from "../parse/phrases.ts";
import { phraseShare, MATCHED_SHARE, bestMatchingLine } from "../parse/phrase-match.ts";

const MAX_LINES = 24;
const MAX_LINE_CHARS = 240;
/** Characters shown of a long line before its first match, and at least from the match on. */
const LEAD_CHARS = 60;
const MARK_CHARS = 100;
const WORD = /[\p{L}\p{N}_]+/gu;
/**
 * Share of the remaining lines that is shown before the matching ones. Code is read downwards, so more
 * follow.
 */
const LEAD_SHARE = 1 / 3;
/**
 * Weights of marks. A definition, a required text or a quoted text outweighs words; a further line with any
 * mark counts least.
 */
const WEIGHTS = { said: 1_000, word: 100, line: 1 } as const;
/** Prefix of marks that are no words. Words do not contain this character. */
const SAID = ":";

export interface Preview {
  readonly text: string;
  readonly span: Span;
}

/** Texts that a preview should show. */
export interface Shown {
  readonly question: Question;
  /** Texts that results must contain, in lower case. */
  readonly must?: readonly string[];
}

/**
 * Preview of a passage: the whole chunk if it is short. Otherwise the window of lines with most words of the
 * question that contains the line which the question mentions, or part of the symbol that the result is
 * about. Remaining lines are distributed before and after the matches. Import lines do not count. Lines are
 * whole unless they are very long.
 */
export function previewOf(passage: Passage, shown: Shown, maxLines = MAX_LINES): Preview {
  const span = bestLinesOf(passage, shown)(maxLines);
  const from = span.startLine - passage.span.startLine;
  const kept = linesOfText(passage).slice(from, from + maxLines);
  return { text: kept.map((text) => shorten(text, shown)).join("\n"), span };
}

function linesOfText({ text }: Passage): readonly string[] {
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}

/** The lines of a preview, for any number of lines; the passage is read only once. */
export function bestLinesOf(passage: Passage, shown: Shown): (maxLines: number) => Span {
  const { span, imports, line, symbol } = passage;
  const lines = linesOfText(passage);
  // A required or quoted text must be visible, even outside the symbol.
  const said = bestMatchingLine(shown.question.wording, lines);
  const isSaid = said !== -1 || (shown.must ?? []).length + shown.question.wording.phrases.length > 0;
  const ofSymbol = isSaid ? null : linesOf(symbol, lines, span);
  const about = ofSymbol && isSpelledElsewhere(lines, shown.question, ofSymbol) ? null : ofSymbol;
  const within = line === null ? about : { from: line - span.startLine, to: line - span.startLine };
  let marks: readonly ReadonlySet<string>[] | undefined;
  return (maxLines) => {
    marks ??=
      lines.length <= maxLines
        ? undefined
        : marksOf(withoutImports(lines, span.startLine, imports), shown, {
            definition: definedAt(symbol, span, shown),
            said,
          });
    const from = marks && lines.length > maxLines ? bestWindow(marks, maxLines, within) : 0;
    const startLine = span.startLine + from;
    return { startLine, endLine: startLine + Math.min(maxLines, lines.length - from) - 1 };
  };
}

/** Lines of a chunk, 0-based, both ends included. */
interface Lines {
  readonly from: number;
  readonly to: number;
}

/**
 * Lines of a symbol in the chunk, with the comment directly above it; null if it has none there, because the
 * chunk is a comment on a symbol that follows it.
 */
function linesOf(symbol: SymbolFact | null, lines: readonly string[], { startLine }: Span): Lines | null {
  if (!symbol) return null;
  const from = symbol.startLine - startLine;
  const to = Math.min(symbol.endLine - startLine, lines.length - 1);
  if (to < 0 || from >= lines.length) return null;
  if (from <= 0) return { from: 0, to };
  const above = lines
    .slice(0, from)
    .map((text) => `${text}\n`)
    .join("");
  const comment = startWithComment(`${above}${lines[from] as string}`, { from: 0, start: above.length });
  return { from: above.slice(0, comment).split("\n").length - 1, to };
}

/**
 * Whether the chunk contains a name that the question spells out (a setting, a field), but not in these
 * lines.
 */
function isSpelledElsewhere(
  lines: readonly string[],
  { identifiers }: Question,
  { from, to }: Lines,
): boolean {
  const spelled = identifiers
    .filter(({ name, certainty }) => certainty === 1 && isCompound(name))
    .map(({ name }) => new RegExp(String.raw`(?<![\p{L}\p{N}_])${name}(?![\p{L}\p{N}_])`, "u"));
  const naming = lines.flatMap((line, at) => (spelled.some((name) => name.test(line)) ? [at] : []));
  return naming.length > 0 && naming.every((at) => at < from || at > to);
}

/** The same lines with import lines emptied; unchanged if there are no others. */
function withoutImports(
  lines: readonly string[],
  startLine: number,
  imports: ReadonlySet<number>,
): readonly string[] {
  const others = lines.map((line, at) => (imports.has(startLine + at) ? "" : line));
  return others.some((line) => line.trim() !== "") ? others : lines;
}

/** Line of the chunk that defines its symbol, if the question spells out the symbol's name; otherwise -1. */
function definedAt(symbol: SymbolFact | null, { startLine }: Span, { question }: Shown): number {
  return symbol && question.identifiers.some(({ name }) => name === symbol.name)
    ? symbol.nameLine - startLine
    : -1;
}

/**
 * Marks of each line: words of the question, required and quoted texts it contains, whether it defines the
 * wanted name, and whether it matches the message.
 */
function marksOf(
  lines: readonly string[],
  { question, must = [] }: Shown,
  { definition, said }: { readonly definition: number; readonly said: number },
): ReadonlySet<string>[] {
  const finder = new TokenFinder(question.distinctTokens);
  const { phrases } = question.wording;
  return lines.map((line, at) => {
    const marks = finder.heldBy(line);
    if (at === definition) marks.add(`${SAID}defines`);
    if (at === said) marks.add(`${SAID}says`);
    for (const text of must) if (line.toLowerCase().includes(text)) marks.add(`${SAID}must ${text}`);
    if (phrases.length > 0) {
      const words = phraseWords(line);
      for (const [nth, phrase] of phrases.entries())
        if (phraseShare(phrase, words) >= MATCHED_SHARE) marks.add(`${SAID}phrase ${nth}`);
    }
    return marks;
  });
}

/**
 * First line of the best window. The window with more distinct marks wins, then the one with more marked
 * lines. Among adjacent windows with the same marks, the one with a third of its unmarked lines before them.
 *
 * @param within lines that must fill a third of the window, if there are that many
 */
function bestWindow(marks: readonly ReadonlySet<string>[], size: number, within: Lines | null): number {
  const last = marks.length - size;
  const [least, most] = within === null ? [0, last] : runsWith(within, size, last);
  const named = within !== null && within.from === within.to ? within.from : null;
  const counts = windowCounts(marks, size).slice(least, most + 1);
  const best = Math.max(...counts);
  // No line has a mark, so show the beginning.
  if (best === 0 && named === null) return within === null ? 0 : Math.min(most, within.from);
  const first = counts.indexOf(best);
  const behind = counts.findIndex((count, at) => at > first && count !== best);
  const end = (behind === -1 ? counts.length : behind) - 1;
  const telling = marks.flatMap((held, at) =>
    at >= least + end && at < least + end + size && (held.size > 0 || at === named) ? [at] : [],
  );
  const [from = 0, to = 0] = [telling[0], telling.at(-1)];
  const lead = Math.floor((size - (to - from + 1)) * LEAD_SHARE);
  return Math.min(least + end, Math.max(least + first, from - lead));
}

/** Range of first lines for which a window shows enough of the given lines. */
function runsWith({ from, to }: Lines, size: number, last: number): readonly [least: number, most: number] {
  const enough = Math.min(Math.ceil(size * LEAD_SHARE), to - from + 1);
  return [Math.min(last, Math.max(0, from + enough - size)), Math.max(0, Math.min(last, to - enough + 1))];
}

/** Value of each window of `size` lines, by its first line. */
function windowCounts(marks: readonly ReadonlySet<string>[], size: number): number[] {
  /** Number of lines in the window that have each mark. */
  const counts = new Map<string, number>();
  let value = 0;
  const found: number[] = [];
  for (const [at, entering] of marks.entries()) {
    for (const mark of entering) {
      const count = counts.get(mark) ?? 0;
      if (count === 0) value += weightOf(mark);
      counts.set(mark, count + 1);
    }
    if (entering.size > 0) value += WEIGHTS.line;
    const leaving = marks[at - size];
    for (const mark of leaving ?? []) {
      const count = (counts.get(mark) ?? 0) - 1;
      if (count === 0) value -= weightOf(mark);
      counts.set(mark, count);
    }
    if (leaving && leaving.size > 0) value -= WEIGHTS.line;
    if (at >= size - 1) found.push(value);
  }
  return found;
}

function weightOf(mark: string): number {
  return mark.startsWith(SAID) ? WEIGHTS.said : WEIGHTS.word;
}

/**
 * Shortens a very long line to its beginning, or to the text around its first match if that is further back.
 */
function shorten(line: string, shown: Shown): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const from = firstMark(line, shown) - LEAD_CHARS;
  if (from + MARK_CHARS < MAX_LINE_CHARS) return `${firstChars(line, MAX_LINE_CHARS - 1)}…`;
  // Skip the second half of a surrogate pair.
  const start = /[\udc00-\udfff]/.test(line.charAt(from)) ? from + 1 : from;
  const rest = line.slice(start);
  return rest.length < MAX_LINE_CHARS ? `…${rest}` : `…${firstChars(rest, MAX_LINE_CHARS - 2)}…`;
}

/** Offset of the first required text or word of the question; 0 if there is none. */
function firstMark(line: string, { question, must = [] }: Shown): number {
  // A few letters, such as İ, are longer in lower case. They stay as they are, so that offsets match the
  // line.
  const lower = line.replace(/\p{Lu}/gu, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  );
  const required = must.map((text) => lower.indexOf(text)).filter((at) => at !== -1);
  if (required.length > 0) return Math.min(...required);
  const finder = new TokenFinder(question.distinctTokens);
  for (const { 0: word, index } of line.matchAll(WORD)) if (finder.heldBy(word).size > 0) return index;
  return 0;
}
