/**
 * Which files hold tests that a runner runs, by the conventions of each ecosystem: names of files and
 * folders, and for folders of tests without a naming rule, what the files call. Helpers, fixtures and
 * snapshots are no test files.
 */
import type { Resolution } from "@satori/sidecar";
import { hasClass } from "../../lexical/path-class.ts";
import { nameOf } from "../../model/paths.ts";
import type { CodeView } from "../../store/code-view.ts";

/** Names that a runner takes for tests wherever they are, by extensions. */
const NAMED: readonly (readonly [extensions: string, name: RegExp])[] = [
  [
    ".js .jsx .ts .tsx .mjs .cjs .mts .cts .mjsx .cjsx .mtsx .ctsx",
    /\.(?:test|tests|spec|e2e|cy|test-d|spec-d)\.[cm]?[jt]sx?$/,
  ],
  [".py", /^(?:test_.*|.*_tests?|tests?)\.py$/],
  [".go", /_test\.go$/],
  [".java .kt .kts .groovy .scala", /^(?:Tests?[A-Z].*|.*(?:Tests?|TestCase|IT|Spec|Suite))\.\w+$/],
  [".cs .vb .fs", /^(?:.*(?:Tests?|Tester|TestCases?|Specs?|Fixture|Facts))\.\w+$/],
  [".rb", /^(?:.*_(?:spec|test)|test_(?!helper).*)\.rb$/],
  [".php .phpt", /\w(?:Test|Spec|Cest)\.php$|\.phpt$/],
  [".swift", /Tests?\.swift$/],
  [".exs", /_test\.exs$/],
  [".dart", /_test\.dart$/],
  [".lua", /^(?:.*_(?:spec|test)|test_.*)\.lua$/],
  [".c .cc .cpp .cxx .m .mm", /^(?:.*[_-]?(?:[Uu]nit)?[Tt]ests?|test[_-].*)\.\w+$/],
  [".clj .cljc", /_test\.cljc?$/],
  [".hs", /(?:Spec|Test)\.hs$/],
  [".zig", /_?tests?\.zig$/],
  [".sol", /\.t\.sol$/],
  [".bats .t", /\.(?:bats|t)$/],
];
const NAME_BY_EXTENSION: ReadonlyMap<string, RegExp> = new Map(
  NAMED.flatMap(([extensions, name]) => extensions.split(" ").map((extension) => [extension, name] as const)),
);
const ECMA = /\.[cm]?[jt]sx?$/;
/** Calls that make a file in a folder of tests a test file of JavaScript; `run` is that of rule testers. */
const TEST_CALLS = ["describe", "it", "test", "suite", "specify", "run"];
const DATA_FOLDER = /(?:^|\/)(?:testdata|__mocks__)\//;
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
  const name = nameOf(path);
  const pattern = NAME_BY_EXTENSION.get(name.slice(Math.max(0, name.lastIndexOf("."))));
  if (pattern ? !pattern.test(name) : !(RUST_FILE.test(path) && RUST_TEST.test(path))) return false;
  return !HELPER.test(path) && !ABSTRACT.test(path);
}

/** The test files of a codebase, in one state of it. */
export class TestFiles {
  /** Files that hold tests and nothing else, ascending. */
  readonly files: readonly number[];
  private readonly own: ReadonlySet<number>;
  /** Source files of Rust with a module of tests. */
  private readonly withTestsInside: ReadonlySet<number>;

  constructor({ files, calls }: Pick<CodeView, "files" | "calls">, check: () => void) {
    const callers = new Set(TEST_CALLS.flatMap((name) => calls.filesUsing("call", name)));
    const found: number[] = [];
    for (let file = 0; file < files.count; file++) {
      check();
      const path = files.paths[file] ?? "";
      if (isTestFile(path, { classes: files.pathClasses[file] ?? 0, callsTests: callers.has(file) }))
        found.push(file);
    }
    this.files = found;
    this.own = new Set(found);
    this.withTestsInside = new Set(
      TEST_MODULES.flatMap((name) => calls.filesDefining(name)).filter(
        (file) =>
          RUST_FILE.test(files.paths[file] ?? "") &&
          !this.own.has(file) &&
          !isFixture(files.pathClasses[file] ?? 0),
      ),
    );
  }

  /** Number of files that hold tests. */
  get count(): number {
    return this.own.size + this.withTestsInside.size;
  }

  /** Whether a file holds tests and nothing else. */
  isTest(file: number): boolean {
    return this.own.has(file);
  }

  /** Whether a file holds tests: a test file, or a source file with tests inside (Rust). */
  holdsTests(file: number): boolean {
    return this.own.has(file) || this.withTestsInside.has(file);
  }

  /** Whether code belongs to tests: it is in a test file, or in the tests inside a source file. */
  isCodeOfTest(resolution: Resolution, { file, scope }: { file: number; scope: number }): boolean {
    if (!this.withTestsInside.has(file)) return this.own.has(file);
    const scopes = resolution.index(file)?.flow.scopes ?? [];
    for (let at = scope; at > 0; at = scopes[at]?.parent ?? 0)
      if (scopes[at]?.kind === "namespace" && TEST_MODULES.includes(scopes[at]?.name ?? "")) return true;
    return false;
  }
}

/** What is known of a file besides its path: its path classes, and whether it calls what defines tests. */
interface KnownOfFile {
  readonly classes: number;
  readonly callsTests: boolean;
}

function isTestFile(path: string, { classes, callsTests }: KnownOfFile): boolean {
  if (isFixture(classes) || TYPE_DECLARATIONS.test(path) || DATA_FOLDER.test(path)) return false;
  if (isNamedAsTest(path)) return true;
  if (!callsTests || !ECMA.test(path) || HELPER.test(path)) return false;
  return hasClass(classes, "test_folder") || path.includes("__tests__/");
}

function isFixture(classes: number): boolean {
  return hasClass(classes, "fixture") || hasClass(classes, "vendored");
}
