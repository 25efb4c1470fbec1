import { type Commit, type IndexedHistory, eachCommit } from "../model/history.ts";

/** Commits of an index, decoded to words and paths. */
export function commitsOf(history: IndexedHistory): Commit[] {
  const { words, paths, numbers } = history;
  const commits: Commit[] = [];
  const named = (names: readonly string[], from: number, to: number): string[] =>
    numbers.slice(from, to).map((at) => names[at] as string);
  eachCommit(history, (wordsFrom, pathsFrom, end) =>
    commits.push({ words: named(words, wordsFrom, pathsFrom), paths: named(paths, pathsFrom, end) }),
  );
  return commits;
}
