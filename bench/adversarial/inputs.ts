/** Codebases that are as hard as their size allows, in any size, with the calls that are slow on them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolInput } from "@satori/contracts";

/** A call without its `path`, which is the folder of the codebase. */
export type AdversarialCall = {
  readonly [Tool in MeasuredTool]: {
    readonly tool: Tool;
    readonly args: Omit<ToolInput<Tool>, "path"> & { readonly file?: string };
  };
}[MeasuredTool];
type MeasuredTool =
  | "search_codebase"
  | "call_graph"
  | "file_outline"
  | "read_file"
  | "list_paths"
  | "search_text";

export interface AdversarialInput {
  readonly name: string;
  /** Measured sizes, ascending; each is about twice the one before. */
  readonly sizes: readonly number[];
  /** Writes the codebase into an empty folder. */
  readonly write: (folder: string, size: number) => void;
  readonly calls: readonly AdversarialCall[];
}

const SYMBOL_SIZES = [4_000, 8_000, 16_000];

export const INPUTS: readonly AdversarialInput[] = [
  {
    name: "functions of one name",
    sizes: SYMBOL_SIZES,
    write: (folder, size) => writeText(folder, "a.js", "function a() { return 1; }\n".repeat(size)),
    calls: [
      ...searches("must:zzzq a", "a"),
      callees("a"),
      callers("a"),
      outline("a.js"),
      symbol("a"),
      annotated("a.js"),
    ],
  },
  {
    name: "functions of one name that call it",
    sizes: SYMBOL_SIZES,
    write: (folder, size) => writeText(folder, "a.js", "function a() { return a(); }\n".repeat(size)),
    calls: [...searches("a"), callees("a"), callers("a")],
  },
  {
    name: "methods of one name in as many classes",
    sizes: [2_000, 4_000, 8_000],
    write: (folder, size) =>
      writeText(
        folder,
        "a.py",
        numbered(size, (at) => `class C${at}:\n    def a(self):\n        return self.a()\n`),
      ),
    calls: [...searches("must:zzzq a", "a"), callees("a"), callers("a"), outline("a.py")],
  },
  {
    name: "nested functions",
    sizes: SYMBOL_SIZES,
    write: (folder, size) => writeText(folder, "a.rb", `${"def a\n".repeat(size)}${"end\n".repeat(size)}`),
    calls: [
      ...searches("must:zzzq a", "exclude:zzzq a", "a"),
      callees("a"),
      outline("a.rb"),
      symbol("a"),
      annotated("a.rb"),
    ],
  },
  {
    name: "chained functions",
    sizes: SYMBOL_SIZES,
    write: (folder, size) =>
      writeText(
        folder,
        "a.js",
        `${numbered(size, (at) => `function f${at}() { return f${at + 1}(); }\n`)}function f${size}() {}\n`,
      ),
    calls: [...searches("f0"), callees("f0"), callers("f1000"), outline("a.js")],
  },
  {
    name: "values handed from function to function",
    sizes: [2_000, 4_000, 8_000],
    write: (folder, size) =>
      writeText(
        folder,
        "a.js",
        `${numbered(size, (at) => `function f${at}(g) { g(); return f${at + 1}(g); }\n`)}function ` +
          `f${size}(g) { g(); }\nfunction end() {}\nf0(end);\n`,
      ),
    calls: [callees("f0"), callers("end")],
  },
  {
    name: "classes below one another",
    sizes: [2_000, 4_000, 8_000],
    write: (folder, size) =>
      writeText(
        folder,
        "a.js",
        "class C0 { run() { this.step(); } step() {} " +
          `}\n${numbered(size, (at) => `class C${at + 1} extends C${at} { step() {} }\n`)}`,
      ),
    calls: [callees("run"), callers("step"), outline("a.js")],
  },
  {
    name: "branches of if",
    sizes: [1_000, 2_000, 4_000],
    write: (folder, size) =>
      writeText(
        folder,
        "a.js",
        "function a(x) " +
          `{\n${numbered(size, (at) => `  ${at === 0 ? "" : "else "}if (x === ${at}) b(x);\n`)}}\nfunction ` +
          "b() {}\n",
      ),
    calls: [...searches("a"), callees("a"), callers("b")],
  },
  {
    name: "nested parentheses",
    sizes: [2_000, 4_000, 8_000],
    write: (folder, size) =>
      writeText(
        folder,
        "a.js",
        `function a() { return ${"(".repeat(size)}b()${")".repeat(size)}; }\nfunction b() {}\n`,
      ),
    calls: [...searches("a"), callees("a"), callers("b")],
  },
  {
    name: "calls within calls",
    sizes: [2_000, 4_000, 8_000],
    write: (folder, size) =>
      writeText(
        folder,
        "a.js",
        `function a() { return ${"b(".repeat(size)}1${")".repeat(size)}; }\nfunction b(x) { return x; }\n`,
      ),
    calls: [callees("a"), callers("b")],
  },
  {
    name: "comments alone",
    sizes: SYMBOL_SIZES,
    write: (folder, size) => writeText(folder, "a.js", "// a comment about alpha\n".repeat(size)),
    calls: [...searches("comment about alpha", "must:zzzq alpha"), outline("a.js")],
  },
  {
    name: "comments on one line",
    sizes: SYMBOL_SIZES,
    write: (folder, size) => writeText(folder, "a.c", `${"/* alpha */ ".repeat(size)}\nint a;\n`),
    calls: [...searches("alpha"), read("a.c")],
  },
  {
    name: "one line",
    sizes: [1_000_000, 2_000_000, 4_000_000],
    write: (folder, size) => writeText(folder, "a.md", `${"alpha bravo ".repeat(size / 12)}\n`),
    calls: [...searches("alpha bravo", "must:zzzq alpha"), read("a.md"), text("zzzq")],
  },
  {
    name: "files in a folder",
    sizes: [1_000, 2_000, 4_000],
    write: (folder, size) => {
      for (let at = 0; at < size; at++)
        writeText(folder, `many/f${at}.js`, `function a${at}() { return b(); }\n`);
      writeText(folder, "b.js", "function b() {}\n");
    },
    calls: [...searches("must:zzzq b", "b"), callers("b"), { tool: "list_paths", args: {} }, text("zzzq")],
  },
  {
    name: "levels of folders",
    sizes: [400, 800, 1_600],
    write: (folder, size) => writeText(folder, `${"d/".repeat(size)}a.js`, "function a() {}\n"),
    calls: [...searches("a"), { tool: "list_paths", args: {} }, text("function")],
  },
  {
    name: "headings below one another",
    sizes: SYMBOL_SIZES,
    write: (folder, size) =>
      writeText(
        folder,
        "a.md",
        numbered(size, (at) => `${"#".repeat(1 + (at % 6))} a\n\ntext\n\n`),
      ),
    calls: [...searches("must:zzzq a", "a"), outline("a.md")],
  },
];

function searches(...queries: readonly string[]): readonly AdversarialCall[] {
  return queries.map((query) => ({ tool: "search_codebase", args: { query, scope: "mixed" } }));
}

function callees(name: string): AdversarialCall {
  return { tool: "call_graph", args: { symbol: name, direction: "callees", depth: 2 } };
}

function callers(name: string): AdversarialCall {
  return { tool: "call_graph", args: { symbol: name, direction: "callers", depth: 2 } };
}

function outline(file: string): AdversarialCall {
  return { tool: "file_outline", args: { file } };
}

function symbol(name: string): AdversarialCall {
  return { tool: "read_file", args: { open_symbol: name } };
}

function read(file: string): AdversarialCall {
  return { tool: "read_file", args: { file } };
}

function annotated(file: string): AdversarialCall {
  return { tool: "read_file", args: { file, mode: "annotated" } };
}

function text(query: string): AdversarialCall {
  return { tool: "search_text", args: { query } };
}

function numbered(count: number, textOf: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => textOf(at)).join("");
}

function writeText(folder: string, file: string, content: string): void {
  mkdirSync(join(folder, file, ".."), { recursive: true });
  writeFileSync(join(folder, file), content);
}
