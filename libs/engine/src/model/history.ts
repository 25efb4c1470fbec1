/** What commits say of the files that they changed, as the index keeps it. Pure. */
import { compress, decompress } from "@satori/sidecar";

export interface Commit {
  /** Distinct tokens of its subject. */
  readonly words: readonly string[];
  /** Files that it changed, as the index names them; those that are gone by now included. */
  readonly paths: readonly string[];
}

export interface History {
  /** The commit that it was read from; "" where there is no repository. */
  readonly head: string;
  /** The newest first. */
  readonly commits: readonly Commit[];
}

/** The same with words and paths told once, and commits in numbers: a question goes through all of them. */
export interface IndexedHistory {
  readonly words: readonly string[];
  readonly paths: readonly string[];
  /**
   * Of each commit: how many words it has, how many paths, then the positions of its words, then of its
   * paths.
   */
  readonly numbers: readonly number[];
}

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

/** Throws for other bytes than `encodeCommits` made. */
export function decodeCommits(bytes: Uint8Array): IndexedHistory {
  const [words, paths, numbers] = JSON.parse(decompress(bytes).toString("utf8")) as [
    string[],
    string[],
    number[],
  ];
  return { words, paths, numbers };
}

/** Tells where in `numbers` the words of each commit begin, where its paths do, and where it ends. */
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
