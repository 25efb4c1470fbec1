/** Turns ranked files into the passages that represent them, each with the symbol it is about. */
import { type ChunkFact, isTestCode, type SymbolFact } from "@satori/sidecar";
import { firstNotBefore } from "../../first-not-before.ts";
import { TokenFinder } from "../../lexical/token-finder.ts";
import { wordTokens } from "../../lexical/tokens.ts";
import type { IndexedContent, Snapshot } from "../../store/store.ts";
import type { Candidates } from "../retrieve/candidates.ts";
import type { TextFilter } from "../retrieve/text-filter.ts";
import { endsWithComment, startWithComment } from "./comment-above.ts";
import { importLines, importShare } from "../../lexical/import-lines.ts";
import type { DefinitionQuery } from "../parse/definition-query.ts";
import type { Question } from "../parse/question.ts";
import { bestMatchingLine, wordingShare } from "../parse/phrase-match.ts";
import { definitionScore, isValueKind } from "../rank/definition.ts";
import { leastLexicalShare } from "../rank/quoted.ts";
import { asksForTests } from "../rank/prior.ts";
import type { RankedFile, Ranking } from "../rank/rank.ts";
import { SHOWN_CHUNK } from "../rank/ranking.ts";
import { stretched } from "../rank/signals.ts";
import { NameMatcher } from "./name-match.ts";
import { SymbolLines } from "./symbol-lines.ts";

/** A chunk that can be shown as a result. */
export interface Passage {
  readonly file: number;
  readonly path: string;
  readonly span: ChunkFact;
  readonly text: string;
  /** Lines of the file with import and export statements. */
  readonly imports: ReadonlySet<number>;
  /** Most relevant of the lines in this chunk that the question mentions; null if it mentions none. */
  readonly line: number | null;
  /**
   * Symbol that the chunk is about; null if there is none. Computed on first access, because that is slow and
   * few passages are shown.
   */
  readonly symbol: SymbolFact | null;
  /** Score of the file, times the chunk's score relative to the file's best chunk. */
  readonly score: number;
}

export interface FilePassages {
  readonly ranked: RankedFile;
  /** Best first; never empty, at most `MAX_PLACES`. */
  readonly passages: readonly Passage[];
  /** Number of passages that pass the filters, including those not listed. */
  readonly count: number;
  /** Number of these that are about a symbol of the file. */
  readonly countOf: (symbol: SymbolFact) => number;
}

export interface PassageInput {
  readonly snapshot: Snapshot;
  readonly question: Question;
  readonly candidates: Candidates;
  readonly ranking: Ranking;
  readonly textFilter: TextFilter;
  /** Called for each chunk and each symbol; may throw. */
  readonly check: () => void;
}

/** Passages of one file, best first; null if no chunk passes the text filters or the file has none. */
export async function passagesOf(ranked: RankedFile, input: PassageInput): Promise<FilePassages | null> {
  const { snapshot, candidates, question, textFilter, check } = input;
  const { file } = ranked;
  const path = candidates.files.paths[file] as string;
  const [content] = await snapshot.contents([file]);
  if (!content || content.chunks.length === 0) return null;
  const lines = candidates.mentioned.get(file)?.lines ?? [];
  const imports = importLines(content.text, content.symbols);
  const scored = chunkScores(file, content, { lines, imports }, input);
  scored.sort((left, right) => right.score - left.score || left.chunk - right.chunk);
  const best = scored[0]?.score ?? 0;
  const symbolIn = symbolFinder(content, lines, question);
  const accepts = textFilter.isActive
    ? textFilter.forFile({ path, symbols: content.symbols, check })
    : () => true;
  const passages: Passage[] = [];
  const passing: ChunkFact[] = [];
  for (const { chunk, score } of scored) {
    check();
    const span = content.chunks[chunk] as ChunkFact;
    const text = content.text.slice(span.start, span.end);
    // A chunk without any score is no result, unless the file has no better one.
    if (passing.length > 0 && score <= 0) break;
    if (!accepts(span, text)) continue;
    passing.push(span);
    if (passages.length === MAX_PLACES) continue;
    const share = best > 0 ? Math.max(0, score) / best : 1;
    passages.push({
      file,
      path,
      span,
      text,
      imports,
      line: namedLine(span, lines),
      score: ranked.score * share,
      get symbol() {
        return symbolIn(span);
      },
    });
  }
  const countOf = (symbol: SymbolFact): number =>
    passing.filter((span) => touches(symbol, span) && symbolIn(span)?.id === symbol.id).length;
  return passing.length > 0 ? { ranked, passages, count: passing.length, countOf } : null;
}

