/**
 * Finds for each symbol of the base the one of the head that it has become. Pure.
 *
 * First by qualified name in the same file, best match first: overloads and other symbols of one name are
 * told apart by their code, then by what is around them, then by their signature, then by their order. Then,
 * among the rest, in rounds until nothing more is found: members of a type that has been matched; symbols
 * with equal code; symbols with similar code. A round makes the next one possible.
 */
import { sameTokens } from "../lexical/code-tokens.ts";
import {
  LEAST_SIMILARITY,
  MIN_TOKENS,
  isSimilarKind,
  isWord,
  kindGroup,
} from "../lexical/symbol-similarity.ts";
import type { VersionFile, VersionSymbol } from "./version-symbols.ts";

/** Both versions of a file with their symbols. */
export interface VersionFiles {
  readonly base: VersionFile | null;
  readonly head: VersionFile | null;
}

const MAX_ROUNDS = 4;
/** A body of the same name in another file; names such as `main` and `setUp` are everywhere. */
const LEAST_IN_OTHER_FILE = 0.6;
/** Letters and digits of a shorter body, to be taken for one under another name. */
const MIN_WEIGHT = 20;
/** Symbols that are compared by their tokens with one other: of its name, its file, and about its length. */
const MAX_NAMESAKES = 50;
const MAX_OF_FILE = 200;
const MAX_OF_LENGTH = 50;
/** Words of two symbols that are compared, in all comparisons together. */
const MAX_WORDS = 20_000_000;
/** Words of a symbol that are compared. */
const MAX_SYMBOL_WORDS = 5_000;

/** Sets `match` of the symbols on both sides. @param check called for each step; may throw */
export function matchSymbols(pairs: readonly VersionFiles[], check: () => void): void {
  for (const { base, head } of pairs) if (base && head) matchInFile(base, head, check);
  const base = pairs.flatMap(({ base: file }) => file?.symbols ?? []);
  const head = pairs.flatMap(({ head: file }) => file?.symbols ?? []);
  new Matcher({ base, head }, check).run();
}

type KeyOf = (symbol: VersionSymbol) => string;

/** Same qualified name; the first key with which a symbol has a counterpart decides. */
const KEYS: readonly KeyOf[] = [
  ({ fact: { label, kind }, parent, written }) => `${label}\0${kind}\0${parent?.shape ?? ""}\0${written}`,
  ({ fact: { label, kind }, written }) => `${label}\0${kind}\0${written}`,
  ({ fact: { label, kind }, parent, tokens }) =>
    `${label}\0${kind}\0${parent?.shape ?? ""}\0${keyOf(tokens)}`,
  ({ fact: { label, kind }, tokens }) => `${label}\0${kind}\0${keyOf(tokens)}`,
  ({ fact: { label, kind }, parent, shape }) => `${label}\0${kind}\0${parent?.shape ?? ""}\0${shape}`,
  ({ fact: { label, kind }, shape }) => `${label}\0${kind}\0${shape}`,
  ({ fact: { label, kind }, parent }) => `${label}\0${kind}\0${parent?.shape ?? ""}`,
  ({ fact: { label, kind } }) => `${label}\0${kind}`,
  ({ fact: { label, kind } }) => `${label}\0${kindGroup(kind)}`,
];

function keyOf(tokens: readonly string[]): string {
  return tokens.join("\n");
}

function matchInFile(base: VersionFile, head: VersionFile, check: () => void): void {
  for (const key of KEYS) {
    const open = base.symbols.filter(isOpen);
    if (open.length === 0) return;
    const present = groups(head.symbols.filter(isOpen), key, check);
    // Taken from the end.
    for (const symbols of present.values()) symbols.reverse();
    for (const symbol of open) {
      check();
      const found = present.get(key(symbol))?.pop();
      if (found) join(symbol, found);
    }
  }
}

interface OpenSymbols {
  readonly base: readonly VersionSymbol[];
  readonly head: readonly VersionSymbol[];
}

interface ScoredMatch {
  readonly base: VersionSymbol;
  readonly head: VersionSymbol;
  readonly score: number;
}

class Matcher {
  #words = 0;
  readonly #wordCounts = new Map<VersionSymbol, WordCounts>();

  constructor(
    private readonly symbols: OpenSymbols,
    private readonly check: () => void,
  ) {}

