/** Bad arguments: answered as tool results that name each of them, never as protocol errors. */
import {
  type ArgumentProblem,
  CLIENT_ARGUMENTS,
  listedInput,
  TOOL_NAMES,
  type ToolName,
  outcomeOf,
} from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkedEnvelope } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
const options = {
  args: ["--tools", "core,scope,review,workspace"],
  environment: { DOCS_ROOT: workspace.folder, CODE_ROOT: workspace.folder },
};
let legacy: McpProcess;
let modern: McpProcess;
beforeAll(async () => {
  [legacy, modern] = await Promise.all([
    startMcp(workspace, options),
    startMcp(workspace, { era: "modern", ...options }),
  ]);
});
afterAll(async () => {
  await Promise.all([legacy[Symbol.asyncDispose](), modern[Symbol.asyncDispose]()]);
  workspace[Symbol.dispose]();
});

async function refused(tool: ToolName, args: unknown, named: readonly string[]): Promise<void> {
  for (const server of [legacy, modern]) {
    const { result } = await server.request(
      "tools/call",
      args === undefined ? { name: tool } : { name: tool, arguments: args },
    );
    const { status, error } = outcomeOf(checkedEnvelope(tool, result));
    expect([status, error?.code]).toEqual(["error", "INVALID_ARGUMENTS"]);
    const details = Array.isArray(error?.details) ? (error.details as ArgumentProblem[]) : [];
    expect(details.map(({ path }) => path)).toEqual(named);
  }
}

/** Valid arguments of each tool, to spoil. */
const GOOD: { readonly [Tool in ToolName]: Record<string, unknown> } = {
  list_codebases: {},
  manage_index: { action: "status", path: "/none" },
  search_codebase: { path: "/none", query: "x" },
  file_outline: { path: "/none", file: "a.ts" },
  call_graph: { path: "/none", symbol: "x" },
  read_file: { path: "/none/a.ts" },
  set_scope: {},
  list_paths: {},
  search_text: { query: "x" },
  semantic_search: { query: "x" },
  change_impact: {},
  unused_symbols: {},
  type_hierarchy: { symbol: "x" },
  symbol_history: { symbol: "x" },
  compare_versions: { base: "main" },
  list_dir: {},
  smart_search: { query: "x" },
  workspace_read: { path: "a.ts" },
  workspace_search: { query: "x" },
};

describe.each(TOOL_NAMES)("%s", (tool) => {
  it("refuses unknown fields", () => refused(tool, { ...GOOD[tool], nonsense: 1 }, ["nonsense"]));
  it("refuses what is no object", async () => {
    for (const args of [[], "text", 7, true]) await refused(tool, args, [""]);
  });
  it("refuses missing arguments and wrong types", async () => {
    for (const name of Object.keys(GOOD[tool])) {
      const { [name]: _dropped, ...without } = GOOD[tool];
      await refused(tool, without, [name === "symbol" ? "symbolRef" : name]);
      for (const wrong of [7, null, [], {}]) await refused(tool, { ...GOOD[tool], [name]: wrong }, [name]);
    }
  });
});

it("takes a call without arguments for one with none", async () => {
  expect(await legacy.call("list_codebases", {})).toMatchObject({ status: "ok" });
  const { result } = await legacy.request("tools/call", { name: "list_codebases" });
  expect(checkedEnvelope("list_codebases", result)).toMatchObject({ status: "ok" });
  await refused("search_codebase", undefined, ["query"]);
});

it("leaves out what clients add to the arguments of every tool", async () => {
  for (const name of CLIENT_ARGUMENTS) {
    for (const tool of TOOL_NAMES)
      expect(listedInput(tool, "milvus")).not.toHaveProperty(["properties", name]);
    for (const server of [legacy, modern])
      for (const value of [true, "yes"])
        expect(await server.call("list_codebases", { [name]: value })).toMatchObject({ status: "ok" });
    await refused("search_codebase", { query: "x", nonsense: 1, [name]: true }, ["nonsense"]);
  }
});

const spoilt = (
  tool: ToolName,
  args: Record<string, unknown>,
  named: readonly string[] = Object.keys(args),
) => it(`${tool} refuses ${JSON.stringify(args)}`, () => refused(tool, { ...GOOD[tool], ...args }, named));
for (const limit of [0, 51, -1, 1.5, "10"]) spoilt("search_codebase", { limit });
for (const depth of [0, 6]) spoilt("call_graph", { depth });
spoilt("search_codebase", { scope: "everything" });
spoilt("search_codebase", { query: "" });
spoilt("search_codebase", { path: "" });
spoilt("manage_index", { action: "destroy" });
spoilt("manage_index", { force: true });
spoilt("manage_index", { customExtensions: [7] }, ["customExtensions.0"]);
spoilt("manage_index", { allowUnnecessaryReindex: "yes" });
spoilt("file_outline", { limitSymbols: 0 });
spoilt("file_outline", { resolveMode: "exact" });
spoilt("call_graph", { direction: "sideways" });
spoilt("read_file", { start_line: 0 });
spoilt("read_file", { start_line: 5, end_line: 4 }, ["end_line"]);
spoilt("read_file", { mode: "html" });
for (const max_results of [0, 10_001, "all"]) spoilt("list_paths", { max_results });
spoilt("list_paths", { include_globs: "*.ts" });
spoilt("list_paths", { include_globs: ["src/", "a["] }, ["include_globs[1]"]);
spoilt("search_text", { exclude_globs: ["/etc"] }, ["exclude_globs[0]"]);
spoilt("search_text", { languages: ["klingon"] });
spoilt("search_text", { query: "" });
spoilt("search_text", { context_lines: 11 });
for (const depth of [0, 11]) spoilt("list_dir", { depth });
spoilt("list_dir", { repo: "both" });
spoilt("smart_search", { max_results: 51 });
spoilt("smart_search", { query: " \n" });
spoilt("workspace_read", { start_line: 5, end_line: 4 }, ["end_line"]);
spoilt("workspace_read", { path: "a\0b" });
spoilt("workspace_search", { include_globs: ["../x"] }, ["include_globs[0]"]);
spoilt("workspace_search", { query: "a(", regex: true }, ["query"]);

it("answers unknown tools with a protocol error that names those it has", async () => {
  for (const server of [legacy, modern]) {
    for (const name of ["nope", "toString", "", 7, undefined]) {
      const { error } = await server.request("tools/call", { name, arguments: {} });
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(TOOL_NAMES.join(", ")) });
    }
  }
});
