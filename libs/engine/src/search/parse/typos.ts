/**
 * Identifiers that a question misspells: those that nothing in the index has, and the names that are but a
 * slip away.
 */
import { TYPOS, closestSpellings, spellingOf } from "../../lexical/edit-distance.ts";
import { wordTokens } from "../../lexical/tokens.ts";
import { compareText } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import type { Identifier, Question } from "./question.ts";
import { TYPO_CERTAINTY } from "../rank/ranking.ts";

export interface Correction {
  /** As the question has it. */
  readonly term: string;
  /** Names of the index, by how little they differ, then in their order. */
  readonly meant: readonly string[];
}

/**
 * A question that also asks for the names that it misspells; the same where it misspells none. A name that
 * differs by nothing but its capitals is surely meant, be it that the text has it as it is asked for, too; so
 * is one that differs by its underscores, where nothing has that.
 *
 * @param check called for each name of the index that is compared; it may throw
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

/** By name, of those for which there are any. */
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
  // Once for all: a pasted stack trace has dozens, and a store goes through all of its names for each time
  // that it is asked.
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

/** As a whole a word of some text: what is written somewhere is no slip. */
async function isWritten(name: string, snapshot: Snapshot): Promise<boolean> {
  const whole = wordTokens(name).at(-1);
  return whole === undefined || ((await snapshot.frequencies([whole])).get(whole) ?? 0) > 0;
}

/** But for capitals and underscores. */
function isSame(left: string, right: string): boolean {
  const letters = (name: string): string => name.replaceAll("_", "").toLowerCase();
  return letters(left) === letters(right);
}

/**
 * Names that have no other letters, if one has several parts: that a word is also the name of something says
 * nothing.
 */
async function inOtherCapitals(asked: string, snapshot: Snapshot): Promise<readonly string[]> {
  const same = (await snapshot.namesInAnyCase(asked)).filter((name) => wordTokens(name).length > 1);
  return same.sort(compareText).slice(0, TYPOS.names);
}

/** `getUser` for `get_user`, and the other way round: what another language's convention makes of a name. */
async function inOtherCase(asked: string, snapshot: Snapshot): Promise<readonly string[]> {
  const parted = asked.replace(/([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$3_$2");
  const found = await Promise.all(
    [parted, asked.replaceAll("_", "")].map((spelled) => inOtherCapitals(spelled, snapshot)),
  );
  return [...new Set(found.flat())].sort(compareText).slice(0, TYPOS.names);
}
