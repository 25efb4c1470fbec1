/** Identifiers that a question misspells: those that nothing in the index has, and the names that are but a slip away. */
import { wordTokens } from "../../lexical/tokens.ts";
import { compareText } from "../../model/paths.ts";
import type { Snapshot } from "../../store/store.ts";
import type { Identifier, Question } from "./question.ts";
import { TYPOS } from "../ranking/ranking.ts";

export interface Correction {
  /** As the question has it. */
  readonly term: string;
  /** Names of the index, by how little they differ, then in their order. */
  readonly meant: readonly string[];
}

/**
 * A question that also asks for the names that it misspells; the same where it misspells none. A name that differs by nothing but
 * its capitals is surely meant, be it that the text has it as it is asked for, too; so is one that differs by its underscores, where nothing has that.
 */
export async function withoutTypos(question: Question, snapshot: Snapshot): Promise<Question> {
  const missing: string[] = [];
  for (const { name, certainty } of question.identifiers) if (certainty === 1 && name.length >= TYPOS.leastChars && (await snapshot.filesDefining(name)).length === 0) missing.push(name);
  const meantBy = await meantNames(missing, snapshot);
  if (meantBy.size === 0) return question;
  const corrections = missing.flatMap((term): Correction[] => {
    const meant = meantBy.get(term);
    return meant ? [{ term, meant }] : [];
  });
  const tokens = [...question.tokens, ...corrections.flatMap(({ meant }) => meant.flatMap(wordTokens))];
  const identifiers = corrections.flatMap(({ term, meant }) => meant.map((name): Identifier => ({ name, certainty: isSame(term, name) ? 1 : TYPOS.certainty })));
  return { ...question, tokens, distinctTokens: [...new Set(tokens)], identifiers: [...question.identifiers, ...identifiers], corrections };
}

/** By name, of those for which there are any. */
async function meantNames(missing: readonly string[], snapshot: Snapshot): Promise<ReadonlyMap<string, readonly string[]>> {
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
  // Once for all: a pasted stack trace has dozens, and a store goes through all of its names for each time that it is asked.
  const lengths = unknown.map(({ length }) => length);
  const spellings = (await snapshot.symbolNames(Math.min(...lengths) - TYPOS.slips, Math.max(...lengths) + TYPOS.slips)).map(spellingOf);
  for (const term of unknown) {
    const closest = closestSpellings(term, spellings);
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

/** Names that have no other letters, if one has several parts: that a word is also the name of something says nothing. */
async function inOtherCapitals(asked: string, snapshot: Snapshot): Promise<readonly string[]> {
  const same = (await snapshot.namesInAnyCase(asked)).filter((name) => wordTokens(name).length > 1);
  return same.sort(compareText).slice(0, TYPOS.names);
}

/** `getUser` for `get_user`, and the other way round: what another language's convention makes of a name. */
async function inOtherCase(asked: string, snapshot: Snapshot): Promise<readonly string[]> {
  const parted = asked.replace(/([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$3_$2");
  const found = await Promise.all([parted, asked.replaceAll("_", "")].map((spelled) => inOtherCapitals(spelled, snapshot)));
  return [...new Set(found.flat())].sort(compareText).slice(0, TYPOS.names);
}

/** What a name is compared by. */
interface Spelling {
  readonly name: string;
  /** In lower case, as the slip of a capital is none. */
  readonly lower: string;
  /** A bit for each letter that it has; some letters share one. */
  readonly letters: number;
}

function spellingOf(name: string): Spelling {
  const lower = name.toLowerCase();
  let letters = 0;
  for (let at = 0; at < lower.length; at++) letters |= 1 << (lower.charCodeAt(at) & 31);
  return { name, lower, letters };
}

/** Names that differ least, in any case, if it is by no more than a slip, or two in a long one. */
export function closestNames(asked: string, names: Iterable<string>): string[] {
  return closestSpellings(asked, Array.from(names, spellingOf));
}

function closestSpellings(asked: string, names: readonly Spelling[]): string[] {
  const term = spellingOf(asked);
  let least = term.lower.length < TYPOS.longChars ? 1 : TYPOS.slips;
  let closest: string[] = [];
  for (const { name, lower, letters } of names) {
    // A slip adds one letter at most, and takes one away: most names are told apart by that, in a twentieth of the time.
    if (Math.max(bitsIn(letters & ~term.letters), bitsIn(term.letters & ~letters)) > least) continue;
    const slips = slipsBetween(term.lower, lower, least);
    if (slips > least) continue;
    if (slips < least) [least, closest] = [slips, []];
    closest.push(name);
  }
  return closest.sort(compareText).slice(0, TYPOS.names);
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * Letters that are added, left out, replaced, or swapped with their neighbour, at most `most + 1`: optimal string alignment,
 * row by row (Damerau 1964, Wagner and Fischer 1974).
 */
export function slipsBetween(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row++) {
    const next = [row];
    for (let at = 1; at <= right.length; at++) {
      const isSame = left[row - 1] === right[at - 1];
      const isSwapped = row > 1 && at > 1 && left[row - 1] === right[at - 2] && left[row - 2] === right[at - 1];
      const slips = Math.min((last[at] as number) + 1, (next[at - 1] as number) + 1, (last[at - 1] as number) + (isSame ? 0 : 1));
      next.push(isSwapped ? Math.min(slips, (before[at - 2] as number) + 1) : slips);
    }
    // No later row has a smaller number than the least of two in a row.
    if (Math.min(...next, ...last) > most) return most + 1;
    [before, last] = [last, next];
  }
  return Math.min(last[right.length] as number, most + 1);
}
