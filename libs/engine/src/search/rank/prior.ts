/**
 * Priors: how likely a file answers a question, judged by its path alone. Tests, examples, vendored and
 * generated code rarely do, unless the question asks for them. Pure.
 */
import { BIT, type PathClass } from "../../lexical/path-class.ts";
import { stemOf } from "../../lexical/path-tokens.ts";
import type { FileTable } from "../../store/store.ts";

/** Factors are multiplied, except that among test files, test folders and fixtures only the first counts. */
const FACTORS: { readonly [Name in PathClass]: number } = {
  test_file: 0.3,
  test_folder: 0.3,
  fixture: 0.3,
  example: 0.3,
  docs: 0.5,
  benchmark: 0.5,
  vendored: 0.5,
  generated: 0.5,
  locale: 0.5,
  legacy: 0.5,
  text: 0.5,
  data: 0.5,
  output_folder: 0.5,
  site_folder: 0.5,
  tool_written: 0.5,
  tool: 0.7,
  config: 0.7,
  type_declarations: 0.7,
  init: 0.7,
  // Applies only if the implementation is a candidate too; see `isImplemented`.
  c_header: 0.7,
};
/** Factor of a class in a prior. */
export function priorFactor(name: PathClass): number {
  return FACTORS[name];
}

export const TEST_CLASSES: readonly PathClass[] = ["test_file", "test_folder", "fixture"];
const OTHER_CLASSES: readonly PathClass[] = [
  "docs",
  "example",
  "benchmark",
  "vendored",
  "generated",
  "locale",
  "legacy",
  "text",
  "tool",
  "config",
  "type_declarations",
  "init",
  "data",
  "output_folder",
  "site_folder",
  "tool_written",
];

/**
 * Asks for the tests of something. "Test file" and "test suite" alone do not: they are the subject of test
 * runners.
 */
const ASKS_FOR_TESTS =
  /\b(?:unit|integration|regression|e2e|existing)[ -]tests? (?:for|of|that|covering)\b|\btests? (?:cases? |files? |suites? )?(?:for|covering|covers?|checks?|verif(?:y|ies))\b|\b(?:which|what) tests?\b|^where (?:is|are) [^,.]{1,60} tested\b/i;
/** May be about tests, or may ask for them. */
const SPEAKS_OF_TESTS =
  /\b(?:unit|integration|regression|e2e|existing)[ -]tests?\b|\btests? (?:cases? |files? |suites? )?(?:of|that)\b|\bspecs? (?:for|of)\b|\btest (?:files?|cases?|suites?)\b|\bfixtures? (?:for|of)\b/i;

/**
 * Words of a question that ask for a class. A bare "test" asks for nothing, because testing is the subject of
 * many codebases.
 */
const LIFTS: readonly (readonly [RegExp, readonly PathClass[]])[] = [
  [ASKS_FOR_TESTS, TEST_CLASSES],
  [SPEAKS_OF_TESTS, TEST_CLASSES],
  [/\b(?:examples?|samples?|demos?|tutorial)\b/i, ["example"]],
  [/\b(?:docs?|documentation|guide|readme|manual|changelog|licen[cs]e)\b/i, ["docs", "text", "site_folder"]],
  [/\bbench(?:mark)?s?\b/i, ["benchmark"]],
  [/\b(?:legacy|deprecated|compat\w*|v1)\b/i, ["legacy"]],
  [/\bgenerated\b/i, ["generated", "output_folder", "tool_written"]],
  [/\bvendor\w*\b/i, ["vendored"]],
  [/\b(?:scripts?|ci|tooling|release)\b/i, ["tool"]],
  [/\b(?:translations?|locales?|i18n|languages?)\b/i, ["locale"]],
  [/\b(?:types?|typings|declarations?)\b/i, ["type_declarations"]],
  [/\b(?:config\w*|build|settings?|options?)\b/i, ["config", "data"]],
];

/** Whether a question asks for tests, or may be about them. */
export function asksForTests(question: string): boolean {
  return (liftedClasses(question) & TEST_BITS) !== 0;
}

/** Bits of the classes that a question asks for; they keep the factor 1. */
export function liftedClasses(question: string): number {
  let bits = 0;
  for (const [pattern, classes] of LIFTS)
    if (pattern.test(question)) for (const name of classes) bits |= BIT[name];
  return bits;
}

/**
 * Classes that rank below code, unless the codebase consists mostly of them: charts and manifests, or a book.
 */
const PREVAILING: readonly PathClass[] = ["data", "text"];

/** Share of the files of a folder that must be data, or text, for it to be a folder of data, or text. */
const PREVAILING_SHARE = 0.9;

/**
 * Where data or text is what a codebase consists of: more than half of all files, and nearly all files of the
 * folder at the top that a file is in. Beside code, data stays behind the code.
 *
 * @param paths ascending, as are `pathClasses`
 */
