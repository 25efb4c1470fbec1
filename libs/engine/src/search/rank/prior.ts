/**
 * What a file's place says about whether it answers a question: tests, examples, vendored and generated code
 * seldom do, unless the question asks for them. Pure.
 */
import { BIT, type PathClass } from "../../lexical/path-class.ts";
import { stemOf } from "../../lexical/path-tokens.ts";

/** Factors multiply, but of tests, test folders and fixtures the smallest alone counts. */
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
  tool: 0.7,
  config: 0.7,
  type_declarations: 0.7,
  init: 0.7,
  // Only where the implementation is a candidate too; see below.
  c_header: 0.7,
};
const TEST_CLASSES: readonly PathClass[] = ["test_file", "test_folder", "fixture"];
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
];

/** Tests of something: "test file" and "test suite" are what test runners are about. */
const ASKS_FOR_TESTS =
  /\b(?:unit|integration|regression|e2e|existing)[ -]tests? (?:for|of|that|covering)\b|\btests? (?:cases? |files? |suites? )?(?:for|covering|covers?|checks?|verif(?:y|ies))\b|\b(?:which|what) tests?\b|^where (?:is|are) [^,.]{1,60} tested\b/i;
/** What may be about tests, or ask for them. */
const SPEAKS_OF_TESTS =
  /\b(?:unit|integration|regression|e2e|existing)[ -]tests?\b|\btests? (?:cases? |files? |suites? )?(?:of|that)\b|\bspecs? (?:for|of)\b|\btest (?:files?|cases?|suites?)\b|\bfixtures? (?:for|of)\b/i;

/**
 * Words of a question that ask for a class. A bare "test" asks for nothing: testing is what many code bases
 * are about.
 */
const LIFTS: readonly (readonly [RegExp, readonly PathClass[]])[] = [
  [ASKS_FOR_TESTS, TEST_CLASSES],
  [SPEAKS_OF_TESTS, TEST_CLASSES],
  [/\b(?:examples?|samples?|demos?|tutorial)\b/i, ["example"]],
  [/\b(?:docs?|documentation|guide|readme|manual|changelog|licen[cs]e)\b/i, ["docs", "text", "site_folder"]],
  [/\bbench(?:mark)?s?\b/i, ["benchmark"]],
  [/\b(?:legacy|deprecated|compat\w*|v1)\b/i, ["legacy"]],
  [/\bgenerated\b/i, ["generated", "output_folder"]],
  [/\bvendor\w*\b/i, ["vendored"]],
  [/\b(?:scripts?|ci|tooling|release)\b/i, ["tool"]],
  [/\b(?:translations?|locales?|i18n|languages?)\b/i, ["locale"]],
  [/\b(?:types?|typings|declarations?)\b/i, ["type_declarations"]],
  [/\b(?:config\w*|build|settings?|options?)\b/i, ["config", "data"]],
];

/** Bits of the classes that a question asks for: they keep factor 1. */
export function liftedClasses(question: string): number {
  let bits = 0;
  for (const [pattern, classes] of LIFTS)
    if (pattern.test(question)) for (const name of classes) bits |= BIT[name];
  return bits;
}

/** What stands back behind code, unless there is little else: charts and manifests, or a book. */
const PREVAILING: readonly PathClass[] = ["data", "text"];

/**
 * Bits of the classes that more than half of all files are of, and of no other: they keep factor 1 as well.
 */
export function prevailingClasses(pathClasses: ArrayLike<number>): number {
  let bits = 0;
  for (const name of PREVAILING) {
    const bit = BIT[name];
    let count = 0;
    // Every question goes through all files: an iterator would take twenty times as long.
    for (let file = 0; file < pathClasses.length; file++) if (pathClasses[file] === bit) count++;
    if (count * 2 > pathClasses.length) bits |= bit;
  }
  return bits;
}

/** Of files in no known language: templates, lists, build odds and ends. */
const UNKNOWN_LANGUAGE_FACTOR = 0.5;

/** Of what is no test, where the question asks for tests: what they test has all words of it, too. */
const BESIDE_TESTS_FACTOR = 0.6;
const TEST_BITS = BIT.test_file | BIT.test_folder | BIT.fixture;

/** What keeps a file of another format than code back. */
const FORMAT_BITS = BIT.data | BIT.text | BIT.tool;

export interface PriorInput {
  /** Bits of `PATH_CLASSES`. */
  readonly pathClass: number;
  readonly isKnownLanguage: boolean;
  /** Of a C header: its implementation is a candidate too. */
  readonly isImplemented: boolean;
  /** Of a format that the question names. */
  readonly isOfNamedFormat: boolean;
  /**
   * The question asks for tests, and this is none, nor is its folder called after them: what is in that is
   * for those who test.
   */
  readonly isBesideTests: boolean;
}

const SERVING_TESTS = /(?:^|[/_-])test(?:s|ing)?\//;

/** Which paths are beside the tests that a question asks for; none where it asks for none. See `Standing`. */
export function nonTestsOf(question: string): (path: string) => boolean {
  const areAsked = ASKS_FOR_TESTS.test(question);
  return (path) => areAsked && !SERVING_TESTS.test(path);
}

/**
 * The factor for what a file is; `lifted` are the classes that the question asks for, and those that prevail.
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

/** Stems of the C implementations among paths; a header of the same stem yields to them. */
export function implementedStems(paths: Iterable<string>): Set<string> {
  const stems = new Set<string>();
  for (const path of paths) if (path.endsWith(".c")) stems.add(stemOf(path));
  return stems;
}
