/**
 * Tells copies from different code. Two passages are copies if both are about a symbol of the same label and
 * at most a tenth of their words differ, whatever the order; a passage needs eight words. Pure.
 */
import { compareText } from "../../model/paths.ts";
import type { RankedFile } from "../rank/rank.ts";
import { NEAR_IDENTICAL } from "../rank/ranking.ts";
import type { Passage } from "./passages.ts";

/** Words of a passage, each with its number of occurrences. */
interface WordCounts {
  readonly total: number;
  readonly counts: ReadonlyMap<string, number>;
}

const WORD = /[\p{L}\p{N}_]+/gu;
/** The same for texts without other characters, for which it is several times as fast. */
const ASCII_WORD = /\w+/g;
const NOT_ASCII = /[^\0-\x7f]/;

/** Compares passages; counts the words of each only once. */
export class CopyFinder {
  private readonly countsByPassage = new Map<Passage, WordCounts>();

  /** First of `passages` that `passage` is a copy of, in another file; undefined if there is none. */
  originalOf(passage: Passage, passages: Iterable<Passage>): Passage | undefined {
    for (const other of passages) if (this.isCopy(passage, other)) return other;
    return undefined;
  }

  private isCopy(passage: Passage, other: Passage): boolean {
    if (passage.path === other.path) return false;
    if (!areAboutAsLong(passage.text.length, other.text.length)) return false;
    const [fewer, more] = [this.wordsOf(passage), this.wordsOf(other)].sort(
      (left, right) => left.total - right.total,
    ) as [WordCounts, WordCounts];
    const least = (1 - NEAR_IDENTICAL.differingShare) * more.total;
    if (fewer.total < Math.max(least, NEAR_IDENTICAL.leastWords)) return false;
    let shared = 0;
    for (const [word, count] of fewer.counts) shared += Math.min(count, more.counts.get(word) ?? 0);
    // Methods of generated classes differ in little but the class. Symbols are slow to find, so this is last.
    return shared >= least && passage.symbol?.label === other.symbol?.label;
  }

  private wordsOf(passage: Passage): WordCounts {
    let words = this.countsByPassage.get(passage);
    if (!words) {
      const counts = new Map<string, number>();
      let total = 0;
      const text = passage.text.slice(0, NEAR_IDENTICAL.mostChars);
      for (const word of text.match(NOT_ASCII.test(text) ? WORD : ASCII_WORD) ?? []) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
        total++;
      }
      this.countsByPassage.set(passage, (words = { total, counts }));
    }
    return words;
  }
}

/**
 * Whether two texts may be copies by their lengths. Texts that are too long to be compared whole must be
 * about as long as one another; for others this only saves the comparison.
 */
function areAboutAsLong(length: number, other: number): boolean {
  const [shorter, longer] = [Math.min(length, other), Math.max(length, other)];
  const leastShare = longer > NEAR_IDENTICAL.mostChars ? 1 - NEAR_IDENTICAL.differingShare : 0.5;
  return shorter >= leastShare * longer;
}

/** A version of a passage, with what decides whether it is the main one. */
export interface PassageVersion {
  readonly ranked: RankedFile;
  readonly path: string;
  /** Number of distinct words of the question in the path. */
  readonly wordsInPath: number;
}

/**
 * The main version first: the file that the question names, then the one with most of the text that it
 * quotes, then the one of the highest prior (the program before tests, vendored and generated code), then the
 * one with most words of the question in its path, then the one that most files import, then the one in the
 * fewest folders, then by path.
 */
export function compareVersions(left: PassageVersion, right: PassageVersion): number {
  const { ranked: one } = left;
  const { ranked: other } = right;
  return (
    other.signals.mentioned - one.signals.mentioned ||
    // A bundle repeats a little more of any sentence than the source that it was made of.
    Math.round(other.signals.quoted) - Math.round(one.signals.quoted) ||
    other.prior - one.prior ||
    right.wordsInPath - left.wordsInPath ||
    other.signals.imported - one.signals.imported ||
    left.path.split("/").length - right.path.split("/").length ||
    compareText(left.path, right.path)
  );
}
