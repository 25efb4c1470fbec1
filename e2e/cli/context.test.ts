/** The evidence for a question, from the command line and over MCP, on a real codebase. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cliIn } from "../support/cli.ts";
import { startMcp } from "../support/mcp-process.ts";
import { type Workspace, createWorkspace } from "../support/workspace.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/courier", import.meta.url));
const QUESTION = "where are failed requests retried";

function courier(workspace: Workspace): string {
  const root = workspace.path("courier");
  cpSync(FIXTURE, root, { recursive: true });
  return root;
}

test("is printed as Markdown with numbered code, and commands for the rest", async () => {
  using workspace = createWorkspace();
  const root = courier(workspace);
  const satori = cliIn(workspace, root);
  const { stdout, code } = await satori(["context", QUESTION, "--max-tokens", "1000", "--no-color"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^## `web\/src\/http\/[\w./-]+:\d+(?:-\d+)?` `\w[\w.]*` \(entry\)\n\n```ts\n\d+ /);
  expect(stdout).toMatch(/\n- `satori context 'where are failed requests retried' .*--max-tokens 2000`\n/);
  const [, read] = /\n- `satori read ([^`]+)`\n/.exec(stdout) ?? [];
  expect(await satori(["read", read ?? ""])).toMatchObject({ code: 0 });
});

test("is the same from both programs", async () => {
  using workspace = createWorkspace();
  const root = courier(workspace);
  const satori = cliIn(workspace, root);
  const { stdout } = await satori(["context", QUESTION, "--json"]);
  const printed = JSON.parse(stdout) as Record<string, unknown>;
  await using server = await startMcp(workspace);
  const answer = await server.call("search_codebase", { path: root, query: QUESTION, resultMode: "context" });
  expect(answer).toMatchObject({ status: "ok", sections: printed["sections"] });
  expect(answer).toMatchObject({ edges: printed["edges"], omitted: printed["omitted"] });
});

test("is refused where there is no index, and with a budget out of range", async () => {
  using workspace = createWorkspace();
  const root = courier(workspace);
  await using server = await startMcp(workspace);
  const args = { path: root, query: QUESTION, resultMode: "context" };
  expect(await server.call("search_codebase", args)).toMatchObject({ status: "not_indexed" });
  expect(await server.call("search_codebase", { ...args, maxTokens: 99 })).toMatchObject({
    status: "error",
    error: { code: "INVALID_ARGUMENTS" },
  });
});