export class PrevailingClasses {
  private readonly bitsByFolder = new Map<string, number>();

  constructor(paths: readonly string[], pathClasses: ArrayLike<number>) {
    for (const name of PREVAILING) this.add(BIT[name], paths, pathClasses);
  }

  /** Bits of the classes that prevail where a file is; they keep the factor 1. */
  at(path: string): number {
    return this.bitsByFolder.size === 0 ? 0 : (this.bitsByFolder.get(topFolder(path)) ?? 0);
  }

  private add(bit: number, paths: readonly string[], pathClasses: ArrayLike<number>): void {
    let count = 0;
    // An iterator would take twenty times as long.
    for (let file = 0; file < pathClasses.length; file++) if (pathClasses[file] === bit) count++;
    if (count * 2 <= pathClasses.length) return;
    const counts = new Map<string, { all: number; own: number }>();
    for (const [file, path] of paths.entries()) {
      const folder = topFolder(path);
      const known = counts.get(folder) ?? { all: 0, own: 0 };
      known.all++;
      if (pathClasses[file] === bit) known.own++;
      counts.set(folder, known);
    }
    for (const [folder, { all, own }] of counts)
      if (own >= PREVAILING_SHARE * all)
        this.bitsByFolder.set(folder, (this.bitsByFolder.get(folder) ?? 0) | bit);
  }
}

/** First folder of a path; empty for files at the top. */
function topFolder(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf("/")));
}

const prevailing = new WeakMap<ArrayLike<number> & object, PrevailingClasses>();

/** The same for a table of files; computed once per state of an index, because every question uses it. */
export function prevailingIn({
  paths,
  pathClasses,
}: Pick<FileTable, "paths" | "pathClasses">): PrevailingClasses {
  let known = prevailing.get(pathClasses);
  if (!known) prevailing.set(pathClasses, (known = new PrevailingClasses(paths, pathClasses)));
  return known;
}

/** Factor of files in no known language, such as templates, lists and build files. */
const UNKNOWN_LANGUAGE_FACTOR = 0.5;

/**
 * Factor of files that are not tests, if the question asks for tests. The code that tests cover contains all
 * words of the question too.
 */
const BESIDE_TESTS_FACTOR = 0.6;
const TEST_BITS = BIT.test_file | BIT.test_folder | BIT.fixture;

/** Classes that set a file back for not being code. */
const FORMAT_BITS = BIT.data | BIT.text | BIT.tool;

export interface PriorInput {
  /** Bits of `PATH_CLASSES`. */
  readonly pathClass: number;
  readonly isKnownLanguage: boolean;
  /** For a C header: whether its implementation is a candidate too. */
  readonly isImplemented: boolean;
  /** Whether the file has a format that the question names. */
  readonly isOfNamedFormat: boolean;
  /**
   * Whether the question asks for tests and this file is not one, nor in a folder named after tests, which
   * serves people who test.
   */
  readonly isBesideTests: boolean;
}

const SERVING_TESTS = /(?:^|[/_-])test(?:s|ing)?\//;

/**
 * A predicate for paths that are not tests, if the question asks for tests; otherwise it rejects every path.
 * See `PriorInput.isBesideTests`.
 */
export function nonTestsOf(question: string): (path: string) => boolean {
  const areAsked = ASKS_FOR_TESTS.test(question);
  return (path) => areAsked && !SERVING_TESTS.test(path);
}

/**
 * Prior of a file, greater than 0 and at most 1.
 *
 * @param lifted bits of the classes that the question asks for and of those that prevail
 */
export function priorOf(
  { pathClass, isKnownLanguage, isImplemented, isOfNamedFormat, isBesideTests }: PriorInput,
  lifted: number,
): number {
  const bits = pathClass & ~(isOfNamedFormat ? lifted | FORMAT_BITS : lifted);
  let factor = isKnownLanguage || isOfNamedFormat ? 1 : UNKNOWN_LANGUAGE_FACTOR;
  if (isBesideTests && (pathClass & TEST_BITS) === 0) factor *= BESIDE_TESTS_FACTOR;
  for (const name of OTHER_CLASSES) if (bits & BIT[name]) factor *= FACTORS[name];
  for (const name of TEST_CLASSES) {
    if (bits & BIT[name]) {
      factor *= FACTORS[name];
      break;
    }
  }
  return bits & BIT.c_header && isImplemented ? factor * FACTORS.c_header : factor;
}

/**
 * Stems of the C implementations among some paths. A header with the same stem ranks below its
 * implementation.
 */
export function implementedStems(paths: Iterable<string>): Set<string> {
  const stems = new Set<string>();
  for (const path of paths) if (path.endsWith(".c")) stems.add(stemOf(path));
  return stems;
}
