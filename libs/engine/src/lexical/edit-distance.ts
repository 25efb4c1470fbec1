/** Finds names within a few typos of another name. Pure. */
import { compareText } from "../model/paths.ts";

/**
 * Limits of corrections: shortest name in characters, length from which a name is long, most typos in a long
 * name (one in others), and most names returned.
 */
export const TYPOS = { leastChars: 5, longChars: 10, slips: 2, names: 3 } as const;

/** A name in the form that is compared. */
export interface Spelling {
  readonly name: string;
  /** In lower case, because a difference in case is no typo. */
  readonly lower: string;
  /** A bit for each letter in the name; some letters share a bit. */
  readonly letters: number;
}

/** The comparable form of a name. Keep it for names that are compared more than once. */
export function spellingOf(name: string): Spelling {
  const lower = name.toLowerCase();
  let letters = 0;
  for (let at = 0; at < lower.length; at++) letters |= 1 << (lower.charCodeAt(at) & 31);
  return { name, lower, letters };
}

/**
 * Closest names, ignoring case, if they are within one typo, or two for a long name. Sorted by name, at most
 * `TYPOS.names`.
 *
 * @param check called for each name; may throw
 */
export function closestNames(asked: string, names: Iterable<string>, check?: () => void): string[] {
  return closestSpellings(asked, spellingsOf(names), check);
}

/** Spellings of the names, computed one by one as they are compared. */
function* spellingsOf(names: Iterable<string>): Iterable<Spelling> {
  for (const name of names) yield spellingOf(name);
}

/** As `closestNames`, for names whose spellings are already computed. */
export function closestSpellings(asked: string, names: Iterable<Spelling>, check?: () => void): string[] {
  const term = spellingOf(asked);
  let least = term.lower.length < TYPOS.longChars ? 1 : TYPOS.slips;
  let closest: string[] = [];
  for (const { name, lower, letters } of names) {
    check?.();
    // A typo adds at most one letter and removes at most one. This rules out most names in a twentieth of the
    // time.
    if (Math.max(bitsIn(letters & ~term.letters), bitsIn(term.letters & ~letters)) > least) continue;
    const slips = slipsBetween(term.lower, lower, least);
    if (slips > least) continue;
    if (slips < least) [least, closest] = [slips, []];
    closest.push(name);
  }
  return closest.sort(compareText).slice(0, TYPOS.names);
}

/**
 * Number of letters that are added, left out, replaced, or swapped with their neighbour, at most `most + 1`.
 * Computes the optimal string alignment row by row (Damerau 1964, Wagner and Fischer 1974).
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
    // No later row has a smaller number than the least of two consecutive rows.
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
