/**
 * What speaks for running a test file after a change: one number from 0 to 1 for each kind of evidence. Files
 * without any are left out.
 */
import type { FileId, ScopeRef } from "@satori/sidecar";
import { tokenize } from "../../lexical/tokens.ts";
import type { IndexedHistory } from "../../model/history.ts";
import { parentOf } from "../../model/paths.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { CodeView } from "../../store/code-view.ts";
import type { Importers } from "./importers.ts";
import { type TestNames, folderLikeness, sourceNames } from "./named-after.ts";
import { type TestFiles, isNamedAsTest } from "./test-files.ts";
import { testsChangedTogether } from "./together.ts";

/** A changed file; one that is new or removed has no imports or history. */
export interface ChangedFile {
  /** After the change; of a removed file, before it. */
  readonly path: string;
  /** Before the change, if the file was renamed. */
  readonly formerPath?: string | undefined;
}

/** A definition, or the code of a file outside of any, that leads to a changed symbol. */
export interface ReachingCode {
  readonly from: ScopeRef;
  /** Steps to the nearest changed symbol, from 1. */
  readonly distance: number;
  /** Index of the changed symbols. */
  readonly of: readonly number[];
  /** Its lines that lead there, each with the innermost scope around it if that is known. */
  readonly sites: readonly { readonly line: number; readonly scope: number | null }[];
}

/** Evidence about one test file. Each number is 0 without evidence, and at most 1. */
export interface TestSignals {
  readonly file: FileId;
  readonly isChanged: boolean;
  /** Steps of calls to the nearest changed symbol; 0 if none lead there. */
  readonly distance: number;
  /** 1 for a call of a changed symbol, less for each step between. */
  readonly reaches: number;
  /** 1 for a direct import of a changed file, less for each file between. */
  readonly imports: number;
  /** How well its name fits that of a changed file. */
  readonly named: number;
  /** Share of a changed file's commits that it was in. */
  readonly together: number;
  /** How many of these commits there are. */
  readonly commits: number;
  /** How much it says about the names of the changed symbols, relative to the other test files. */
  readonly words: number;
  /** Folders that it has in common with a changed file. */
  readonly near: number;
}

export interface SignalsInput {
  readonly view: CodeView;
  readonly tests: TestFiles;
  /** The same files by their names. */
  readonly testNames: TestNames;
  readonly changed: readonly ChangedFile[];
  /** Names of the changed symbols. */
  readonly names: readonly string[];
  /** Only code of tests. */
  readonly reached: readonly ReachingCode[];
  readonly importers: Importers;
  readonly history: IndexedHistory | null;
  /** Whether no time is left to look up importers and words. */
  readonly isLate?: boolean;
  /** Called in every loop; may throw. */
  readonly check: () => void;
}

/** Each step to a changed symbol counts that much less. */
const STEP = 0.6;
/** Files between a test and a changed file that it imports. */
const IMPORT_DEPTH = 3;
/** Of a change with more files, only the first have tests looked up by name, and through imports. */
const MAX_NAMED_FILES = 1_000;
const MAX_FOLLOWED_FILES = 60;
/** Chunks of test files with names of changed symbols that are looked at, and names that are looked for. */
const MAX_CHUNKS = 400;
const MAX_NAMES = 60;
/** Changed files whose folders are compared with those of a test file. */
const MAX_NEAR = 60;

type Mutable = { -readonly [Key in keyof TestSignals]: TestSignals[Key] };

/** Evidence about all test files that have any; ascending by file. */
export async function testSignals(input: SignalsInput): Promise<readonly TestSignals[]> {
  const signals = new Map<FileId, Mutable>();
  const of = (file: FileId): Mutable => {
    let own = signals.get(file);
    if (!own) signals.set(file, (own = withoutEvidence(file)));
    return own;
  };
  addChanged(input, of);
  addReaching(input, of);
  // A changed test says nothing about other tests.
  const sources = { ...input, changed: input.changed.filter(({ path }) => !isTestAt(input, path)) };
  addNamed(sources, of);
  addTogether(sources, of);
  addOfPackage(sources, of);
  if (input.isLate !== true) {
    await addImporting(sources, of);
    await addWords(sources, of);
  }
  const nearness = nearnessTo(sources);
  for (const own of signals.values()) own.near = nearness(own.file);
  return [...signals.values()].sort((left, right) => left.file - right.file);
}

function isTestAt({ view, tests }: SignalsInput, path: string): boolean {
  const file = view.fileAt(path);
  return file === -1 ? isNamedAsTest(path) : tests.isTest(file);
}

type SignalsOf = (file: FileId) => Mutable;

