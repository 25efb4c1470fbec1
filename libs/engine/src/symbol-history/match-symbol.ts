/**
 * Finds a symbol in an older version of a file, or in another file that it may have come from. Pure.
 *
 * In order: the symbol of the same qualified name and a similar kind; else, among the symbols that the newer
 * version no longer has, the most similar one. How similar it has to be depends on what else speaks for it
 * (`LEAST_SIMILARITY`).
 */
import type { SymbolFact } from "@satori/sidecar";
import { sameTokens, similarity } from "../lexical/code-tokens.ts";
import { LEAST_SIMILARITY, MIN_TOKENS, isSimilarKind, isWord } from "../lexical/symbol-similarity.ts";
import { type AnalyzedVersion, type TrackedSymbol, trackedSymbol } from "./file-version.ts";
import type { LineRange } from "./line-changes.ts";

/** Symbols that are compared by their tokens; a file may have tens of thousands. */
const MAX_COMPARED = 500;

/**
 * The symbol that the newer one was in the older version; null if it has none.
 *
 * @param newer symbols of the version of `symbol`, if they are known to be needed
 * @param mapped lines of the older version that became the symbol's
 */
export function olderSymbol(
  symbol: TrackedSymbol,
  newer: AnalyzedVersion,
  older: AnalyzedVersion,
  mapped: LineRange,
): TrackedSymbol | null {
  const sameName = older.symbols.filter(
    ({ label, kind }) => label === symbol.label && isSimilarKind(kind, symbol.kind),
  );
  const twins = newer.symbols.filter(
    ({ label, kind }) => label === symbol.label && isSimilarKind(kind, symbol.kind),
  );
  if (sameName.length === 1 && twins.length <= 1) return trackedSymbol(older, sameName[0] as SymbolFact);
  if (sameName.length > 0) return amongTwins(symbol, { newer, twins }, { older, sameName }, mapped);
  return renamedSymbol(symbol, newer, older, mapped);
}

/** The symbol of the same name, where a version has several: the same tokens, else the nearest lines. */
function amongTwins(
  symbol: TrackedSymbol,
  { newer, twins }: { readonly newer: AnalyzedVersion; readonly twins: readonly SymbolFact[] },
  { older, sameName }: { readonly older: AnalyzedVersion; readonly sameName: readonly SymbolFact[] },
  mapped: LineRange,
): TrackedSymbol | null {
  const others = twins
    .filter(({ startLine }) => startLine !== symbol.startLine)
    .map((fact) => trackedSymbol(newer, fact));
  const candidates = sameName.map((fact) => trackedSymbol(older, fact));
  const same = candidates.filter(({ tokens }) => sameTokens(tokens, symbol.tokens));
  // A definition that another one of this name still has word by word is that one's.
  const free = candidates.filter(({ tokens }) => !others.some((other) => sameTokens(other.tokens, tokens)));
  const pool = same.length > 0 ? same : free;
  return [...pool].sort((left, right) => distance(left, mapped) - distance(right, mapped))[0] ?? null;
}

/** The symbol under another qualified name in the same file: renamed, or in another class. */
function renamedSymbol(
  symbol: TrackedSymbol,
  newer: AnalyzedVersion,
  older: AnalyzedVersion,
  mapped: LineRange,
): TrackedSymbol | null {
  const remaining = new Set(newer.symbols.map(({ label }) => label));
  const gone = older.symbols
    .filter(({ label, kind }) => !remaining.has(label) && isSimilarKind(kind, symbol.kind))
    .slice(0, MAX_COMPARED);
  return mostSimilar(symbol, older, gone, (candidate) =>
    candidate.name === symbol.name
      ? LEAST_SIMILARITY.sameName
      : overlap(candidate, mapped) >= 0.5
        ? LEAST_SIMILARITY.sameLines
        : LEAST_SIMILARITY.otherName,
  );
}

/**
 * The symbol that was moved away from another file: one of the same name, else one with an equal body, which
 * the file's newer version no longer has.
 *
 * @param newer the other file after the commit; null if it was removed
 */
export function movedSymbol(
  symbol: TrackedSymbol,
  older: AnalyzedVersion,
  newer: Pick<AnalyzedVersion, "symbols"> | null,
): TrackedSymbol | null {
  const remaining = new Set(newer?.symbols.map(({ label }) => label) ?? []);
  const gone = older.symbols.filter(
    ({ label, kind }) => !remaining.has(label) && isSimilarKind(kind, symbol.kind),
  );
  const sameName = gone.filter(({ name }) => name === symbol.name).slice(0, MAX_COMPARED);
  return (
    mostSimilar(symbol, older, sameName, () => LEAST_SIMILARITY.sameName) ??
    (symbol.tokens.length < MIN_TOKENS
      ? null
      : mostSimilar(symbol, older, gone.slice(0, MAX_COMPARED), () => LEAST_SIMILARITY.moved))
  );
}

/** The most similar candidate above its threshold, by similarity, then start line. */
function mostSimilar(
  symbol: TrackedSymbol,
  older: AnalyzedVersion,
  facts: readonly SymbolFact[],
  least: (candidate: TrackedSymbol) => number,
): TrackedSymbol | null {
  const own = withoutName(symbol);
  let best: { readonly candidate: TrackedSymbol; readonly score: number } | null = null;
  for (const fact of facts) {
    const candidate = trackedSymbol(older, fact);
    const tokens = withoutName(candidate);
    const score = sameTokens(own, tokens) ? 1 : similarity(own.filter(isWord), tokens.filter(isWord));
    const isTooShort = Math.min(own.length, tokens.length) < MIN_TOKENS && candidate.name !== symbol.name;
    if (score < (isTooShort ? 1 : least(candidate)) || (best !== null && score <= best.score)) continue;
    best = { candidate, score };
  }
  return best?.candidate ?? null;
}

function withoutName({ tokens, name }: TrackedSymbol): readonly string[] {
  return tokens.filter((token) => token !== name);
}

/** Share of the candidate's lines that are among the mapped ones. */
function overlap(candidate: LineRange, mapped: LineRange): number {
  const common =
    Math.min(candidate.endLine, mapped.endLine) - Math.max(candidate.startLine, mapped.startLine) + 1;
  return Math.max(0, common) / (candidate.endLine - candidate.startLine + 1);
}

function distance(candidate: LineRange, mapped: LineRange): number {
  return Math.abs(candidate.startLine - mapped.startLine);
}
