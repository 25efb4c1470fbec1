/**
 * Classifies files by their path: test, example, generated, … Ranking weighs files by it, and `scope` filters
 * by it. The patterns follow the conventions of each language's ecosystem. Only names of folders and files
 * count, never the content.
 */

/** One bit per class; a file may have several. */
export const PATH_CLASSES = [
  "test_file",
  "test_folder",
  "fixture",
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
  "c_header",
  "data",
  "output_folder",
  "site_folder",
  "tool_written",
] as const;
export type PathClass = (typeof PATH_CLASSES)[number];

/** Classes that only the content of a file shows; see `classifyFile`. */
type ContentClass = "tool_written";

const PATTERNS: { readonly [Name in Exclude<PathClass, ContentClass>]: RegExp } = {
  test_file:
    /(?:^|\/)(?:test_[^/]*\.(?:py|c|cc|cpp|lua|dart|jl|rb|ml|nim)|conftest\.py|[^/]*_tests?\.(?:py|go|rb|rs|c|cc|cpp|cxx|lua|dart|exs?|clj|ml|jl|zig|hs|erl|swift)|[^/]*_spec\.(?:rb|lua|cr)|[^/]*\.(?:test|tests|spec|e2e|cy|test-d|spec-d)\.[cm]?[jt]sx?|[^/]*[a-z0-9](?:Tests?|TestCase|Spec|IT)\.(?:java|kt|kts|swift|cs|php|scala|groovy|vb|fs|hs|m|mm)|[^/]*[a-z0-9]Suite\.scala|[^/]*\.bats|test[_-]?helpers?[^/]*\.\w+|(?:test|spec)_helper\.\w+)$/,
  // Test support that a library offers its users is not a test (`django/test/client.py`,
  // `lib/active_support/testing/`, `tokio-test/src/`).
  test_folder:
    /(?:^|\/)(?:tests|(?<!^(?!src|lib|app|python)[a-z]\w*\/)test|(?<=^[a-z]\w*\/)test(?!\/[^/]*\.py$)|__tests__|specs?|(?=testing\/)(?<!(?:^|\/)(?:lib|src)\/(?:.*\/)?)testing|testdata|test[-_](?:utils?|support|helpers?|suite|data)|e2e|[\w.]*[a-z]Tests?|(?!(?<=^)\w+-test\/src\/)\w+[-_.][Tt]ests?|unittests?|__mocks__)\//,
  fixture: /(?:^|\/)(?:fixtures?|__fixtures__|__snapshots__|testcases|golden)\//,
  docs: /(?:^|\/)(?:docs?|documentation|docs?_src|doc-src|manual|tutorials?)\//i,
  example:
    /(?:^|\/)(?:_?examples?|samples?|demos?|playgrounds?|sandbox|cookbook|snippets|quickstarts?|tutorials?|starters?)\//i,
  benchmark:
    /(?:^|\/)(?:bench|benches|benchmarks?|perf|jmh)\/|(?:^|\/)[\w.-]*[-_.]bench(?:mark)?s?\/|Benchmarks?(?:\/|\.\w+$)/i,
  vendored:
    /(?:^|\/)(?:vendor|vendored|_vendor|third[-_]?party|3rdparty|external|externals|deps|extern|node_modules|bundled)\//i,
  generated:
    /(?:^|\/)(?:generated|__generated__|_generated)\/|\.min\.(?:js|css)$|[._-]generated\.\w+$|\.pb\.\w+$|_pb2?\.\w+$|\.g\.(?:cs|dart)$|\.designer\.cs$|\.gen\.\w+$|(?:^|\/)priv\/static\/.*\.(?:[cm]?js|css)$/i,
  locale:
    /(?:^|\/)(?:locales?|i18n|l10n|lang|translations?)\/|\.(?:xlf|xliff|pot?|arb|strings|stringsdict|xcstrings)$/,
  legacy: /(?:^|\/)(?:compat|_compat|legacy|deprecated|old|obsolete|v1)\//,
  text: /(?<!(?:^|\/)CMakeLists)\.(?:md|mdx|markdown|rst|txt|text|adoc|org)$|(?:^|\/)(?:LICENSE|NOTICE|AUTHORS|README|CHANGELOG|INSTALL|TODO|COPYING|CONTRIBUTING)$/i,
  tool: /(?:^|\/)(?:scripts?|tools?|hack|ci|\.github|\.circleci|contrib|extras?|misc|etc)\//,
  config:
    /(?:^|\/)(?:setup\.py|conf\.py|mix\.exs|build\.zig|Rakefile|[^/]*\.gemspec|[^/]*\.config\.[cm]?[jt]s|gulpfile\.[cm]?js|Package\.swift|build\.gradle(?:\.kts)?|build\.sbt|CMakeLists\.txt|Makefile|[^/]*\.cmake)$/,
  type_declarations: /\.d\.[cm]?ts$|\.pyi$/,
  init: /(?:^|\/)(?:__init__\.py|package-info\.java|module-info\.java)$/,
  c_header: /\.h$/,
  // Names that mean output in one project and source code in the next. They affect ranking but never hide a
  // file.
  output_folder: /(?:^|\/)(?:dist|build|out|gen)\//i,
  site_folder: /(?:^|\/)(?:website|site|guides?|man)\//i,
  data: /\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|xml|csv|tsv|html?|plist|ipynb|lock|lockb|xlf|xliff|pot?|arb|strings|stringsdict|xcstrings|resx)$|(?:^|\/)go\.sum$/i,
};