/** As many as a file can show, including the relaxed pass, and a few whose symbol is already taken. */
const MAX_PLACES = 8;

/** A function that returns the symbol a chunk of the file is about, cached per chunk. */
function symbolFinder(
  content: IndexedContent,
  lines: readonly number[],
  question: Question,
): (span: ChunkFact) => SymbolFact | null {
  const known = new Map<ChunkFact, SymbolFact | null>();
  const naming = namingOf(question);
  let file: FileSymbols | undefined;
  return (span) => {
    let symbol = known.get(span);
    if (symbol === undefined) {
      file ??= { text: content.text, symbols: content.symbols, byLine: new SymbolLines(content.symbols) };
      known.set(
        span,
        (symbol =
          symbolAround(file, namedLine(span, lines)) ??
          symbolSaying(file, span, question) ??
          symbolOf(file, span, naming)),
      );
    }
    return symbol;
  };
}

interface FileSymbols {
  readonly text: string;
  readonly symbols: readonly SymbolFact[];
  readonly byLine: SymbolLines;
}

interface LinesOfFile {
  /** Lines that the question mentions, most relevant first. */
  readonly lines: readonly number[];
  readonly imports: ReadonlySet<number>;
}

/**
 * Scores each chunk as the one to show for its file: BM25 and closeness, reduced for import lines, plus
 * weights if it defines a spelled-out name or one made of words of the question, contains a quoted text, or
 * contains a mentioned line. If the question asks only for the file itself, its first chunk wins.
 */
function chunkScores(
  file: number,
  { text, chunks, symbols }: IndexedContent,
  { lines, imports }: LinesOfFile,
  { candidates, ranking, question, check }: PassageInput,
): { chunk: number; score: number }[] {
  const { files, hits, dense } = candidates;
  const { scales } = ranking;
  const first = files.firstRows[file] as number;
  const lexical = new Map(
    (hits.get(file) ?? []).map(({ row, score }) => [
      row - first,
      scales.bestScore > 0 ? score / scales.bestScore : 0,
    ]),
  );
  const hasDefinition = candidates.exact.has(file) || candidates.definitions.has(file);
  const definitions = byChunk(
    chunks,
    hasDefinition ? definitionWeights(symbols, question, check) : NO_WEIGHTS,
  );
  const names = byChunk(
    chunks,
    hasDefinition ? NO_WEIGHTS : nameWeights(symbols, new NameMatcher(question, candidates), check),
  );
  const hasSign = question.wording.signs.length > 0 && candidates.exactFiles.has(file);
  const leastShare = hasSign ? Number.NEGATIVE_INFINITY : leastLexicalShare(question.wording);
  // If the question consists of nothing but the file's path, words do not distinguish its chunks. They all
  // contain the path's words, and the shortest would score highest.
  const isWhole =
    lines.length === 0 &&
    candidates.mentioned.has(file) &&
    new TokenFinder(question.distinctTokens).heldBy(files.paths[file] as string).size ===
      question.distinctTokens.length;
  const tests = asksForTests(question.text) ? NO_CHUNKS : testChunks({ text, chunks, symbols }, check);
  const scores: { chunk: number; score: number }[] = [];
  for (const [chunk, { start, end, startLine, endLine }] of chunks.entries()) {
    check();
    const closeness = dense ? stretched(dense.chunks[first + chunk] as number, scales.chunks) : 0;
    const quoted =
      (lexical.get(chunk) ?? -1) >= leastShare
        ? SHOWN_CHUNK.quoted * wordingShare(question.wording, text.slice(start, end))
        : 0;
    const named = lines.findIndex((line) => line >= startLine && line <= endLine);
    const telling = 1 - SHOWN_CHUNK.imports * importShare(text.slice(start, end), startLine, imports) ** 2;
    const found = isWhole
      ? Number(chunk === 0)
      : telling * ((lexical.get(chunk) ?? 0) + SHOWN_CHUNK.dense * closeness);
    const name = names.get(chunk) ?? 0;
    const said = (tests.has(chunk) ? SHOWN_CHUNK.test : 1) * (found + quoted + name);
    scores.push({
      chunk,
      score:
        said + (definitions.get(chunk) ?? 0) + (named === -1 ? 0 : SHOWN_CHUNK.mentionedLine / (1 + named)),
    });
  }
  return scores;
}

const NO_CHUNKS: ReadonlySet<number> = new Set();

