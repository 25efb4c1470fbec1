/** Answers about a branch, a tag or a commit, over stdio and over HTTP. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type ToolName, type ToolResult, textAnswerIn, textsOf } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git as runGit, committed } from "../../libs/engine/src/testing/trees/git.ts";
import { cliIn } from "../support/cli.ts";
import { startHttp } from "../support/http-server.ts";
import { connectClient } from "../support/mcp-client.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";
import { until } from "../../tools/until.ts";

const workspace = createWorkspace();
const root = workspace.tree(
  "shop",
  "//- src/store.ts\nexport function openStore(path: string): string {\n  return path;\n}\n" +
    "//- src/main.ts\nimport { openStore } from './store.ts';\nexport function main(): void {\n  openStore('x');\n}\n" +
    "//- secret/old.py\ndef forgotten():\n    return 1\n",
);
const git = (...args: string[]): string => runGit(root, ...args).trim();
let first = "";
let short = "";
beforeAll(async () => {
  committed(root);
  git("tag", "v1");
  first = git("rev-parse", "v1");
  short = first.slice(0, 12);
  rmSync(join(root, "secret"), { recursive: true });
  writeFile(join(root, "src", "store.ts"), "export function openBase(): number {\n  return 2;\n}\n");
  git("commit", "-q", "-a", "-m", "second");
  expect((await cliIn(workspace, root)(["index"])).code).toBe(0);
});
afterAll(() => workspace[Symbol.dispose]());

/** Polls the status that an answer proposes, until no run is active. */
async function untilReady(server: McpProcess, args: Record<string, unknown>): Promise<void> {
  await until(
    "the commit is indexed",
    async () => (await server.call("manage_index", args)).status !== "not_ready",
  );
}

it("are not_ready at first, then ok, and other calls are not gated meanwhile", async () => {
  await using server = await startMcp(workspace);
  const args = { path: root, query: "openStore", limit: 1, ref: "v1" };
  const before = await server.call("search_codebase", args);
  expect(before).toMatchObject({ status: "not_ready", commit: first, path: root });
  expect(await server.call("search_codebase", { path: root, query: "openBase", limit: 1 })).toMatchObject({
    status: "ok",
    results: [{ file: "src/store.ts" }],
  });
  const { hints } = before as { readonly hints: { readonly status: { readonly args: object } } };
  expect(hints.status.args).toEqual({ action: "status", path: root, ref: short });
  await untilReady(server, { ...hints.status.args });
  expect(await server.call("manage_index", { ...hints.status.args })).toMatchObject({
    status: "ok",
    commit: first,
    index: { files: 3 },
    humanText: expect.stringMatching(RegExp(`^commit ${short} of ${root}\n`)),
  });
  const answer = await server.call("search_codebase", args);
  expect(answer).toMatchObject({ status: "ok", commit: first, results: [{ symbolLabel: "openStore" }] });
  expect(await server.call("list_codebases", {})).toMatchObject({
    codebases: { ready: [{ path: root, versions: [{ commit: first, state: "indexed" }] }] },
  });
});

it("are the same in a server that starts later, without a run", async () => {
  await using server = await startMcp(workspace);
  const calls: readonly (readonly [ToolName, Record<string, unknown>, object])[] = [
    ["search_codebase", { query: "forgotten", limit: 1 }, { results: [{ file: "secret/old.py" }] }],
    ["file_outline", { file: "secret/old.py" }, { outline: { symbols: [{ symbolLabel: "forgotten" }] } }],
    [
      "call_graph",
      { symbol: "openStore", direction: "callers" },
      { edges: [{ site: { text: "openStore('x');" } }] },
    ],
    ["read_file", { open_symbol: "forgotten" }, { content: "def forgotten():\n    return 1\n" }],
  ];
  for (const [tool, args, expected] of calls)
    expect(await server.call(tool, { path: root, ...args, ref: short }), tool).toMatchObject({
      status: "ok",
      commit: first,
      ...expected,
    });
});

it("as text name the commit in the head, and in every next call that can be about it", async () => {
  await using server = await connectClient(workspace, { args: ["--root", root, "--answers", "text"] });
  for (const [name, args] of [
    ["search_codebase", { query: "openStore" }],
    ["search_codebase", { query: "openStore", resultMode: "context", maxTokens: 100 }],
    ["file_outline", { file: "src/main.ts" }],
    ["call_graph", { symbol: "openStore", limit: 1 }],
    ["read_file", { file: "src/main.ts", end_line: 1 }],
  ] as const) {
    const result = (await server.client.callTool({ name, arguments: { ...args, ref: "v1" } })) as ToolResult;
    const text = textAnswerIn(result);
    expect(text?.header.fields["commit"], name).toBe(short);
    for (const line of textsOf(result).join("\n").split("\n"))
      if (line.startsWith("next: ")) expect(line).toContain(`"ref":"${short}"`);
  }
  const listed = (await server.client.callTool({ name: "list_codebases", arguments: {} })) as ToolResult;
  expect(JSON.stringify(listed.content)).toMatch(RegExp(`ref ${short} {2}indexed, \\d+ KiB, used \\d{4}-`));
});

describe("over HTTP", () => {
  it("have nothing of the repository outside the allowed folders", async () => {
    await using server = await startHttp(workspace, { roots: [join(root, "src")] });
    const outside = { status: "error", error: { code: "PATH_OUTSIDE_ROOTS" } };
    for (const [tool, args] of [
      ["search_codebase", { path: root, query: "forgotten" }],
      ["read_file", { path: join(root, "secret/old.py") }],
      ["read_file", { path: join(root, "src"), file: "../secret/old.py" }],
      ["file_outline", { path: join(root, "src"), file: "../secret/old.py" }],
      ["manage_index", { action: "status", path: root }],
      ["manage_index", { action: "clear", path: root }],
    ] as const) {
      const answer = await server.call(tool, { ...args, ref: "v1" });
      expect(JSON.stringify(answer), tool).not.toContain("forgotten():");
      // The folder has no index that this server may use.
      expect(answer, `${tool} ${JSON.stringify(args)}`).toMatchObject(
        tool === "file_outline" ? { status: "not_indexed" } : outside,
      );
    }
    expect(await server.call("read_file", { path: join(root, "src/store.ts"), ref: "v1" })).toMatchObject({
      status: "ok",
      commit: first,
      content: expect.stringContaining("openStore"),
    });
    // A search of the folder is about the folder alone.
    const own = { path: join(root, "src"), ref: "v1" };
    expect(await server.call("search_codebase", { ...own, query: "forgotten" })).toMatchObject({
      status: "not_indexed",
    });
  });
});