  run(): void {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = this.#open("base").length;
      if (before === 0 || this.#open("head").length === 0) return;
      this.#matchMembers();
      this.#matchEqual();
      this.#matchMembers();
      this.#matchSimilar();
      if (this.#open("base").length === before) return;
    }
  }

  #open(side: keyof OpenSymbols): VersionSymbol[] {
    return this.symbols[side].filter(isOpen);
  }

  /** Members of what their parents have become, by name. Parents come before their members. */
  #matchMembers(): void {
    const nameOf = ({ fact: { name, kind } }: VersionSymbol): string =>
      `${kind === "constructor" ? "\0" : name}\0${kindGroup(kind)}`;
    const members = new Map<VersionSymbol, Map<string, VersionSymbol[]>>();
    for (const symbol of this.#open("head")) {
      this.check();
      if (symbol.parent === null) continue;
      const byName = members.get(symbol.parent) ?? new Map<string, VersionSymbol[]>();
      members.set(symbol.parent, byName);
      push(byName, nameOf(symbol), symbol);
    }
    for (const symbol of this.#open("base")) {
      this.check();
      const around = symbol.parent?.match ?? null;
      const found = around && members.get(around)?.get(nameOf(symbol))?.shift();
      if (found) join(symbol, found);
    }
  }

  /** Equal code: of the same name first; under another name only if nothing else is equal. */
  #matchEqual(): void {
    const equal = (symbol: VersionSymbol): string =>
      `${kindGroup(symbol.fact.kind)}\0${keyOf(symbol.wholeTokens)}`;
    const named = (symbol: VersionSymbol): string => `${symbol.fact.name}\0${equal(symbol)}`;
    this.#matchUnique((symbol) => (this.#mayMove(symbol) ? `${symbol.fact.label}\0${equal(symbol)}` : null));
    this.#matchUnique((symbol) => (this.#mayMove(symbol) ? named(symbol) : null));
    this.#matchUnique((symbol, side) =>
      weightOf(symbol) < MIN_WEIGHT ? null : `${placeOf(symbol, side)}\0${equal(symbol)}`,
    );
    this.#matchUnique((symbol) =>
      symbol.wholeTokens.length < MIN_TOKENS || weightOf(symbol) < MIN_WEIGHT ? null : equal(symbol),
    );
  }

  /** A short member of a type looks like those of others. */
  #mayMove(symbol: VersionSymbol): boolean {
    return symbol.parent === null || symbol.wholeTokens.length >= MIN_TOKENS;
  }

  /** Matches what is the only one of its key on both sides. */
  #matchUnique(key: (symbol: VersionSymbol, side: keyof OpenSymbols) => string | null): void {
    const old = groups(this.#open("base"), (symbol) => key(symbol, "base"), this.check);
    const present = groups(this.#open("head"), (symbol) => key(symbol, "head"), this.check);
    for (const [value, [symbol, ...others]] of old) {
      const [found, ...more] = present.get(value) ?? [];
      if (symbol && found && others.length === 0 && more.length === 0) join(symbol, found);
    }
  }

  /** The most similar pairs first; of equally similar ones, in the order of the versions. */
  #matchSimilar(): void {
    const scored: ScoredMatch[] = [];
    const heads = this.#open("head").filter(({ wholeTokens }) => wholeTokens.length > 1);
    const byName = groups(heads, ({ fact: { name } }) => name, this.check);
    const byFile = groups(heads, ({ pair }) => String(pair), this.check);
    const byLength = [...heads].sort(
      (left, right) => left.wholeTokens.length - right.wholeTokens.length || left.at - right.at,
    );
    for (const base of this.#open("base")) {
      this.check();
      if (base.wholeTokens.length < 2) continue;
      const namesakes = (byName.get(base.fact.name) ?? []).slice(0, MAX_NAMESAKES);
      const ofFile = (byFile.get(String(base.pair)) ?? []).slice(0, MAX_OF_FILE);
      const ofLength = base.wholeTokens.length < MIN_TOKENS ? [] : nearest(byLength, base.wholeTokens.length);
      for (const head of new Set([...namesakes, ...ofFile, ...ofLength])) {
        const score = this.#score(base, head);
        if (score !== null) scored.push({ base, head, score });
      }
    }
    scored.sort(
      (left, right) =>
        right.score - left.score || left.base.at - right.base.at || left.head.at - right.head.at,
    );
    for (const { base, head } of scored) if (isOpen(base) && isOpen(head)) join(base, head);
  }

  /** Share of common words; null if that is not enough to be the same symbol. */
  #score(base: VersionSymbol, head: VersionSymbol): number | null {
    if (!isSimilarKind(base.fact.kind, head.fact.kind)) return null;
    const least = leastSimilarity(base, head);
    const [left, right] = [this.#wordsOf(base), this.#wordsOf(head)];
    const most = (2 * Math.min(left.count, right.count)) / (left.count + right.count || 1);
    if (least === null || most < least) return null;
    this.#words += left.words.size + right.words.size;
    if (this.#words > MAX_WORDS) return null;
    this.check();
    if (sameTokens(base.wholeTokens, head.wholeTokens)) return 1;
    const score = commonShare(left, right);
    return score < least ? null : score;
  }

  #wordsOf(symbol: VersionSymbol): WordCounts {
    const known = this.#wordCounts.get(symbol);
    if (known) return known;
    const words = new Map<string, number>();
    let count = 0;
    for (const token of symbol.wholeTokens) {
      if (count >= MAX_SYMBOL_WORDS) break;
      if (!isWord(token)) continue;
      count++;
      words.set(token, (words.get(token) ?? 0) + 1);
    }
    const counts = { words, count };
    this.#wordCounts.set(symbol, counts);
    return counts;
  }
}