/** Chunks of a source file that consist of tests to more than half. */
function testChunks(
  { text, chunks, symbols }: Pick<IndexedContent, "text" | "chunks" | "symbols">,
  check: () => void,
): ReadonlySet<number> {
  const tests: { readonly from: number; readonly to: number }[] = [];
  for (const symbol of symbols) {
    check();
    const isInside = symbol.startLine <= (tests.at(-1)?.to ?? 0);
    if (!isInside && isTestCode(symbol, text)) tests.push({ from: symbol.startLine, to: symbol.endLine });
  }
  const found = new Set<number>();
  let next = 0;
  for (const [chunk, { startLine, endLine }] of chunks.entries()) {
    let lines = 0;
    for (let at = next; at < tests.length; at++) {
      const { from, to } = tests[at] as (typeof tests)[number];
      if (from > endLine) break;
      if (to <= endLine) next = at + 1;
      lines += Math.max(0, Math.min(to, endLine) - Math.max(from, startLine) + 1);
    }
    if (2 * lines > endLine - startLine + 1) found.add(chunk);
  }
  return found;
}

const NO_WEIGHTS: ReadonlyMap<number, number> = new Map();

/** Weights of lines that define a name made of words of the question. */
function nameWeights(
  symbols: readonly SymbolFact[],
  names: NameMatcher,
  check: () => void,
): ReadonlyMap<number, number> {
  const byLine = new Map<number, number>();
  for (const { name, nameLine } of symbols) {
    check();
    const weight = SHOWN_CHUNK.named * names.match(name);
    if (weight > 0) byLine.set(nameLine, Math.max(weight, byLine.get(nameLine) ?? 0));
  }
  return byLine;
}

/**
 * Weights of lines that define a name which the question spells out. In `Rails::Engine` the last name is
 * wanted, not the module around it.
 */
function definitionWeights(
  symbols: readonly SymbolFact[],
  { identifiers, isOneWord, definition }: Question,
  check: () => void,
): ReadonlyMap<number, number> {
  const byLine = new Map<number, number>();
  if (definition) {
    for (const symbol of symbols) {
      check();
      const weight = SHOWN_CHUNK.definesOneWord * definitionScore(symbol, symbols, definition);
      if (weight > 0) byLine.set(symbol.nameLine, Math.max(weight, byLine.get(symbol.nameLine) ?? 0));
    }
    return byLine;
  }
  const wanted = identifiers.at(-1)?.name;
  const weights = new Map(
    identifiers.map(({ name }) => [
      name,
      isOneWord && name === wanted ? SHOWN_CHUNK.definesOneWord : SHOWN_CHUNK.defines,
    ]),
  );
  for (const { name, nameLine } of symbols) {
    check();
    const weight = weights.get(name);
    if (weight !== undefined) byLine.set(nameLine, Math.max(weight, byLine.get(nameLine) ?? 0));
  }
  return byLine;
}

/** Chunk → highest weight among its lines. A long line may be in several chunks. */
function byChunk(
  chunks: readonly ChunkFact[],
  weights: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const highest = new Map<number, number>();
  for (const [line, weight] of weights) {
    const first = firstNotBefore(chunks, ({ endLine }) => endLine < line);
    for (let at = first; (chunks[at]?.startLine ?? Infinity) <= line; at++)
      highest.set(at, Math.max(weight, highest.get(at) ?? 0));
  }
  return highest;
}

function touches(symbol: SymbolFact, { startLine, endLine }: ChunkFact): boolean {
  return symbol.startLine <= endLine && symbol.endLine >= startLine;
}

/** Innermost symbol around a line. */
function symbolAround({ byLine }: FileSymbols, line: number | null): SymbolFact | null {
  return line === null ? null : byLine.innermostAround({ startLine: line, endLine: line });
}

/**
 * Innermost symbol around the line that matches the message, unless the question spells out another name in
 * the chunk.
 */
function symbolSaying(
  file: FileSymbols,
  chunk: ChunkFact,
  { wording, identifiers }: Question,
): SymbolFact | null {
  const said = bestMatchingLine(wording, file.text.slice(chunk.start, chunk.end).split("\n"));
  if (said === -1) return null;
  const symbol = symbolAround(file, chunk.startLine + said);
  const spelled = new Set(identifiers.map(({ name }) => name));
  const isOther = file.byLine.named(chunk).some(({ name }) => name !== symbol?.name && spelled.has(name));
  return isOther ? null : symbol;
}

function namedLine({ startLine, endLine }: ChunkFact, lines: readonly number[]): number | null {
  return lines.find((line) => line >= startLine && line <= endLine) ?? null;
}

