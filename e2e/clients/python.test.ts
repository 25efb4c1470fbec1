/**
 * Clients of Python, in both eras of the protocol: libraries that check answers against the schemas that the
 * server lists.
 */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseEnvelope, TOOLS, type ToolName, type ToolOutput, validateOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliIn } from "../support/cli.ts";
import { startHttp } from "../support/http-server.ts";
import { MCP_BIN, environmentOf } from "../support/mcp-process.ts";
import { type ClientRun, type PythonClient, openPythonClients } from "../support/python-clients.ts";
import { createWorkspace } from "../support/workspace.ts";

const client = await openPythonClients();
const workspace = createWorkspace();
const root = workspace.path("courier");

beforeAll(async () => {
  cpSync(fileURLToPath(new URL("../../fixtures/courier", import.meta.url)), root, { recursive: true });
  await cliIn(workspace, root)(["index"]);
});
afterAll(() => workspace[Symbol.dispose]());

/** What the script's calls have to give, whatever the transport. */
function check({ tools, answers }: ClientRun): void {
  expect(tools).toEqual(TOOLS.filter(({ set }) => set !== "workspace").map(({ name }) => name));
  const [list, set, search, paths, read, refused] = answers.map(
    ({ structured }) => structured as ToolOutput<ToolName>,
  );
  for (const answer of [list, set, search, paths, read, refused])
    if (answer && "tool" in answer) expect(validateOutput(answer.tool, answer)).toMatchObject({ ok: true });
  expect(list).toMatchObject({ status: "ok", codebases: { ready: [{ path: root }] } });
  expect(set).toMatchObject({
    status: "ok",
    effective_scope: { languages: ["python"] },
    session_id: expect.any(String),
  });
  expect(search).toMatchObject({
    status: "ok",
    results: expect.arrayContaining([expect.objectContaining({ file: expect.stringMatching(/\.py$/) })]),
  });
  expect(paths).toMatchObject({
    status: "ok",
    scope: { include_globs: ["reports/"], languages: ["python"] },
  });
  expect(read).toMatchObject({ status: "ok", file: "README.md" });
  expect(refused).toMatchObject({ status: "error", error: { code: "INVALID_ARGUMENTS" } });
  expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, false, false, true]);
}

/** What the same calls give a client of a server that answers in text. */
function checkTexts({ tools, answers }: ClientRun): void {
  expect(tools).toEqual(TOOLS.filter(({ set }) => set !== "workspace").map(({ name }) => name));
  expect(answers.map(({ structured }) => structured ?? null)).toEqual(answers.map(() => null));
  const parsed = answers.map(({ texts }) =>
    parseEnvelope({ content: texts.map((text) => ({ type: "text", text })) }),
  );
  const text = (tool: ToolName) => ({ kind: "text", header: expect.objectContaining({ tool }) });
  expect(parsed).toMatchObject([
    text("list_codebases"),
    { tool: "set_scope", status: "ok" },
    text("search_codebase"),
    text("list_paths"),
    text("read_file"),
    { status: "error", error: { code: "INVALID_ARGUMENTS" } },
  ]);
  expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, false, false, true]);
}

describe.skipIf(client === null).each(["mcp", "fastmcp"] as const)("%s", (library) => {
  it.each(["both", "structured"])("gets the same over stdio in the form %s, in both eras", async (form) => {
    const target = {
      command: process.execPath,
      args: [MCP_BIN, "--tools", "core,scope,review", "--answers", form],
      env: environmentOf(workspace),
    };
    const { auto, legacy } = await (client as PythonClient)(library, target, root);
    for (const run of [auto, legacy]) check(run);
  });

  it("gets text from a server that answers so, in both eras", async () => {
    const target = {
      command: process.execPath,
      args: [MCP_BIN, "--tools", "core,scope,review", "--answers", "text"],
      env: environmentOf(workspace),
    };
    const { auto, legacy } = await (client as PythonClient)(library, target, root);
    for (const run of [auto, legacy]) checkTexts(run);
  });

  it("gets the same over HTTP, in both eras", async () => {
    await using server = await startHttp(workspace, { args: ["--tools", "core,scope,review"] });
    const { auto, legacy } = await (client as PythonClient)(library, { url: `${server.url}/mcp` }, root);
    for (const run of [auto, legacy]) check(run);
  });
});
