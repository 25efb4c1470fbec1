/**
 * Arguments that nobody would write, valid and spoiled ones, made from each tool's own schema: every call has
 * an answer that fits, and none is a defect.
 */
import { cpSync } from "node:fs";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { SCHEMAS, TOOLS, type ToolName, type ToolOutput, outcomeOf } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { instancesOf } from "../../libs/contracts/src/testing/instances.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace } from "../support/workspace.ts";

const CALLS = 40;
const workspace = createWorkspace();
const root = workspace.path("courier");
let server: McpProcess;

beforeAll(async () => {
  cpSync(fileURLToPath(new URL("../../fixtures/courier", import.meta.url)), root, { recursive: true });
  server = await startMcp(workspace, {
    args: ["--tools", "core,scope,review,workspace", "--root", root],
    environment: { DOCS_ROOT: `${root}/docs`, CODE_ROOT: root },
  });
  await server.call("manage_index", { action: "create", path: root });
  expect(await untilIndexed((tool, args) => server.call(tool, args), root)).toMatchObject({ status: "ok" });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

type Arguments = Record<string, unknown>;

/**
 * What is there, is not, is a file, or is no path at all. None names a folder above: a forced `create` would
 * index it.
 */
const PATHS = fc.constantFrom(
  root,
  ".",
  "web",
  "web/src/auth/session.ts",
  "no/such",
  "web/",
  "./web//src",
  "a\0b",
  "\ud800",
  " ",
  "x".repeat(5_000),
  "/etc/passwd",
  "%2e%2e%2fetc",
  "web\\src",
  "naïve/é",
);
const NAMES = fc.constantFrom(
  "SessionStore",
  "web/src/auth/session.ts",
  "refresh",
  "*.ts",
  "**",
  "lang:ts",
  "(",
  "[",
  "typescript",
  "",
);
/** In place of an argument of whatever type. */
const SPOILED: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  0,
  -1,
  1e308,
  0.5,
  true,
  "",
  "\0",
  "\ud800",
  "x".repeat(20_000),
  ["x".repeat(200_000)],
  [],
  [[]],
  {},
  [null],
  { a: { b: { c: [] } } },
  ["../.."],
  "../../../../etc/passwd",
  "constructor",
  "__proto__",
);

/** Valid as far as the schema goes; texts are now and then such that mean something. */
function valid(tool: ToolName): fc.Arbitrary<Arguments> {
  return fc
    .tuple(instancesOf(SCHEMAS[tool].input) as fc.Arbitrary<Arguments>, PATHS, NAMES, fc.boolean())
    .map(([args, path, name, isNamed]) => {
      const own = Object.fromEntries(
        Object.entries(args).map(([key, value]) => [
          key,
          typeof value === "string" && isNamed && key !== "action" && !isChoice(tool, key) && name !== ""
            ? name
            : value,
        ]),
      );
      return "path" in own || args["path"] !== undefined ? { ...own, path } : own;
    });
}

function isChoice(tool: ToolName, argument: string): boolean {
  const schema = (SCHEMAS[tool].input["properties"] as Record<string, Record<string, unknown>>)[argument];
  return schema?.["type"] !== "string" || schema["enum"] !== undefined;
}

function spoiled(tool: ToolName): fc.Arbitrary<Arguments> {
  return fc.tuple(valid(tool), fc.nat(), SPOILED, fc.boolean()).map(([args, at, value, isUnknown]) => {
    const keys = Object.keys(args);
    const key = isUnknown || keys.length === 0 ? "nonsense" : (keys[at % keys.length] as string);
    return { ...args, [key]: value };
  });
}

/** Folders that a forced `create` may index are those of the test. */
function isHarmless({ path }: Arguments): boolean {
  return (
    typeof path !== "string" ||
    !(isAbsolute(path) || path.startsWith("..")) ||
    path.startsWith(root) ||
    path.startsWith("/etc/passwd") ||
    path.endsWith("etc/passwd")
  );
}

describe.each(TOOLS.map(({ name }) => name))("%s", (tool) => {
  it.each([
    ["valid", valid(tool)],
    ["spoiled", spoiled(tool)],
  ] as const)("answers %s arguments, and never with a defect", async (_, made) => {
    const property = fc.asyncProperty(made.filter(isHarmless), async (args) => {
      const { result, error } = await server.request("tools/call", { name: tool, arguments: args });
      expect(error).toBeUndefined();
      const { error: fault, status } = outcomeOf(result?.["structuredContent"] as ToolOutput<ToolName>);
      expect(fault?.code ?? status).toMatch(/^(?!INTERNAL)\w+$/);
    });
    await fc.assert(property, { numRuns: CALLS });
  });
});

it("the server has logged no defect, and goes on", async () => {
  await server.call("manage_index", { action: "create", path: root });
  await untilIndexed((tool, args) => server.call(tool, args), root);
  // A generated scope may be about a version that there is not.
  await server.call("set_scope", {});
  expect(await server.call("search_codebase", { path: root, query: "session" })).toMatchObject({
    status: "ok",
  });
  expect(server.stderr).not.toMatch(/tool_crashed|uncaught_exception|unhandled_rejection|output_invalid/);
});
