/** The lines of a passage that show best why it is a result. Pure. */
import type { Span } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";
import { firstChars } from "../../first-chars.ts";
import { TokenFinder } from "../../lexical/token-finder.ts";
import { startWithComment } from "./comment-above.ts";
import type { Passage } from "./passages.ts";
import { type Question, isCompound } from "../parse/question.ts";
import { phraseWords } from "../parse/phrases.ts";
import { phraseShare, MATCHED_SHARE, bestMatchingLine } from "../parse/phrase-match.ts";

const MAX_LINES = 12;
const MAX_LINE_CHARS = 240;
/** What is shown of a long line in front of what speaks for it, and at least from where that begins. */
const LEAD_CHARS = 60;
const MARK_CHARS = 100;
const WORD = /[\p{L}\p{N}_]+/gu;
/** Of the lines around those that matter, this part is shown in front: code is read downwards. */
const LEAD_SHARE = 1 / 3;
/**
 * What a definition, a required or a quoted text counts for beside a word; a further line with any of them
 * counts less than all else.
 */
const WEIGHTS = { said: 1_000, word: 100, line: 1 } as const;
/** In front of marks that are no words; words have no such sign. */
const SAID = ":";

export interface Preview {
  readonly text: string;
  readonly span: Span;
}

/** What a preview is to show. */
export interface Shown {
  readonly question: Question;
  /** Texts that results must hold, in lower case. */
  readonly must?: readonly string[];
}

/**
 * The whole chunk if it is short, else the run of lines that holds the line which the question names, or some
 * of the symbol that the result is about, and most of the question's words; what surrounds them is shared out
 * before and behind. What a file imports counts for nothing. Lines are whole unless they are very long.
 */
export function previewOf(passage: Passage, shown: Shown, maxLines = MAX_LINES): Preview {
  const { text, span, imports, line, symbol } = passage;
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  // What is required or quoted is to be seen, wherever it stands.
  const said = bestMatchingLine(shown.question.wording, lines);
  const isSaid = said !== -1 || (shown.must ?? []).length + shown.question.wording.phrases.length > 0;
  const ofSymbol = isSaid ? null : linesOf(symbol, lines, span);
  const about = ofSymbol && isSpelledElsewhere(lines, shown.question, ofSymbol) ? null : ofSymbol;
  const within = line === null ? about : { from: line - span.startLine, to: line - span.startLine };
  const from =
    lines.length <= maxLines
      ? 0
      : bestWindow(
          marksOf(withoutImports(lines, span.startLine, imports), shown, {
            definition: definedAt(symbol, span, shown),
            said,
          }),
          maxLines,
          within,
        );
  const startLine = span.startLine + from;
  const kept = lines.slice(from, from + maxLines);
  return {
    text: kept.map((text) => shorten(text, shown)).join("\n"),
    span: { startLine, endLine: startLine + kept.length - 1 },
  };
}

/** Lines of a chunk, from 0, both included. */
interface Lines {
  readonly from: number;
  readonly to: number;
}

/**
 * Those that a symbol has in the chunk, with the comment right above it; null where it has none: a comment
 * stands for what is behind the chunk.
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

/** Whether the chunk has a name that the question spells out (a setting, a field), but not in those lines. */
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

/** The same lines, those that import things empty; all of them where nothing else is there. */
function withoutImports(
  lines: readonly string[],
  startLine: number,
  imports: ReadonlySet<number>,
): readonly string[] {
  const others = lines.map((line, at) => (imports.has(startLine + at) ? "" : line));
  return others.some((line) => line.trim() !== "") ? others : lines;
}

/**
 * In which line of the chunk its symbol is defined, where the question spells its name; -1 where it does not.
 */
function definedAt(symbol: SymbolFact | null, { startLine }: Span, { question }: Shown): number {
  return symbol && question.identifiers.some(({ name }) => name === symbol.name)
    ? symbol.nameLine - startLine
    : -1;
}

/**
 * Of each line what speaks for it: words of the question, which of the required and quoted texts it holds,
 * and that it defines what was asked for, or says what a message does.
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
 * Where the run begins that holds most: distinct marks count first, among equals the run with more lines that
 * have any. Of runs next to each other that hold the same, the one with a third of the free lines in front.
 *
 * @param within lines of which a third of the run has to be, if they are so many
 */
function bestWindow(marks: readonly ReadonlySet<string>[], size: number, within: Lines | null): number {
  const last = marks.length - size;
  const [least, most] = within === null ? [0, last] : runsWith(within, size, last);
  const named = within !== null && within.from === within.to ? within.from : null;
  const counts = windowCounts(marks, size).slice(least, most + 1);
  const best = Math.max(...counts);
  // Nothing speaks for any line: the beginning says most.
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

/** Between which first lines a run shows enough of some lines. */
function runsWith({ from, to }: Lines, size: number, last: number): readonly [least: number, most: number] {
  const enough = Math.min(Math.ceil(size * LEAD_SHARE), to - from + 1);
  return [Math.min(last, Math.max(0, from + enough - size)), Math.max(0, Math.min(last, to - enough + 1))];
}

/** Of each run of `size` lines, by its first: how much it holds. */
function windowCounts(marks: readonly ReadonlySet<string>[], size: number): number[] {
  /** In how many lines of the run each mark stands. */
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
 * The beginning of a very long line, or what surrounds the first of what speaks for it where that stands
 * behind.
 */
function shorten(line: string, shown: Shown): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const from = firstMark(line, shown) - LEAD_CHARS;
  if (from + MARK_CHARS < MAX_LINE_CHARS) return `${firstChars(line, MAX_LINE_CHARS - 1)}…`;
  // Behind the second half of a character that takes two.
  const start = /[\udc00-\udfff]/.test(line.charAt(from)) ? from + 1 : from;
  const rest = line.slice(start);
  return rest.length < MAX_LINE_CHARS ? `…${rest}` : `…${firstChars(rest, MAX_LINE_CHARS - 2)}…`;
}

/** Where a required text or a word of the question begins; 0 where none is there. */
function firstMark(line: string, { question, must = [] }: Shown): number {
  // Few letters take more room in lower case, such as İ; those stay, so that passages are those of the line.
  const lower = line.replace(/\p{Lu}/gu, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  );
  const required = must.map((text) => lower.indexOf(text)).filter((at) => at !== -1);
  if (required.length > 0) return Math.min(...required);
  const finder = new TokenFinder(question.distinctTokens);
  for (const { 0: word, index } of line.matchAll(WORD)) if (finder.heldBy(word).size > 0) return index;
  return 0;
}
