/** Commits and the files they changed, as the index stores them. Pure. */
import { compress, decompress } from "@satori/sidecar";

export interface Commit {
  /** Distinct tokens of its subject. */
  readonly words: readonly string[];
  /** Files that it changed, as index paths, including files that no longer exist. */
  readonly paths: readonly string[];
}

export interface History {
  /** The commit where reading started; "" without a repository. */
  readonly head: string;
  /** Newest first. */
  readonly commits: readonly Commit[];
}

/**
 * The history with each word and path stored once, and commits as numbers, since each question goes through
 * all commits.
 */
export interface IndexedHistory {
  readonly words: readonly string[];
  readonly paths: readonly string[];
  /**
   * For each commit: number of words, number of paths, then the positions of its words, then of its paths.
   */
  readonly numbers: readonly number[];
}

/** Encodes commits, in their order. */
export function encodeCommits(commits: readonly Commit[]): Uint8Array {
  const [words, paths] = [new Map<string, number>(), new Map<string, number>()];
  const numbers = commits.flatMap((commit) => [
    commit.words.length,
    commit.paths.length,
    ...commit.words.map((word) => position(word, words)),
    ...commit.paths.map((path) => position(path, paths)),
  ]);
  return compress(JSON.stringify([[...words.keys()], [...paths.keys()], numbers]));
}

/** Decodes the output of `encodeCommits`. Throws for other bytes. */
export function decodeCommits(bytes: Uint8Array): IndexedHistory {
  const [words, paths, numbers] = JSON.parse(decompress(bytes).toString("utf8")) as [
    string[],
    string[],
    number[],
  ];
  return { words, paths, numbers };
}

/**
 * Visits all commits with the positions in `numbers` where their words begin, where their paths begin, and
 * where they end.
 */
export function eachCommit(
  { numbers }: IndexedHistory,
  visit: (wordsFrom: number, pathsFrom: number, end: number) => void,
): void {
  for (let at = 0; at < numbers.length;) {
    const wordsFrom = at + 2;
    const pathsFrom = wordsFrom + (numbers[at] as number);
    at = pathsFrom + (numbers[at + 1] as number);
    visit(wordsFrom, pathsFrom, at);
  }
}

function position(value: string, known: Map<string, number>): number {
  let at = known.get(value);
  if (at === undefined) known.set(value, (at = known.size));
  return at;
}
