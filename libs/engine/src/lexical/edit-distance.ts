/** Which names are but a slip away from one that is asked for. Pure. */
import { compareText } from "../model/paths.ts";

/**
 * When a name that is not there is taken for another: from this length on, up to so many slips (one in a word
 * that is not long), at most so many names.
 */
export const TYPOS = { leastChars: 5, longChars: 10, slips: 2, names: 3 } as const;

/** What a name is compared by. */
export interface Spelling {
  readonly name: string;
  /** In lower case, as the slip of a capital is none. */
  readonly lower: string;
  /** A bit for each letter that it has; some letters share one. */
  readonly letters: number;
}

/** Of names that are compared more than once, to be kept. */
export function spellingOf(name: string): Spelling {
  const lower = name.toLowerCase();
  let letters = 0;
  for (let at = 0; at < lower.length; at++) letters |= 1 << (lower.charCodeAt(at) & 31);
  return { name, lower, letters };
}

/**
 * Names that differ least, in any case, if it is by no more than a slip, or two in a long one.
 *
 * @param check called for each name; it may throw
 */
export function closestNames(asked: string, names: Iterable<string>, check?: () => void): string[] {
  return closestSpellings(asked, spellingsOf(names), check);
}

/** One after the other, as they are compared. */
function* spellingsOf(names: Iterable<string>): Iterable<Spelling> {
  for (const name of names) yield spellingOf(name);
}

/** The same of names whose spellings are at hand. */
export function closestSpellings(asked: string, names: Iterable<Spelling>, check?: () => void): string[] {
  const term = spellingOf(asked);
  let least = term.lower.length < TYPOS.longChars ? 1 : TYPOS.slips;
  let closest: string[] = [];
  for (const { name, lower, letters } of names) {
    check?.();
    // A slip adds one letter at most, and takes one away: most names are told apart by that, in a twentieth
    // of the time.
    if (Math.max(bitsIn(letters & ~term.letters), bitsIn(term.letters & ~letters)) > least) continue;
    const slips = slipsBetween(term.lower, lower, least);
    if (slips > least) continue;
    if (slips < least) [least, closest] = [slips, []];
    closest.push(name);
  }
  return closest.sort(compareText).slice(0, TYPOS.names);
}

/**
 * Letters that are added, left out, replaced, or swapped with their neighbour, at most `most + 1`: optimal
 * string alignment, row by row (Damerau 1964, Wagner and Fischer 1974).
 */
export function slipsBetween(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row++) {
    const next = [row];
    for (let at = 1; at <= right.length; at++) {
      const isSame = left[row - 1] === right[at - 1];
      const isSwapped =
        row > 1 && at > 1 && left[row - 1] === right[at - 2] && left[row - 2] === right[at - 1];
      const slips = Math.min(
        (last[at] as number) + 1,
        (next[at - 1] as number) + 1,
        (last[at - 1] as number) + (isSame ? 0 : 1),
      );
      next.push(isSwapped ? Math.min(slips, (before[at - 2] as number) + 1) : slips);
    }
    // No later row has a smaller number than the least of two in a row.
    if (Math.min(...next, ...last) > most) return most + 1;
    [before, last] = [last, next];
  }
  return Math.min(last[right.length] as number, most + 1);
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
