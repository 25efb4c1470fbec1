/** Tools with a default path work on the session's root if a call names no `path`; `manage_index` does not. */
import { join } from "node:path";
import { DEFAULT_PATH_TOOLS, type DefaultPathTool, type ToolName, validateOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool } from "./call-tool.ts";
import type { CallContext } from "./engine-context.ts";
import { type TestEngine, TestPlace } from "./testing/engine.ts";
import { committed } from "./testing/trees/git.ts";

const ARGUMENTS: Record<DefaultPathTool, object> = {
  search_codebase: { query: "shared" },
  file_outline: { file: "a.ts" },
  call_graph: { symbol: "shared" },
  read_file: { file: "a.ts" },
  change_impact: { symbols: [{ symbol: "shared", change: "remove" }] },
  unused_symbols: {},
  type_hierarchy: { symbol: "Shape" },
  symbol_history: { symbol: "shared" },
  compare_versions: { base: "HEAD" },
};
const place = new TestPlace({
  "one/a.ts": "export class Shape {}\nexport function shared(): number {\n  return 1;\n}\n",
  "two/a.ts": "export class Shape {}\nexport function shared(): number {\n  return 2;\n}\n",
});
const at = (...names: string[]): string => join(place.tree.root, ...names);
let engine: TestEngine;

beforeAll(async () => {
  for (const folder of ["one", "two"]) committed(at(folder));
  engine = place.engine();
  await index(at("one"));
});
afterAll(() => place[Symbol.asyncDispose]());

async function index(path: string): Promise<void> {
  await engine.call("manage_index", { action: "create", path });
  await engine.engine.waitForRun(path, place.tree.root);
}

async function ask(
  tool: ToolName,
  args: object,
  options: Partial<CallContext> = {},
): Promise<Record<string, unknown>> {
  const answer = await callTool(engine.engine, tool, args, {
    baseFolder: place.tree.root,
    roots: [place.tree.root],
    log: () => undefined,
    ...options,
  });
  expect(validateOutput(tool, answer)).toMatchObject({ ok: true });
  return { ...answer };
}

describe.each(DEFAULT_PATH_TOOLS)("%s without a path", (tool) => {
  const args = ARGUMENTS[tool];

  it("works on the session's root, and says so", async () => {
    const answer = await ask(tool, args, { sessionRoot: at("one") });
    expect(answer).toMatchObject({ status: "ok", path: at("one") });
    const { meta: _meta, ...named } = await ask(tool, { ...args, path: at("one") });
    const { meta: _other, ...defaulted } = answer;
    expect(withoutTimes(defaulted)).toEqual(withoutTimes(named));
  });

  it("prefers an explicit path to the session's root", async () =>
    expect(await ask(tool, { ...args, path: at("one") }, { sessionRoot: at("two") })).toMatchObject({
      status: "ok",
      path: at("one"),
    }));

  it("names the session's root if that is not indexed", async () =>
    expect(await ask(tool, args, { sessionRoot: at("two") })).toMatchObject(
      tool === "read_file" || tool === "compare_versions"
        ? { status: "ok", path: at("two") }
        : {
            status: "not_indexed",
            path: at("two"),
            hints: { create: { tool: "manage_index", args: { action: "create", path: at("two") } } },
          },
    ));

  it("works on the only codebase if the session has no root", async () =>
    expect(await ask(tool, args)).toMatchObject({ status: "ok", path: at("one") }));

  it("counts only codebases in the folders of a confined call", async () => {
    await using other = new TestPlace({ "closed/c.ts": "1;\n", "open/d.ts": "2;\n" });
    const within = other.engine();
    const closed = join(other.tree.root, "closed");
    await within.call("manage_index", { action: "create", path: closed });
    await within.engine.waitForRun(closed, other.tree.root);
    const open = [join(other.tree.root, "open")];
    const answer = await callTool(within.engine, tool, args, {
      baseFolder: open[0] ?? "",
      roots: open,
      confinedTo: open,
      log: () => undefined,
    });
    expect(answer).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS", details: [{ path: "path" }] },
    });
    expect(JSON.stringify(answer)).not.toContain("closed");
  });
});

describe("with several codebases and no session root", () => {
  beforeAll(() => index(at("two")));

  it.each(DEFAULT_PATH_TOOLS)("%s names the choices", async (tool) =>
    expect(await ask(tool, ARGUMENTS[tool])).toMatchObject({
      status: "error",
      error: {
        code: "INVALID_ARGUMENTS",
        message: expect.stringContaining(`(${at("one")}, ${at("two")}). Pass one of them`),
        details: [{ path: "path" }],
      },
    }),
  );

  it("a confined call gets the choices within its folders alone", async () => {
    const answer = await ask("search_codebase", { query: "x" }, { confinedTo: [at("two")] });
    expect(answer).toMatchObject({ status: "ok", path: at("two") });
  });
});

it("manage_index always names its folder", async () => {
  for (const action of ["create", "reindex", "sync", "status", "clear"])
    expect(await ask("manage_index", { action }, { sessionRoot: at("one") })).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS", details: [{ path: "path", message: "is required" }] },
    });
});

it("a failure names the folder that was used", async () => {
  const answer = await ask("search_codebase", { query: "lang:nonsense x" }, { sessionRoot: at("one") });
  expect(answer).toMatchObject({
    status: "error",
    error: { code: "INVALID_ARGUMENTS" },
    path: at("one"),
  });
});

/** Without fields that depend on the clock. */
function withoutTimes(answer: Record<string, unknown>): Record<string, unknown> {
  const { freshnessDecision: _freshness, ...rest } = answer;
  return rest;
}