/** The parts of a question that identify a symbol. */
interface Naming {
  readonly asked: ReadonlySet<string>;
  /** Names that the question spells out, with a weight higher than any number of shared words. */
  readonly spelled: ReadonlyMap<string, number>;
  readonly finder: TokenFinder;
  readonly definition: DefinitionQuery | undefined;
}

function namingOf({ tokens, distinctTokens, identifiers, definition }: Question): Naming {
  return {
    definition,
    asked: new Set(tokens),
    spelled: new Map(identifiers.map(({ name, certainty }, at) => [name, 1_000 * certainty + at])),
    finder: new TokenFinder(distinctTokens),
  };
}

/**
 * Symbol that a chunk is about, among those that touch it. In this order:
 *
 * - the definition that the question looks up
 * - the one whose name the question spells out (highest certainty, then last) or shares most words with;
 * among several of that name, the one with most of its qualifier in the question
 * - the one that begins or ends in the chunk and whose text there, with the comment above it, has most words
 * of the question
 * - one that ends in the chunk and covers more than half of it
 * - the innermost one around the whole chunk
 * - the first one that begins in the chunk
 * - the one that the chunk is a comment on
 */
function symbolOf(
  { byLine, text, symbols }: FileSymbols,
  chunk: ChunkFact,
  { asked, spelled, finder, definition }: Naming,
): SymbolFact | null {
  const beginning = byLine.named(chunk).filter((symbol) => touches(symbol, chunk));
  const defined = definition
    ? most(beginning, (symbol) => definitionScore(symbol, symbols, definition))
    : null;
  if (defined) return defined;
  const shared = (words: readonly string[]): number => words.filter((word) => asked.has(word)).length;
  // Of names with as many words of the question, a function or type says more than a value.
  const named = most(beginning, ({ name, kind }) => {
    const words = shared(wordTokens(name));
    return spelled.get(name) ?? (words > 0 && !isValueKind(kind) ? words + 0.5 : words);
  });
  if (named) {
    // A constructor has the name of its class and is inside it.
    const alike = beginning
      .filter(({ name, label }) => name === named.name && !label.startsWith(`${named.label}.`))
      .slice(0, MAX_COMPARED);
    return most(alike, (symbol) => shareOf(wordTokens(qualifierOf(symbol)), shared)) ?? named;
  }
  // Chunks are cut where they are full, so the head of a method may be in the chunk before. Innermost first.
  const ending = byLine.ending(chunk).toReversed();
  const own = ({ start, end }: SymbolFact): string => {
    const from = startWithComment(text, { from: chunk.start, start: Math.max(start, chunk.start) });
    return text.slice(from, Math.min(end, chunk.end, from + MAX_OWN_CHARS));
  };
  const telling = most(
    [...ending.slice(0, MAX_COMPARED), ...beginning.slice(0, MAX_COMPARED)],
    (symbol) => finder.heldBy(own(symbol)).size,
  );
  const main = ending.find(
    ({ endLine }) => 2 * (endLine - chunk.startLine + 1) > chunk.endLine - chunk.startLine + 1,
  );
  return (
    telling ??
    main ??
    byLine.innermostAround(chunk) ??
    beginning[0] ??
    documentedBy(text.slice(chunk.start, chunk.end), chunk, byLine)
  );
}

/**
 * Most symbols of one chunk whose texts or qualifiers are compared. Chunks have about a thousand characters,
 * but a chunk with a line of a megabyte has thousands of symbols.
 */
const MAX_COMPARED = 100;
/** Most characters of each symbol that are compared. */
const MAX_OWN_CHARS = 10_000;

/** Symbol directly after a comment. A long comment and its symbol do not fit into one chunk. */
function documentedBy(text: string, { endLine }: ChunkFact, byLine: SymbolLines): SymbolFact | null {
  return endsWithComment(text) ? byLine.beginningIn(endLine + 1) : null;
}

/** The part of a label before the name: the class of a method. */
function qualifierOf({ name, label }: SymbolFact): string {
  return label.slice(0, -name.length);
}

function shareOf(words: readonly string[], count: (words: readonly string[]) => number): number {
  return words.length === 0 ? 0 : count(words) / words.length;
}

/** First symbol with the highest count above 0; null if there is none. */
function most(symbols: readonly SymbolFact[], count: (symbol: SymbolFact) => number): SymbolFact | null {
  let best: SymbolFact | null = null;
  let highest = 0;
  for (const symbol of symbols) {
    const counted = count(symbol);
    if (counted > highest) [best, highest] = [symbol, counted];
  }
  return best;
}
