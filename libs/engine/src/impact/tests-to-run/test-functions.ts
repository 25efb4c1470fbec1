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
  private readonly blocks: ReadonlyMap<number, BlockCall>;
  private lineStarts: readonly number[] | undefined;

  constructor(
    private readonly resolution: Resolution,
    private readonly file: number,
    private readonly content: IndexedContent,
    private readonly language: string,
  ) {
    this.blocks = blocksOf(resolution, file);
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
      const block = this.blocks.get(at);
      const title = block && this.titleOf(block);
      if (title) titles.push(title);
    }
    return titles.length === 0 ? null : titles.reverse().join(" ");
  }

  /** The text of a block's title, with escapes as written; null if it is computed. */
  private titleOf({ name, line, position }: BlockCall): string | null {
    const { text } = this.content;
    this.lineStarts ??= lineStartsOf(text);
    const [start, end] = [this.lineStarts[line - 1] ?? 0, this.lineStarts[line] ?? text.length];
    const calls = [...text.slice(start, end).matchAll(new RegExp(`\\b${name}\\b`, "g"))];
    const at = calls[position]?.index;
    return at === undefined ? null : titleAt(text, start + at);
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

/** A call that is given a block; stored calls have no offsets. */
interface BlockCall {
  readonly name: string;
  readonly line: number;
  /** How many calls of the name come before it on its line. */
  readonly position: number;
}

/** Calls of blocks, by the scope that they are given. */
function blocksOf(resolution: Resolution, file: number): ReadonlyMap<number, BlockCall> {
  const found = new Map<number, BlockCall>();
  const index = resolution.index(file);
  if (!index) return found;
  let previous: BlockCall = { name: "", line: 0, position: 0 };
  for (const { expr, name: last, line } of index.flow.sites) {
    const scopes = index.entries(expr, 2).filter(({ value }) => index.op(value) === "scope");
    if (scopes.length === 0) continue;
    const name = [last, firstName(index, expr)].find((each) => BLOCKS.has(each));
    if (name === undefined) continue;
    const isSame = previous.name === name && previous.line === line;
    previous = { name, line, position: isSame ? previous.position + 1 : 0 };
    for (const { value } of scopes) found.set(index.operand(value, 1), previous);
  }
  return found;
}

/** The name that a callee begins with: `test` of `test.only(…)`. */
function firstName(index: NonNullable<ReturnType<Resolution["index"]>>, call: number): string {
  let expr = index.operand(call, 1);
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const op = index.op(expr);
    if (op === "name") return index.string(expr, 1);
    if (op !== "member" && op !== "call") return "";
    expr = index.operand(expr, 1);
  }
  return "";
}

/** Offsets of the lines of a text, and its length. */
function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return [...starts, text.length];
}

function titleAt(text: string, start: number): string | null {
  const [, double, single, template, name] = TITLE.exec(text.slice(start, start + TITLE_CHARS)) ?? [];
  const title = double ?? single ?? template ?? name;
  return title === undefined || title.includes("${") ? null : title.replace(/\s+/g, " ").trim() || null;
}
