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

/** The same with words and paths told once: commits name their positions. */
export interface IndexedHistory {
  readonly words: readonly string[];
  readonly paths: readonly string[];
  readonly commits: readonly { readonly words: readonly number[]; readonly paths: readonly number[] }[];
}

export function encodeCommits(commits: readonly Commit[]): Uint8Array {
  const [words, paths] = [new Map<string, number>(), new Map<string, number>()];
  const rows = commits.map((commit) => [commit.words.map((word) => position(word, words)), commit.paths.map((path) => position(path, paths))]);
  return compress(JSON.stringify([[...words.keys()], [...paths.keys()], rows]));
}

/** Throws for other bytes than `encodeCommits` made. */
export function decodeCommits(bytes: Uint8Array): IndexedHistory {
  const [words, paths, rows] = JSON.parse(decompress(bytes).toString("utf8")) as [string[], string[], [number[], number[]][]];
  return { words, paths, commits: rows.map(([wordsOfCommit, pathsOfCommit]) => ({ words: wordsOfCommit, paths: pathsOfCommit })) };
}

function position(value: string, known: Map<string, number>): number {
  let at = known.get(value);
  if (at === undefined) known.set(value, (at = known.size));
  return at;
}
