/**
 * Names of the tests inside a test file that some code belongs to, as their runner names them:
 * `CartTest.adds`, `TestCart::test_adds`, `tests::adds`, or the texts of blocks joined by spaces
 * (`cart adds`).
 */
import { NONE, type Resolution, type SymbolFact, isTestCode } from "@satori/sidecar";
import { firstNotBefore } from "../../first-not-before.ts";
import type { IndexedContent } from "../../store/store.ts";

/** Calls that are given a test, or a group of tests, as a function or block. */
const BLOCKS = new Set(["describe", "it", "test", "suite", "specify", "context", "feature", "scenario"]);
/** `it("adds", …`, `test.only('adds', …`, `describe Cart do`, `it "adds" do`. */
const TITLE =
  /^\w+(?:\.\w+)*\s*(?:<[^>\n]*>)?\s*\(?\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|([A-Z][\w:]*))/;
const TITLE_CHARS = 400;
const HEAD_CHARS = 400;
const MAX_DEPTH = 50;

/** How a language marks a test among functions: by the function's name, or by what precedes it. */
const TEST_NAMES: Readonly<Record<string, RegExp>> = {
  python: /^test/,
  go: /^(?:Test|Benchmark|Fuzz|Example)/,
  ruby: /^test_/,
  php: /^test/i,
  swift: /^test/,
  lua: /^test/i,
};
const ANNOTATED =
  /(?:@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|test)\b|#?\[(?:\w+\.)*(?:Fact|Theory|Test|TestMethod|DataTestMethod|TestCase|DataRow|SkippableFact)\b)/;
/** How a runner joins the parts of a name; `.` where nothing else is known. */
const SEPARATORS: Readonly<Record<string, string>> = { python: "::", php: "::", rust: "::", ruby: "#" };

/** Titles of tests by scope, for one file. */
export class TestNamesOfFile {
  private readonly sites: ReadonlyMap<number, { readonly name: string; readonly start: number }>;

  constructor(
    private readonly resolution: Resolution,
    private readonly file: number,
    private readonly content: IndexedContent,
    private readonly language: string,
  ) {
    this.sites = blocksOf(resolution, file);
  }

  /** The test that a scope belongs to; null if it belongs to none. */
  of(scope: number): string | null {
    return this.blockAround(scope) ?? this.functionAround(scope);
  }

  /** The innermost scope of the calls of a line, or of the last calls before it; 0 without any. */
  scopeAt(line: number): number {
    const sites = this.resolution.index(this.file)?.flow.sites ?? [];
    const after = firstNotBefore(sites, (site) => site.line <= line);
    return sites[after - 1]?.scope ?? 0;
  }

  private blockAround(scope: number): string | null {
    const titles: string[] = [];
    const scopes = this.resolution.index(this.file)?.flow.scopes ?? [];
    for (let at = scope, depth = 0; at > 0 && depth < MAX_DEPTH; at = scopes[at]?.parent ?? NONE, depth++) {
      const site = this.sites.get(at);
      const title = site && titleAt(this.content.text, site.start);
      if (title) titles.push(title);
    }
    return titles.length === 0 ? null : titles.reverse().join(" ");
  }

  private functionAround(scope: number): string | null {
    const scopes = this.resolution.index(this.file)?.flow.scopes ?? [];
    for (let at = scope; at > 0; at = scopes[at]?.parent ?? NONE) {
      const symbol = this.content.symbols[scopes[at]?.symbol ?? NONE];
      if (symbol && this.isTest(symbol)) return this.labelOf(symbol);
    }
    return null;
  }

  private isTest(symbol: SymbolFact): boolean {
    if (symbol.kind !== "function" && symbol.kind !== "method") return false;
    const { text } = this.content;
    if (isTestCode(symbol, text)) return true;
    if (TEST_NAMES[this.language]?.test(symbol.name)) return true;
    return ANNOTATED.test(text.slice(symbol.start, Math.min(symbol.end, symbol.start + HEAD_CHARS)));
  }

  private labelOf({ label }: SymbolFact): string {
    const separator = SEPARATORS[this.language];
    return separator === undefined ? label : label.replaceAll(".", separator);
  }
}

/** Calls of blocks, by the scope that they are given. */
function blocksOf(
  resolution: Resolution,
  file: number,
): ReadonlyMap<number, { readonly name: string; readonly start: number }> {
  const index = resolution.index(file);
  const found = new Map<number, { readonly name: string; readonly start: number }>();
  for (const { expr, name, start } of index?.flow.sites ?? []) {
    if (!BLOCKS.has(name)) continue;
    for (const { value } of index?.entries(expr, 2) ?? [])
      if (index?.op(value) === "scope") found.set(index.operand(value, 1), { name, start });
  }
  return found;
}

/** The text of a block's title, with escapes as written; null if it is computed. */
function titleAt(text: string, start: number): string | null {
  const [, double, single, template, name] = TITLE.exec(text.slice(start, start + TITLE_CHARS)) ?? [];
  const title = double ?? single ?? template ?? name;
  return title === undefined || title.includes("${") ? null : title.replace(/\s+/g, " ").trim() || null;
}
