/** Outlines and reads of symbols, asked over MCP and on the command line: both give the same. */
import { join } from "node:path";
import type { EnvelopeToolName, ToolOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace } from "../support/workspace.ts";

const CONSTANTS = Array.from({ length: 300 }, (_, at) => `export const C${at} = ${at};\n`).join("");
const TREE = `
//- src/store.ts
/** Keeps things. */
export class Store {
  /** Opens it. */
  open(path: string): void {}
  close(): void {}
}
export function load(): number {
  return 1;
}
//- src/other.py
def load():
    return 2

class Late:
    def run(self): ...
    def run(self, times): ...
//- constants.ts
${CONSTANTS}//- table.csv
a,b
`;

const workspace = createWorkspace();
const root = workspace.tree("code", TREE);
const satori: Cli = cliIn(workspace, root);
let server: McpProcess;
beforeAll(async () => {
  server = await startMcp(workspace, { cwd: root });
  await server.call("manage_index", { action: "create", path: root });
  await untilIndexed((tool, args) => server.call(tool, args), root);
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

/** The answer of the server, after the command line has given the same but for the time it took. */
async function ask<Tool extends EnvelopeToolName>(
  tool: Tool,
  args: Record<string, unknown>,
): Promise<ToolOutput<Tool>> {
  const answer = await server.call(tool, args);
  const { envelope, code } = await satori.json(tool, [
    "tool",
    "call",
    tool,
    "--args-json",
    JSON.stringify(args),
  ]);
  expect({ ...envelope, meta: null }).toEqual({ ...answer, meta: null });
  expect(code).toBe(answer.status === "ok" ? 0 : 1);
  return answer;
}
const outline = (file: string, args: Record<string, unknown> = {}): Promise<ToolOutput<"file_outline">> =>
  ask("file_outline", { path: root, file, ...args });
const symbols = (answer: ToolOutput<"file_outline">) =>
  "outline" in answer ? (answer.outline?.symbols ?? []) : [];
const labels = (answer: ToolOutput<"file_outline">): string[] =>
  symbols(answer).map(({ symbolLabel }) => symbolLabel);

describe("an outline", () => {
  test("nests symbols, each with kind, lines, signature and the first line of its documentation", async () => {
    const answer = await outline("src/store.ts");
    const [store] = symbols(answer);
    expect(symbols(answer)).toEqual([
      {
        symbolId: store?.symbolId,
        symbolLabel: "Store",
        kind: "class",
        span: { startLine: 2, endLine: 6 },
        signature: "class Store",
        doc: "Keeps things.",
      },
      {
        symbolId: expect.any(String),
        symbolLabel: "Store.open",
        kind: "method",
        span: { startLine: 4, endLine: 4 },
        parent: store?.symbolId,
        signature: "open(path: string): void",
        doc: "Opens it.",
      },
      {
        symbolId: expect.any(String),
        symbolLabel: "Store.close",
        kind: "method",
        span: { startLine: 5, endLine: 5 },
        parent: store?.symbolId,
        signature: "close(): void",
      },
      {
        symbolId: expect.any(String),
        symbolLabel: "load",
        kind: "function",
        span: { startLine: 7, endLine: 9 },
        signature: "function load(): number",
      },
    ]);
    expect((await satori(["outline", "src/store.ts"])).stdout).toBe(
      "class Store  2-6  Keeps things.\n  method open  4-4  Opens it.\n  method close  5-5\nfunction " +
        "load  7-9\n",
    );
  });

  test("shows the lines and the number of symbols that are asked for", async () => {
    expect(labels(await outline("src/store.ts", { start_line: 5, end_line: 6 }))).toEqual([
      "Store",
      "Store.close",
    ]);
    const few = await outline("src/store.ts", { limitSymbols: 1 });
    expect(few).toMatchObject({ hasMore: true });
    expect(
      labels(await outline("src/store.ts", few.status === "ok" ? few.hints?.fileOutline?.args : {})),
    ).toEqual(["Store", "Store.open"]);
  });

  test("finds exactly one symbol, says when several fit, and when none does", async () => {
    const exact = (file: string, symbolLabelExact: string) =>
      outline(file, { resolveMode: "exact", symbolLabelExact });
    expect(labels(await exact("src/store.ts", "Store.open"))).toEqual(["Store.open"]);
    const several = await exact("src/other.py", "Late.run");
    expect(several).toMatchObject({
      status: "ambiguous",
      outline: { symbols: [{ span: { startLine: 5, endLine: 5 } }, { span: { startLine: 6, endLine: 6 } }] },
    });
    expect(
      await outline("src/other.py", { resolveMode: "exact", symbolIdExact: symbols(several)[1]?.symbolId }),
    ).toMatchObject({ status: "ok", outline: { symbols: [{ span: { startLine: 6 } }] } });
    expect(await exact("src/store.ts", "open")).toMatchObject({ status: "not_found", outline: null });
    expect(await outline("table.csv")).toMatchObject({ status: "unsupported", outline: null });
  });

  test("is no larger than its file, and says how to have all of it", async () => {
    const answer = await outline("constants.ts");
    expect(answer).toMatchObject({ status: "ok", hasMore: true, warnings: ["OUTPUT_TRUNCATED"] });
    expect(JSON.stringify(symbols(answer)).length).toBeLessThanOrEqual(CONSTANTS.length);
    expect(
      labels(await outline("constants.ts", answer.status === "ok" ? answer.hints?.fileOutline?.args : {})),
    ).toHaveLength(300);
    // As text, an outline is short: nothing is omitted from it.
    const { stdout, stderr, code } = await satori(["outline", "constants.ts"]);
    expect({ lines: stdout.trimEnd().split("\n").length, stderr, code }).toEqual({
      lines: 300,
      stderr: "",
      code: 0,
    });
  });
});

describe("one symbol", () => {
  test("opens by name, qualified name or id, wherever it is", async () => {
    for (const open_symbol of ["Store.open", "open", symbols(await outline("src/store.ts"))[1]?.symbolId]) {
      expect(await ask("read_file", { path: root, open_symbol })).toMatchObject({
        status: "ok",
        file: "src/store.ts",
        content: "  open(path: string): void {}\n",
        startLine: 4,
        endLine: 4,
        symbol: { symbolLabel: "Store.open" },
      });
    }
  });

  test("is one of several where they are called alike: they are listed, and each opens by its id", async () => {
    const several = await ask("read_file", { path: root, open_symbol: "load" });
    expect(several).toMatchObject({
      status: "ambiguous",
      candidates: [
        { file: "src/other.py", symbolLabel: "load", kind: "function" },
        { file: "src/store.ts", symbolLabel: "load", kind: "function" },
      ],
    });
    for (const { symbolId, file } of several.status === "ambiguous" ? several.candidates : [])
      expect(await ask("read_file", { path: root, open_symbol: symbolId })).toMatchObject({
        status: "ok",
        file,
      });
    expect(await ask("read_file", { path: join(root, "src/other.py"), open_symbol: "load" })).toMatchObject({
      status: "ok",
      content: "def load():\n    return 2\n",
    });
    expect(await ask("read_file", { path: root, open_symbol: "lod" })).toMatchObject({
      status: "not_found",
      hints: { searchCodebase: { tool: "search_codebase" } },
    });
  });
});
