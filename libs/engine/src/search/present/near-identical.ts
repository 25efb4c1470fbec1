/**
 * Tells copies from different code: two passages are near-identical if at most a tenth of their words differ
 * and both are about a symbol of the same name. Pure.
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

/** Compares passages; counts the words of each only once. */
export class CopyFinder {
  private readonly known = new Map<Passage, WordCounts>();

  /** First of `passages` that `passage` is a copy of, in another file; undefined if there is none. */
  originalOf(passage: Passage, passages: Iterable<Passage>): Passage | undefined {
    for (const other of passages) if (this.isCopy(passage, other)) return other;
    return undefined;
  }

  private isCopy(passage: Passage, other: Passage): boolean {
    if (passage.path === other.path) return false;
    const [fewer, more] = [this.wordsOf(passage), this.wordsOf(other)].sort(
      (left, right) => left.total - right.total,
    ) as [WordCounts, WordCounts];
    const least = (1 - NEAR_IDENTICAL.differingShare) * more.total;
    if (fewer.total < Math.max(least, NEAR_IDENTICAL.leastWords)) return false;
    let shared = 0;
    for (const [word, count] of fewer.counts) shared += Math.min(count, more.counts.get(word) ?? 0);
    // Generated entities and endpoints differ only in a name, which is what tells them apart.
    return shared >= least && passage.symbol?.name === other.symbol?.name;
  }

  private wordsOf(passage: Passage): WordCounts {
    let words = this.known.get(passage);
    if (!words) {
      const counts = new Map<string, number>();
      let total = 0;
      for (const [word] of passage.text.slice(0, NEAR_IDENTICAL.mostChars).matchAll(WORD)) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
        total++;
      }
      this.known.set(passage, (words = { total, counts }));
    }
    return words;
  }
}

/** A version of a passage, with what tells the main one. */
export interface Version {
  readonly ranked: RankedFile;
  readonly path: string;
  /** Number of distinct words of the question in the path. */
  readonly wordsInPath: number;
}

/**
 * The main version first: the file that the question names, then the one of the highest prior (the program
 * before tests, vendored and generated code), then the one with most words of the question in its path, then
 * the one that most files import, then the one in the fewest folders, then by path.
 */
export function compareVersions(left: Version, right: Version): number {
  const { ranked: one } = left;
  const { ranked: other } = right;
  return (
    other.signals.mentioned - one.signals.mentioned ||
    other.prior - one.prior ||
    right.wordsInPath - left.wordsInPath ||
    other.signals.imported - one.signals.imported ||
    left.path.split("/").length - right.path.split("/").length ||
    compareText(left.path, right.path)
  );
}