function addChanged({ view, tests, changed, check }: SignalsInput, of: SignalsOf): void {
  for (const { path } of changed) {
    check();
    const file = view.fileAt(path);
    if (file !== -1 && tests.holdsTests(file)) of(file).isChanged = true;
  }
}

function addReaching({ reached, check }: SignalsInput, of: SignalsOf): void {
  for (const { from, distance } of reached) {
    check();
    const own = of(from.file);
    if (own.distance === 0 || distance < own.distance) own.distance = distance;
    own.reaches = STEP ** (own.distance - 1);
  }
}

function addNamed({ view, changed, testNames, check }: SignalsInput, of: SignalsOf): void {
  for (const { path, formerPath } of changed.slice(0, MAX_NAMED_FILES))
    for (const name of [path, ...(formerPath === undefined ? [] : [formerPath])]) {
      check();
      for (const [test, fit] of testNames.of(name)) {
        const own = of(test);
        const near = folderLikeness(name, view.files.paths[test] ?? "");
        own.named = Math.max(own.named, fit * (0.5 + 0.5 * near));
      }
    }
}

function addTogether({ view, tests, changed, history, check }: SignalsInput, of: SignalsOf): void {
  if (!history) return;
  const isTest = (path: string): boolean => view.fileAt(path) !== -1 && tests.isTest(view.fileAt(path));
  const paths = changed.flatMap(({ path, formerPath }) => [path, ...(formerPath ? [formerPath] : [])]);
  const together = testsChangedTogether(history, [...new Set(paths)], isTest, check);
  for (const withFile of together.values())
    for (const [path, { commits, share }] of withFile) {
      check();
      const own = of(view.fileAt(path));
      own.together = 1 - (1 - own.together) * (1 - share);
      own.commits = Math.max(own.commits, commits);
    }
}

/** Test files of Go are compiled with their package, or import it: they need not name the changed file. */
function addOfPackage({ view, tests, changed, check }: SignalsInput, of: SignalsOf): void {
  const isGo = (path: string): boolean => path.endsWith(".go");
  const folders = new Set(changed.flatMap(({ path }) => (isGo(path) ? [parentOf(path)] : [])));
  if (folders.size === 0) return;
  for (const file of tests.files) {
    check();
    const path = view.files.paths[file] ?? "";
    if (isGo(path) && folders.has(parentOf(path))) of(file).imports = 1;
  }
}

async function addImporting(
  { view, tests, changed, importers, check }: SignalsInput,
  of: SignalsOf,
): Promise<void> {
  for (const { path } of changed.slice(0, MAX_FOLLOWED_FILES)) {
    const file = view.fileAt(path);
    if (file === -1) continue;
    for (const { file: importer, distance } of await importers.within(
      file,
      IMPORT_DEPTH,
      (at) => !tests.isTest(at),
    )) {
      check();
      if (!tests.isTest(importer)) continue;
      const own = of(importer);
      own.imports = Math.max(own.imports, 1 / distance ** 2);
    }
  }
}

async function addWords({ view, tests, names, changed, check }: SignalsInput, of: SignalsOf): Promise<void> {
  const words = [...new Set([...names, ...changed.flatMap(({ path }) => sourceNames(path))])];
  const tokens = [...new Set(words.slice(0, MAX_NAMES).flatMap((word) => tokenize(word)))];
  if (tokens.length === 0 || tests.files.length === 0) return;
  const allowed = new Uint8Array(view.files.count);
  for (const file of tests.files) allowed[file] = 1;
  const best = new Map<FileId, number>();
  for (const { row, score } of await view.lexical(tokens, MAX_CHUNKS, allowed, check)) {
    check();
    const file = fileOfRow(view.files, row);
    if ((best.get(file) ?? 0) < score) best.set(file, score);
  }
  const top = Math.max(0, ...best.values());
  if (top > 0) for (const [file, score] of best) of(file).words = score / top;
}

/** The share of folders that a file has in common with the nearest changed one; each folder once. */
function nearnessTo({ view, changed }: SignalsInput): (file: FileId) => number {
  const known = new Map<string, number>();
  return (file) => {
    const path = view.files.paths[file] ?? "";
    const folder = parentOf(path);
    let near = known.get(folder);
    if (near === undefined) {
      near = Math.max(0, ...changed.slice(0, MAX_NEAR).map((other) => folderLikeness(other.path, path)));
      known.set(folder, near);
    }
    return near;
  };
}

function withoutEvidence(file: FileId): Mutable {
  return {
    file,
    isChanged: false,
    distance: 0,
    reaches: 0,
    imports: 0,
    named: 0,
    together: 0,
    commits: 0,
    words: 0,
    near: 0,
  };
}