/** Classes that depend only on the folders of a path. */
const OF_FOLDERS: ReadonlySet<PathClass> = new Set([
  "fixture",
  "docs",
  "example",
  "vendored",
  "locale",
  "legacy",
  "tool",
  "output_folder",
  "site_folder",
]);
const OF_PATHS = PATH_CLASSES.filter((name): name is keyof typeof PATTERNS => name in PATTERNS);
const FOLDER_PATTERNS = OF_PATHS.filter((name) => OF_FOLDERS.has(name)).map(bitAndPattern);
const OTHER_PATTERNS = OF_PATHS.filter((name) => !OF_FOLDERS.has(name)).map(bitAndPattern);
/** Cache of one folder: files of a folder follow each other. */
let lastFolder = { path: "", bits: 0 };

/** Classes of a relative path as a bit set; bit n stands for `PATH_CLASSES[n]`. */
export function classifyPath(path: string): number {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  if (folder !== lastFolder.path) lastFolder = { path: folder, bits: bitsOf(folder, FOLDER_PATTERNS) };
  return lastFolder.bits | bitsOf(path, OTHER_PATTERNS);
}

function bitAndPattern(name: keyof typeof PATTERNS): readonly [bit: number, pattern: RegExp] {
  return [1 << PATH_CLASSES.indexOf(name), PATTERNS[name]];
}

function bitsOf(path: string, patterns: readonly (readonly [bit: number, pattern: RegExp])[]): number {
  let bits = 0;
  for (const [bit, pattern] of patterns) if (pattern.test(path)) bits |= bit;
  return bits;
}

export function hasClass(bits: number, name: PathClass): boolean {
  return (bits & BIT[name]) !== 0;
}

/** Bit of each class. */
export const BIT: { readonly [Name in PathClass]: number } = Object.fromEntries(
  PATH_CLASSES.map((name, at) => [name, 1 << at]),
) as { [Name in PathClass]: number };

/**
 * Category of a file for noise hints and scopes. The first that applies counts: generated, tests, fixtures,
 * docs, runtime.
 */
export type NoiseCategory = "generated" | "tests" | "fixtures" | "docs" | "runtime";

export function noiseCategory(bits: number): NoiseCategory {
  // Called for every file in each search: a constant is faster than a lookup by name.
  if ((bits & BIT.generated) !== 0) return "generated";
  if ((bits & TEST_BITS) !== 0) return "tests";
  if ((bits & BIT.fixture) !== 0) return "fixtures";
  return (bits & DOCS_BITS) !== 0 ? "docs" : "runtime";
}

/** Whether a file has tests, by its name or folder. */
export function isTest(bits: number): boolean {
  return (bits & TEST_BITS) !== 0;
}

/** Whether files of these classes come last when there are others: tests, fixtures and generated code. */
export function isAside(bits: number): boolean {
  return (bits & ASIDE_BITS) !== 0;
}

/**
 * Whether code of these classes is not part of the program itself: it tests, shows or measures the program,
 * is generated, or is vendored.
 */
export function isTestOrExample(bits: number): boolean {
  return (bits & BESIDE_BITS) !== 0;
}

// Precomputed, because scopes check every file for every question.
const TEST_BITS = BIT.test_file | BIT.test_folder;
const DOCS_BITS = BIT.text | BIT.docs;
const ASIDE_BITS = TEST_BITS | BIT.fixture | BIT.generated | BIT.tool_written;
const BESIDE_BITS = ASIDE_BITS | BIT.docs | BIT.example | BIT.benchmark | BIT.vendored | BIT.output_folder;
