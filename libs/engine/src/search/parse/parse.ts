/**
 * The parse stage: turns a query without its filters into the question, its vector and the tokens of `must:`.
 */
import { closestSpellings, spellingOf, TYPOS } from "../../lexical/edit-distance.ts";
import { tokenize, wordsOf, wordTokens } from "../../lexical/tokens.ts";
import { compareText } from "../../model/paths.ts";
import type { ParsedQuery } from "../../query/parse-query.ts";
import type { Snapshot } from "../../store/store.ts";
import { TYPO_CERTAINTY } from "../rank/ranking.ts";
import { expandTerms } from "./expand-terms.ts";
import { withDefinition } from "./find-definition.ts";
import type { EmbeddedQuestion, QuestionVector } from "./question-vector.ts";
import { type Correction, type Identifier, parseQuestion, type Question } from "./question.ts";

export interface ParseInput {
  readonly query: ParsedQuery;
  /** Supplies the vocabulary for compound words and corrections. */
  readonly snapshot: Snapshot;
  readonly embedding: QuestionVector;
  /** Called every few milliseconds of work; may throw to stop it. */
  readonly check: () => void;
}

export interface ParsedSearch extends EmbeddedQuestion {
  readonly question: Question;
  /** Tokens of the texts that results must contain, with repeats. */
  readonly mustTokens: readonly string[];
}

/** Throws `CANCELLED`, and whatever `check` throws. */
export async function parse({ query, snapshot, embedding, check }: ParseInput): Promise<ParsedSearch> {
  const joined = await joinCompoundWords(parseQuestion(questionText(query)), snapshot);
  const corrected = await correctTypos(joined, snapshot, check);
  const question = await expandTerms(await withDefinition(corrected, snapshot, check), snapshot);
  // Compounds are indexed whole in lower case: `must:ISRETRYABLE` has to find `isRetryable`.
  const mustTokens = query.must.flatMap((text) => [...tokenize(text), ...wordsOf(text.toLowerCase())]);
  return { ...(await embedding()), question, mustTokens };
}

/** The free text of a query. If the query has only operators, the text of `must:` is the question. */
export function questionText({ text, must }: ParsedQuery): string {
  return text === "" ? must.join(" ") : text;
}

// Finds words in lower case that are a compound name in the index: `allowprivilegeescalation`,
// `httpbatchlink`.

/**
 * The question with such words replaced by the compounds that the index has.
 *
 * A word of one part is normally looked up by its stem, but compounds are indexed whole, without stemming. If
 * the index has no token for a word's stem but has the whole word, the question uses the whole word.
 */
export async function joinCompoundWords(question: Question, snapshot: Snapshot): Promise<Question> {
  const wholeOf = new Map(
    wordsOf(question.text).flatMap((word) => {
      const [stem, more] = wordTokens(word);
      const whole = word.toLowerCase();
      return stem === undefined || more !== undefined || stem === whole ? [] : [[stem, whole] as const];
    }),
  );
  if (wholeOf.size === 0) return question;
  const counts = await snapshot.frequencies([...wholeOf].flat());
  const known = new Map(
    [...wholeOf].filter(([stem, whole]) => counts.get(stem) === 0 && (counts.get(whole) ?? 0) > 0),
  );
  if (known.size === 0) return question;
  const tokens = question.tokens.map((token) => known.get(token) ?? token);
  return { ...question, tokens, distinctTokens: [...new Set(tokens)] };
}

// Corrects misspelled identifiers: finds those that the index does not have, and the names within a typo of
// them.

/**
 * The question extended by the names that it misspells, or the same question if it misspells none.
 *
 * A name that differs only in capitals is certainly meant, even if some text contains the word as the
 * question spells it. So is a name that differs only in underscores, unless some text contains the question's
 * spelling.
 *
 * @param check called for each name of the index that is compared; may throw
 */
export async function correctTypos(
  question: Question,
  snapshot: Snapshot,
  check?: () => void,
): Promise<Question> {
  const missing: string[] = [];
  for (const { name, certainty } of question.identifiers)
    if (
      certainty === 1 &&
      name.length >= TYPOS.leastChars &&
      (await snapshot.filesDefining(name)).length === 0
    )
      missing.push(name);
  const meantBy = await meantNames(missing, snapshot, check);
  if (meantBy.size === 0) return question;
  const corrections = missing.flatMap((term): Correction[] => {
    const meant = meantBy.get(term);
    return meant ? [{ term, meant }] : [];
  });
  const tokens = [...question.tokens, ...corrections.flatMap(({ meant }) => meant.flatMap(wordTokens))];
  const identifiers = corrections.flatMap(({ term, meant }) =>
    meant.map((name): Identifier => ({ name, certainty: isSame(term, name) ? 1 : TYPO_CERTAINTY })),
  );
  return {
    ...question,
    tokens,
    distinctTokens: [...new Set(tokens)],
    identifiers: [...question.identifiers, ...identifiers],
    corrections,
  };
}

/** Corrections by misspelled name; names without a correction are left out. */
async function meantNames(
  missing: readonly string[],
  snapshot: Snapshot,
  check?: () => void,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const meantBy = new Map<string, readonly string[]>();
  const unknown: string[] = [];
  for (const term of missing) {
    const same = await inOtherCapitals(term, snapshot);
    const isUnknown = same.length === 0 && !(await isWritten(term, snapshot));
    const meant = isUnknown ? await inOtherCase(term, snapshot) : same;
    if (meant.length > 0) meantBy.set(term, meant);
    else if (isUnknown) unknown.push(term);
  }
  if (unknown.length === 0) return meantBy;
  // One lookup for all names: a pasted stack trace has dozens, and a store scans all of its names per lookup.
  const lengths = unknown.map(({ length }) => length);
  const spellings = (
    await snapshot.symbolNames(Math.min(...lengths) - TYPOS.slips, Math.max(...lengths) + TYPOS.slips, check)
  ).map((name) => (check?.(), spellingOf(name)));
  for (const term of unknown) {
    const closest = closestSpellings(term, spellings, check);
    if (closest.length > 0) meantBy.set(term, closest);
  }
  return meantBy;
}

/** Whether some text contains the name as a whole word. If so, it is no typo. */
async function isWritten(name: string, snapshot: Snapshot): Promise<boolean> {
  const whole = wordTokens(name).at(-1);
  return whole === undefined || ((await snapshot.frequencies([whole])).get(whole) ?? 0) > 0;
}

/** Whether the names are equal except for capitals and underscores. */
function isSame(left: string, right: string): boolean {
  const letters = (name: string): string => name.replaceAll("_", "").toLowerCase();
  return letters(left) === letters(right);
}

/**
 * Names with the same letters that have several parts. A single word that also names something proves
 * nothing.
 */
async function inOtherCapitals(asked: string, snapshot: Snapshot): Promise<readonly string[]> {
  const same = (await snapshot.namesInAnyCase(asked)).filter((name) => wordTokens(name).length > 1);
  return same.sort(compareText).slice(0, TYPOS.names);
}

/** Names in another language's convention: `getUser` for `get_user`, and the other way round. */
async function inOtherCase(asked: string, snapshot: Snapshot): Promise<readonly string[]> {
  const parted = asked.replace(/([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$3_$2");
  const found = await Promise.all(
    [parted, asked.replaceAll("_", "")].map((spelled) => inOtherCapitals(spelled, snapshot)),
  );
  return [...new Set(found.flat())].sort(compareText).slice(0, TYPOS.names);
}