interface WordCounts {
  readonly words: ReadonlyMap<string, number>;
  readonly count: number;
}

/** As `similarity`, of words that are counted once. */
function commonShare(left: WordCounts, right: WordCounts): number {
  let common = 0;
  for (const [word, count] of left.words) common += Math.min(count, right.words.get(word) ?? 0);
  return (2 * common) / (left.count + right.count || 1);
}

/** The threshold for two symbols; null if no similarity makes them the same. */
function leastSimilarity(base: VersionSymbol, head: VersionSymbol): number | null {
  const isShort = Math.min(base.wholeTokens.length, head.wholeTokens.length) < MIN_TOKENS;
  const isInFile = base.pair === head.pair;
  const isInPlace = isInFile && (base.parent?.match ?? null) === head.parent;
  if (base.fact.name === head.fact.name) {
    if (isInPlace) return LEAST_SIMILARITY.sameName;
    if (isShort) return null;
    return isInFile ? LEAST_SIMILARITY.sameName : LEAST_IN_OTHER_FILE;
  }
  if (isShort) return null;
  return isInPlace ? LEAST_SIMILARITY.otherName : LEAST_SIMILARITY.moved;
}

/** Where a symbol is, or is expected in the head. */
function placeOf({ pair, parent }: VersionSymbol, side: keyof OpenSymbols): string {
  const around = side === "base" ? (parent?.match ?? null) : parent;
  return `${pair}\0${around?.at ?? (parent === null ? -1 : `gone ${parent.at}`)}`;
}

function weightOf({ wholeTokens }: VersionSymbol): number {
  let weight = 0;
  for (const token of wholeTokens) {
    if (isWord(token)) weight += token.length;
    if (weight >= MIN_WEIGHT) break;
  }
  return weight;
}

/** Symbols whose length is nearest to a number of tokens, from the first that is at least .8 of it. */
function nearest(byLength: readonly VersionSymbol[], length: number): readonly VersionSymbol[] {
  let [low, high] = [0, byLength.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byLength[middle] as VersionSymbol).wholeTokens.length < length) low = middle + 1;
    else high = middle;
  }
  return byLength.slice(Math.max(0, low - MAX_OF_LENGTH / 2), low + MAX_OF_LENGTH / 2);
}

function isOpen({ match }: VersionSymbol): boolean {
  return match === null;
}

function join(symbol: VersionSymbol, found: VersionSymbol): void {
  symbol.match = found;
  found.match = symbol;
}

function groups(
  symbols: readonly VersionSymbol[],
  key: (symbol: VersionSymbol) => string | null,
  check: () => void,
): Map<string, VersionSymbol[]> {
  const byKey = new Map<string, VersionSymbol[]>();
  for (const symbol of symbols) {
    check();
    const value = key(symbol);
    if (value !== null) push(byKey, value, symbol);
  }
  return byKey;
}

function push<Key>(byKey: Map<Key, VersionSymbol[]>, key: Key, symbol: VersionSymbol): void {
  const known = byKey.get(key);
  if (known) known.push(symbol);
  else byKey.set(key, [symbol]);
}
