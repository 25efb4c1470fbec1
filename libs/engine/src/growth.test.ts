/**
 * How the work of each tool grows with adversarial inputs. The deadline counts the steps: every loop over
 * sizes that users choose checks it. `bench -- adversarial` measures the CPU time of larger inputs.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { TOOL_NAMES, type ToolName } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import type { CallContext } from "./engine-context.ts";
import { TestPlace } from "./testing/engine.ts";
import { CountingDeadline } from "./testing/manual-deadline.ts";

interface Asked {
  readonly tool: ToolName;
  /** `path` defaults to the root of the codebase, if the tool takes one. */
  readonly args: Readonly<Record<string, unknown>>;
}

type Texts = Readonly<Record<string, string>>;

interface Input {
  readonly name: string;
  /** The smallest of three sizes, each twice the one before. */
  readonly least: number;
  /** Texts by path. */
  readonly texts: (size: number) => Texts;
  /** Calls that look at each item: with fewer steps, their loops do not check the deadline. */
  readonly asked: readonly Asked[];
  /** Calls that end earlier, or take one step for many items, for example one per chunk. */
  readonly bounded?: readonly Asked[];
}

function made<Made>(count: number, make: (at: number) => Made): Made[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

const repeated = (count: number, textOf: (at: number) => string): string => made(count, textOf).join("");
function files(count: number, fileOf: (at: number) => [string, string]): Texts {
  return Object.fromEntries(made(count, fileOf));
}

function calls(name: string, direction: string): Asked {
  return { tool: "call_graph", args: { symbol: name, direction, depth: 2 } };
}

const callees = (name: string): Asked => calls(name, "callees");
const callers = (name: string): Asked => calls(name, "callers");
const search = (query: string): Asked => ({ tool: "search_codebase", args: { query, scope: "mixed" } });
const outline = (file: string, rest = {}): Asked => ({ tool: "file_outline", args: { file, ...rest } });
const symbol = (name: string): Asked => ({ tool: "read_file", args: { open_symbol: name } });
const read = (file: string, args: object = {}): Asked => ({ tool: "read_file", args: { file, ...args } });
const text = (query: string): Asked => ({ tool: "search_text", args: { query } });
const workspaceText = (query: string): Asked => ({ tool: "workspace_search", args: { query, repo: "code" } });
const listPaths: Asked = { tool: "list_paths", args: {} };
const status: Asked = { tool: "manage_index", args: { action: "status" } };
const smart = (query: string): Asked => ({ tool: "smart_search", args: { query, repo: "code" } });
const workspaceRead = (path: string): Asked => ({ tool: "workspace_read", args: { repo: "code", path } });

/** Calls that go through all files, for example for a name that no file has. */
const hierarchy = (name: string): Asked => ({
  tool: "type_hierarchy",
  args: { symbol: name, depth: 100 },
});
/** A change that is only planned. */
const impact = (name: string, change = "signature"): Asked => ({
  tool: "change_impact",
  args: { symbols: [{ symbol: name, change }], depth: 10 },
});
const THROUGH_FILES: readonly Asked[] = [
  search("where is a/b/c/zzzq.js"),
  search("whereIsParseAdress"),
  callees("zzzqzzzq"),
  symbol("zzzqzzzq"),
  smart("f1.js"),
  smart("zzzq.js"),
  smart("zzzqZzzq"),
  outline("zzzq.js"),
  outline("many"),
  read("many/zzzq.js"),
  listPaths,
  status,
  { tool: "list_dir", args: { repo: "code", depth: 10 } },
];
const AT_FILES: readonly Asked[] = [
  search("b"),
  callers("b"),
  impact("b"),
  text("zzzq"),
  workspaceText("zzzq"),
  { tool: "semantic_search", args: { query: "b" } },
  { tool: "list_codebases", args: {} },
];

const INPUTS: readonly Input[] = [
  {
    name: "functions of one name",
    least: 50,
    texts: (size) => ({ "a.js": "function a() { return 1; }\n".repeat(size) }),
    asked: [
      { tool: "unused_symbols", args: {} },
      impact("a"),
      search("must:zzzq a"),
      callees("a"),
      callers("a"),
      outline("a.js"),
      outline("a.js", { resolveMode: "exact", symbolLabelExact: "a" }),
      outline("a.js", { resolveMode: "exact", symbolLabelExact: "ab" }),
      symbol("a"),
      symbol("a/3"),
      read("a.js", { mode: "annotated" }),
    ],
    bounded: [search("a"), smart("a")],
  },
  {
    name: "functions of one name that call it",
    least: 40,
    texts: (size) => ({ "a.js": "function a() { return a(); }\n".repeat(size) }),
    asked: [callees("a"), callers("a"), impact("a"), impact("a", "remove")],
    bounded: [search("a")],
  },
  {
    name: "subtypes of a type",
    least: 50,
    texts: (size) => ({
      "a.py": `class Base:\n  def f(self): pass\n${repeated(size, (at) => `class S${at}(Base):\n  def f(self): pass\n`)}`,
    }),
    asked: [hierarchy("Base"), hierarchy("Base.f"), impact("Base"), impact("Base.f", "remove")],
  },
  {
    // A hierarchy goes at most 100 levels deep.
    name: "types that derive from one another",
    least: 12,
    texts: (size) => ({
      "a.ts": `class C0 { f() {} }\n${repeated(size, (at) => `class C${at + 1} extends C${at} { f() {} }\n`)}`,
    }),
    asked: [hierarchy("C0"), hierarchy("C0.f"), hierarchy("C12"), impact("C0.f")],
  },
  {
    name: "types of one name",
    least: 50,
    texts: (size) => files(size, (at) => [`d${at}/a.ts`, "export class A {}\nexport class B extends A {}\n"]),
    asked: [hierarchy("A"), hierarchy("d1/a.ts:A"), impact("A", "remove")],
  },
  {
    name: "constructors, and functions that are called so",
    least: 40,
    texts: (size) => ({
      "a.js": repeated(size, (at) => `class C${at} { constructor() {} }\nfunction constructor() {}\n`),
    }),
    asked: [callees("constructor"), callers("constructor"), symbol("constructor")],
  },
  {
    name: "nested functions",
    least: 50,
    texts: (size) => ({ "a.rb": `${"def a\n".repeat(size)}${"end\n".repeat(size)}` }),
    asked: [
      search("must:zzzq a"),
      search("exclude:zzzq a"),
      callees("a"),
      outline("a.rb"),
      symbol("a"),
      symbol("a.rb:7"),
      read("a.rb", { mode: "annotated" }),
    ],
  },
  {
    name: "chained functions",
    least: 40,
    texts: (size) => {
      const chain = repeated(size, (at) => `function chain${at}() { return chain${at + 1}(); }\n`);
      return { "a.js": `${chain}function chain${size}() {}\n` };
    },
    asked: [callees("chain0"), callers("chain1"), impact("chain9"), outline("a.js"), symbol("chaim0")],
    bounded: [search("chain0")],
  },
  {
    name: "overlapping classes",
    least: 40,
    texts: (size) => {
      const derived = repeated(size, (at) => `class C${at + 1} extends C${at} { step() {} }\n`);
      return { "a.js": `class C0 { run() { this.step(); } step() {} }\n${derived}` };
    },
    asked: [callees("run"), callers("step"), impact("step"), outline("a.js"), symbol("C9.run")],
  },
  {
    name: "branches of if",
    least: 50,
    texts: (size) => {
      const branches = made(size, (at) => `if (x === ${at}) b(x);\n`).join("  else ");
      return { "a.js": `function a(x) {\n  ${branches}}\nfunction b() {}\n` };
    },
    asked: [callers("b")],
    bounded: [search("a"), callees("a")],
  },
  {
    name: "comments alone",
    least: 200,
    texts: (size) => ({ "a.js": "// a comment about alpha\n".repeat(size) }),
    asked: [read("a.js"), workspaceRead("a.js")],
    bounded: [search("comment about alpha"), search("must:zzzq alpha"), outline("a.js")],
  },
  {
    name: "one line",
    least: 12_000,
    texts: (size) => ({ "a.md": `${"alpha bravo ".repeat(size / 12)}\n` }),
    asked: [],
    bounded: [
      search("alpha bravo"),
      search("must:zzzq alpha"),
      read("a.md"),
      workspaceRead("a.md"),
      text("zzzq"),
      workspaceText("alpha"),
      smart("'alpha bravo'"),
    ],
  },
  {
    name: "keys",
    least: 600,
    texts: (size) => ({
      "a.json": `{${made(size, (at) => `\n"k${at}": 1`).join(",")}}\n`,
      "a.ini": repeated(size, (at) => `k${at}=1\n`),
    }),
    asked: [outline("a.json"), outline("a.ini"), read("a.ini", { mode: "annotated", start_line: 550 })],
  },
  {
    name: "files in a folder",
    least: 16,
    texts: (size) => ({
      ...files(size, (at) => [`many/f${at}.js`, `function a${at}() { return b(); }\n`]),
      "b.js": "function b() {}\n",
    }),
    asked: THROUGH_FILES,
    bounded: AT_FILES,
  },
  {
    name: "files of one name",
    least: 16,
    texts: (size) => files(size, (at) => [`many/d${at}/zzzq.js`, "function b() { return b(); }\n"]),
    // If few files match, a search asks for more of them, at most twice: that is not growth.
    asked: [search("must:zzzq b"), ...THROUGH_FILES],
    bounded: AT_FILES,
  },
  {
    // A scan goes at most 100 levels deep.
    name: "levels of folders",
    least: 12,
    texts: (size) => ({ [`${"d/".repeat(size)}zzzq.js`]: "function b() {}\n" }),
    asked: [
      { tool: "list_paths", args: {} },
      { tool: "manage_index", args: { action: "status" } },
      smart("f1.js"),
      smart("zzzq.js"),
    ],
    bounded: [...THROUGH_FILES, ...AT_FILES],
  },
];

/** Tools whose work depends on no size, and those that read commits within limits of their own. */
const OF_NO_SIZE: ReadonlySet<ToolName> = new Set(["set_scope", "compare_versions", "symbol_history"]);
/** Between sizes like these, n log n grows by 2.3 and n² by 4. */
const MOST_GROWTH = 2.7;
/** Variation of the fixed cost of a call. */
const NOISE = 40;

async function stepsOf({ texts, asked, bounded = [] }: Input, size: number): Promise<readonly number[]> {
  await using place = new TestPlace();
  const { root } = place.tree;
  for (const [path, content] of Object.entries(texts(size))) {
    const file = place.tree.at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  mkdirSync(place.tree.at("docs"));
  const engine = place.engine({ config: { workspaceRoots: { docs: place.tree.at("docs"), code: root } } });
  await engine.index();
  const steps: number[] = [];
  for (const { tool, args } of [...asked, ...bounded]) {
    const deadline = new CountingDeadline();
    const { signal } = deadline;
    const call: CallContext = { baseFolder: root, roots: [root], deadline, signal, elapsedMs: () => 0 };
    const ask = engine.engine.tools[tool] as (input: object, call: CallContext) => Promise<unknown>;
    // A call for something that does not exist fails, after the same number of steps.
    const isMissing = (error: unknown): void => expect(error).toMatchObject({ code: "PATH_NOT_FOUND" });
    await ask(argumentsOf({ tool, args }, place), call).catch(isMissing);
    steps.push(deadline.steps);
  }
  return steps;
}

function argumentsOf({ tool, args }: Asked, { tree }: TestPlace): object {
  if (tool === "list_codebases" || "repo" in args) return args;
  if (tool !== "read_file") return { path: tree.root, ...args };
  const { file = "", ...others } = args;
  return { path: tree.at(String(file)), ...others };
}

function growsTooMuch([small = 0, middle = 0, large = 0]: readonly number[]): boolean {
  return large - middle > MOST_GROWTH * Math.max(0, middle - small) + NOISE;
}

describe.each(INPUTS)("$name", (input) => {
  it("takes each tool steps by the size, times its logarithm at most", { timeout: 180_000 }, async () => {
    const { asked, bounded = [], least } = input;
    const sizes = [least, least * 2, least * 4];
    const counts: (readonly number[])[] = [];
    for (const size of sizes) counts.push(await stepsOf(input, size));
    const works = [...asked, ...bounded].map(({ tool, args }, at) => ({
      work: `${tool} ${Object.values(args).join(" ")}`,
      isCounted: at < asked.length,
      steps: counts.map((of) => of[at] as number),
    }));
    expect(
      works.filter(({ steps }) => growsTooMuch(steps)),
      "grow too much",
    ).toEqual([]);
    const unlooked = works.filter(({ isCounted, steps }) => isCounted && (steps[2] ?? 0) < least * 4);
    expect(unlooked, "do not look at the deadline").toEqual([]);
  });
});

it("covers every tool whose work depends on a size", () => {
  const all = INPUTS.flatMap(({ asked, bounded = [] }) => [...asked, ...bounded]);
  const tools = new Set(all.map(({ tool }) => tool));
  expect(TOOL_NAMES.filter((tool) => !tools.has(tool) && !OF_NO_SIZE.has(tool))).toEqual([]);
});
