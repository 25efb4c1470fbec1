/** Which test files were changed together with a file, from the commits that the index stores. Pure. */
import { type IndexedHistory, eachCommit } from "../../model/history.ts";

/** After this many commits of a file, older ones count half. */
const HALF_LIFE_COMMITS = 20;
/** As if there had been so many more commits without the test: one commit proves little. */
const DOUBT = 1;

/** How often a test file was in the commits of a file. */
export interface Together {
  readonly commits: number;
  /** Share of the file's commits, newer ones weighing more; between 0 and 1. */
  readonly share: number;
}

/**
 * For each file, the test files that its commits changed too.
 *
 * @param paths distinct; those that the history does not know have an empty result
 * @param isTest whether a path of the history is a test file of the codebase
 * @param check called for each commit; may throw
 */
export function testsChangedTogether(
  history: IndexedHistory,
  paths: readonly string[],
  isTest: (path: string) => boolean,
  check: () => void,
): ReadonlyMap<string, ReadonlyMap<string, Together>> {
  const wanted = new Set(paths);
  const tests = new Map<number, boolean>();
  const isTestAt = (at: number): boolean => {
    let is = tests.get(at);
    if (is === undefined) tests.set(at, (is = isTest(history.paths[at] ?? "")));
    return is;
  };
  const positions = new Map<number, FileCommits>();
  for (const [at, path] of history.paths.entries())
    if (wanted.has(path)) positions.set(at, { commits: 0, weight: 0, tests: new Map() });
  if (positions.size === 0) return new Map();
  eachCommit(history, (_, from, end) => {
    check();
    const changed = history.numbers.slice(from, end);
    for (const at of changed) {
      const own = positions.get(at);
      if (own)
        addCommit(
          own,
          changed.filter((other) => other !== at && isTestAt(other)),
        );
    }
  });
  return new Map(
    [...positions].map(([at, own]) => [
      history.paths[at] ?? "",
      new Map(
        [...own.tests].map(([test, { commits, weight }]) => [
          history.paths[test] ?? "",
          { commits, share: weight / (own.weight + DOUBT) },
        ]),
      ),
    ]),
  );
}

interface FileCommits {
  commits: number;
  weight: number;
  readonly tests: Map<number, { commits: number; weight: number }>;
}

function addCommit(own: FileCommits, tests: readonly number[]): void {
  const weight = 0.5 ** (own.commits++ / HALF_LIFE_COMMITS);
  own.weight += weight;
  for (const test of tests) {
    const known = own.tests.get(test);
    if (known) {
      known.commits++;
      known.weight += weight;
    } else own.tests.set(test, { commits: 1, weight });
  }
}
