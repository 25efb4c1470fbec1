/**
 * Which files hold tests that a runner runs, by the conventions of each ecosystem: names of files and
 * folders, and for folders of tests without a naming rule, what the files call. Helpers, fixtures and
 * snapshots are no test files.
 */
import type { Resolution } from "@satori/sidecar";
import { hasClass } from "../../lexical/path-class.ts";
import { nameOf } from "../../model/paths.ts";
import type { CodeView } from "../../store/code-view.ts";

type Files = Pick<CodeView, "files" | "calls">;

/** Names that a runner takes for tests wherever they are, by extension. */
const NAMED: readonly (readonly [extension: RegExp, name: RegExp])[] = [
  [/\.(?:[cm]?[jt]sx?|vue|svelte)$/, /\.(?:test|tests|spec|e2e|cy|test-d|spec-d)\.[cm]?[jt]sx?$/],
  [/\.py$/, /^(?:test_.*|.*_tests?|tests?)\.py$/],
  [/\.go$/, /_test\.go$/],
  [/\.(?:java|kt|kts|groovy|scala)$/, /^(?:Tests?[A-Z].*|.*(?:Tests?|TestCase|IT|Spec|Suite))\.\w+$/],
  [/\.(?:cs|vb|fs)$/, /^(?:.*(?:Tests?|Tester|TestCases?|Specs?|Fixture|Facts))\.\w+$/],
  [/\.rb$/, /^(?:.*_(?:spec|test)|test_(?!helper).*)\.rb$/],
  [/\.(?:php|phpt)$/, /\w(?:Test|Spec|Cest)\.php$|\.phpt$/],
  [/\.swift$/, /Tests?\.swift$/],
  [/\.exs$/, /_test\.exs$/],
  [/\.dart$/, /_test\.dart$/],
  [/\.lua$/, /^(?:.*_(?:spec|test)|test_.*)\.lua$/],
  [/\.(?:c|cc|cpp|cxx|mm?)$/, /^(?:(?:.*[_-]?(?:[Uu]nit)?[Tt]ests?)|test[_-].*)\.\w+$/],
  [/\.cljc?$/, /_test\.cljc?$/],
  [/\.hs$/, /(?:Spec|Test)\.hs$/],
  [/\.zig$/, /_?tests?\.zig$/],
  [/\.sol$/, /\.t\.sol$/],
  [/\.(?:bats|t)$/, /\.(?:bats|t)$/],
];
const ECMA = /\.[cm]?[jt]sx?$/;
/** Calls that make a file in a folder of tests a test file of JavaScript; `run` is that of rule testers. */
const TEST_CALLS = ["describe", "it", "test", "suite", "specify", "run"];
const TYPE_DECLARATIONS = /\.d\.[cm]?ts$/;
const HELPER =
  /(?:^|\/)(?:[^/]*(?:test|spec)[_-]?helpers?[^/]*|conftest\.py|__init__\.py|mod\.rs|setup\.\w+)$/i;
const RUST_FILE = /\.rs$/;
/** Integration tests of Rust: each file of the folder is a program, unless it is a module of one. */
const RUST_TEST = /(?:^|\/)tests\/(?:.*\/)?[^/]+\.rs$|(?:^|\/)(?:src\/(?:.*\/)?)tests?\.rs$|_tests?\.rs$/;
/** Modules inside source files that hold their tests (Rust). */
const TEST_MODULES = ["tests", "test"];
/** Files that only tests compile, but that hold none themselves. */
const ABSTRACT = /(?:^|\/)Abstract[A-Z][^/]*\.(?:java|kt|cs|php)$/;

/** Whether a path alone says that a file holds tests. */
export function isNamedAsTest(path: string): boolean {
  if (HELPER.test(path) || ABSTRACT.test(path)) return false;
  if (RUST_FILE.test(path)) return RUST_TEST.test(path);
  const name = nameOf(path);
  return NAMED.some(([extension, pattern]) => extension.test(name) && pattern.test(name));
}

/** The test files of a codebase. Files whose names do not decide are looked up in the index, once. */
export class TestFiles {
  private readonly known = new Map<number, boolean>();
  private callers: ReadonlySet<number> | undefined;
  private rustTests: ReadonlySet<number> | undefined;

  constructor(private readonly view: Files) {}

  /** Whether a file holds tests and nothing else. */
  isTest(file: number): boolean {
    let is = this.known.get(file);
    if (is === undefined) this.known.set(file, (is = this.decide(file)));
    return is;
  }

  /** Whether a file holds tests: a test file, or a source file with tests inside (Rust). */
  holdsTests(file: number): boolean {
    return this.isTest(file) || this.withTestsInside.has(file);
  }

  /** Whether code belongs to tests: it is in a test file, or in the tests inside a source file. */
  isCodeOfTest(resolution: Resolution, { file, scope }: { file: number; scope: number }): boolean {
    if (this.isTest(file)) return true;
    if (!this.holdsTests(file)) return false;
    const scopes = resolution.index(file)?.flow.scopes ?? [];
    for (let at = scope; at > 0; at = scopes[at]?.parent ?? 0)
      if (scopes[at]?.kind === "namespace" && TEST_MODULES.includes(scopes[at]?.name ?? "")) return true;
    return false;
  }

  /** All files that hold tests, ascending. */
  all(check: () => void): number[] {
    const found: number[] = [];
    for (let file = 0; file < this.view.files.count; file++) {
      check();
      if (this.holdsTests(file)) found.push(file);
    }
    return found;
  }

  private decide(file: number): boolean {
    const path = this.view.files.paths[file] ?? "";
    const classes = this.view.files.pathClasses[file] ?? 0;
    if (hasClass(classes, "fixture") || hasClass(classes, "vendored") || TYPE_DECLARATIONS.test(path))
      return false;
    if (/(?:^|\/)(?:testdata|__mocks__)\//.test(path)) return false;
    if (isNamedAsTest(path)) return true;
    if (HELPER.test(path) || !ECMA.test(path)) return false;
    return (hasClass(classes, "test_folder") || path.includes("__tests__/")) && this.callTests.has(file);
  }

  /** Files that call what defines tests in JavaScript. */
  private get callTests(): ReadonlySet<number> {
    return (this.callers ??= new Set(TEST_CALLS.flatMap((name) => this.view.calls.filesUsing("call", name))));
  }

  /** Source files with a module of tests inside (Rust). */
  private get withTestsInside(): ReadonlySet<number> {
    const { calls, files } = this.view;
    return (this.rustTests ??= new Set(
      TEST_MODULES.flatMap((name) => calls.filesDefining(name)).filter(
        (file) => RUST_FILE.test(files.paths[file] ?? "") && !isFixture(files.pathClasses[file] ?? 0),
      ),
    ));
  }
}

function isFixture(classes: number): boolean {
  return hasClass(classes, "fixture") || hasClass(classes, "vendored");
}
