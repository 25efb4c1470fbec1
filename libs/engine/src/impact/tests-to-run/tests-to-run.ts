/**
 * The tests to run after a change: what speaks for each test file, in order, with the tests inside that reach
 * the change, the commands that run them, and the changed functions that no test reaches. The table of
 * contents of this folder.
 */
import { LIMITS, type TestFile, type TestsToRun } from "@satori/contracts";
import type { FileId, Resolution } from "@satori/sidecar";
import type { IndexedHistory } from "../../model/history.ts";
import type { CodeView } from "../../store/code-view.ts";
import { testCommands } from "./commands/test-commands.ts";
import { Importers } from "./importers.ts";
import { TestNames } from "./named-after.ts";
import { type ScoredTest, rankTests } from "./score.ts";
import { type ChangedFile, type ReachingCode, testSignals } from "./signals.ts";
import { TestFiles } from "./test-files.ts";
import { TestNamesOfFile } from "./test-functions.ts";

/** A change, as the search for tests needs it. */
export interface ChangeForTests {
  /** The codebase after the change. */
  readonly view: CodeView;
  readonly resolution: Resolution;
  /** Absolute folder of the codebase. */
  readonly root: string;
  /** Changed files, distinct by path; in any order. */
  readonly changed: readonly ChangedFile[];
  /** The changed symbols by their index: name, and whether tests can call it. */
  readonly symbols: readonly { readonly name: string; readonly isFunction: boolean }[];
  /** Code that leads to a changed symbol, in any order; only that in files with tests counts. */
  readonly reached: readonly ReachingCode[];
  /** Null without a repository. */
  readonly history: IndexedHistory | null;
  /** Default: a new one. Shared with what else asks for importers of the same view. */
  readonly importers?: Importers;
  /** Most files in the answer. */
  readonly limit: number;
  /** Whether no time is left for a search: only what the index says at once counts. */
  readonly isLate?: boolean;
  /** Called in every loop; may throw. */
  readonly check: () => void;
}

/** Finds the tests to run. Throws what `check` throws. */
export async function testsToRun(change: ChangeForTests): Promise<TestsToRun> {
  const { view, resolution, symbols, check } = change;
  const tests = resolution.shared("test files", () => new TestFiles(view, check));
  const testNames = resolution.shared("names of tests", () => new TestNames(tests.files, view.files.paths));
  const reached = change.reached.filter((code) => tests.isCodeOfTest(resolution, code.from));
  const signals = await testSignals({
    ...change,
    reached,
    tests,
    testNames,
    names: symbols.map(({ name }) => name),
    importers: change.importers ?? new Importers({ view, resolution, check }),
  });
  const ranked = rankTests(signals, view.files.paths);
  const shown = ranked.slice(0, change.limit);
  const reaching = reachingByFile(reached);
  const files = await describeTests(change, shown, reaching);
  const covered = new Set([...reaching.values()].flatMap((all) => all.flatMap(({ of }) => of)));
  return {
    files,
    total: ranked.length,
    testFiles: tests.count,
    commands: await testCommands(change, files),
    unreached: symbols.flatMap(({ isFunction }, at) => (isFunction && !covered.has(at) ? [at] : [])),
  };
}

function reachingByFile(reached: readonly ReachingCode[]): ReadonlyMap<FileId, readonly ReachingCode[]> {
  const found = new Map<FileId, ReachingCode[]>();
  for (const one of reached) {
    const same = found.get(one.from.file);
    if (same) same.push(one);
    else found.set(one.from.file, [one]);
  }
  return found;
}

async function describeTests(
  { view, resolution, check }: ChangeForTests,
  shown: readonly ScoredTest[],
  reaching: ReadonlyMap<FileId, readonly ReachingCode[]>,
): Promise<TestFile[]> {
  const contents = await view.contents(shown.map(({ signals: { file } }) => file));
  return shown.map(({ signals: { file, distance }, reasons }, at) => {
    check();
    const content = contents[at];
    const own = inOrder(reaching.get(file) ?? []);
    const names = content
      ? new TestNamesOfFile(resolution, file, content, view.files.languages[file] ?? "")
      : null;
    const functions = names ? functionsOf(own, names) : [];
    const of = [...new Set(own.flatMap((one) => one.of))].sort((left, right) => left - right);
    const { maxFunctionsOfTest } = LIMITS.changeImpact;
    return {
      file: view.files.paths[file] ?? "",
      reasons,
      ...(distance > 0 ? { distance } : {}),
      ...(functions.length > 0 ? { functions: functions.slice(0, maxFunctionsOfTest) } : {}),
      ...(of.length > 0 ? { of: of.slice(0, maxFunctionsOfTest) } : {}),
    };
  });
}

/** Nearest first, then in the order of the file. */
function inOrder(reaching: readonly ReachingCode[]): readonly ReachingCode[] {
  return [...reaching].sort(
    (left, right) => left.distance - right.distance || left.from.scope - right.from.scope,
  );
}

/** Tests that some code belongs to, each once, in the order of the code. */
function functionsOf(reaching: readonly ReachingCode[], names: TestNamesOfFile): string[] {
  const found = reaching.flatMap(({ from: { scope: own }, sites }) => [
    ...sites.flatMap(({ line, scope }) => names.of(scope ?? names.scopeAt(line)) ?? []),
    ...(own > 0 ? [names.of(own) ?? []].flat() : []),
  ]);
  return [...new Set(found)];
}
