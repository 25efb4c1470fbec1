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

/** A question that also asks for the names that it misspells; the same where it misspells none. */
export async function withoutTypos(question: Question, snapshot: Snapshot): Promise<Question> {
  const corrections: Correction[] = [];
  for (const { name, certainty } of question.identifiers) {
    if (certainty < 1 || name.length < TYPOS.leastChars || !(await isUnknown(name, snapshot))) continue;
    const meant = closestNames(name, await snapshot.symbolNames(name.length - TYPOS.slips, name.length + TYPOS.slips));
    if (meant.length > 0) corrections.push({ term: name, meant });
  }
  if (corrections.length === 0) return question;
  const names = corrections.flatMap(({ meant }) => meant);
  const tokens = [...question.tokens, ...names.flatMap(wordTokens)];
  const identifiers = names.map((name): Identifier => ({ name, certainty: TYPOS.certainty }));
  return { ...question, tokens, distinctTokens: [...new Set(tokens)], identifiers: [...question.identifiers, ...identifiers], corrections };
}

/** Neither a symbol nor, as a whole, a word of any text: what is written somewhere is no slip. */
async function isUnknown(name: string, snapshot: Snapshot): Promise<boolean> {
  const whole = wordTokens(name).at(-1);
  if (whole === undefined || (await snapshot.filesDefining(name)).length > 0) return false;
  return ((await snapshot.frequencies([whole])).get(whole) ?? 0) === 0;
}

/** Names that differ least, if it is by no more than a slip, or two in a long one. */
function closestNames(asked: string, names: Iterable<string>): string[] {
  const term = asked.toLowerCase();
  let least = term.length < TYPOS.longChars ? 1 : TYPOS.slips;
  let closest: string[] = [];
  for (const name of names) {
    const slips = slipsBetween(term, name.toLowerCase(), least);
    if (slips > least) continue;
    if (slips < least) [least, closest] = [slips, []];
    closest.push(name);
  }
  return closest.sort(compareText).slice(0, TYPOS.names);
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
