/**
 * Sessions over stdio, where the process is one: what set_scope says holds for every tool that lists or
 * searches.
 */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const [courier, notes] = [workspace.path("courier"), workspace.path("notes")];
let server: McpProcess;

beforeAll(async () => {
  cpSync(fileURLToPath(new URL("../../fixtures/courier", import.meta.url)), courier, { recursive: true });
  writeFile(`${notes}/retry.md`, "# Retries\n\nA parcel that is refused is brought again the next day.\n");
  server = await startMcp(workspace, { args: ["--tools", "core,scope"] });
  for (const path of [courier, notes]) {
    await server.call("manage_index", { action: "create", path });
    expect(await untilIndexed((tool, args) => server.call(tool, args), path)).toMatchObject({ status: "ok" });
  }
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

const filesOf = (answer: object): string[] =>
  "results" in answer ? (answer.results as { file: string }[]).map(({ file }) => file) : [];

describe("a scope that is set", () => {
  it("shapes what is listed, searched by text and by meaning, until it is cleared", async () => {
    const set = await server.call("set_scope", { repos: ["courier"], languages: ["go"] });
    expect(set).toMatchObject({
      status: "ok",
      effective_scope: { repos: [courier], languages: ["go"] },
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(await server.call("list_codebases", {})).toMatchObject({
      codebases: { ready: [{ path: courier }] },
      sessionScope: { repos: [courier] },
    });
    const search = await server.call("search_codebase", {
      path: courier,
      query: "when is a delivery tried again",
      scope: "mixed",
    });
    expect(search).toMatchObject({ sessionScope: { languages: ["go"] } });
    expect(filesOf(search).every((file) => file.endsWith(".go"))).toBe(true);
    expect(filesOf(search)).not.toEqual([]);
    expect(await server.call("search_text", { query: "retry" })).toMatchObject({
      path: courier,
      scope: { languages: ["go"] },
    });
    expect(await server.call("set_scope", {})).toMatchObject({ effective_scope: {} });
    expect(
      filesOf(
        await server.call("search_codebase", {
          path: courier,
          query: "when is a delivery tried again",
          scope: "mixed",
        }),
      ).some((file) => !file.endsWith(".go")),
    ).toBe(true);
  });

  it("is kept apart for each session that a call names", async () => {
    await server.call("set_scope", { repos: ["courier"], session_id: "one" });
    await server.call("set_scope", { repos: ["notes"], session_id: "two" });
    const roots = await Promise.all(
      ["one", "two", "one", "two"].map(
        async (session_id) => (await server.call("list_paths", { session_id })) as { path?: string },
      ),
    );
    expect(roots.map(({ path }) => path)).toEqual([courier, notes, courier, notes]);
    expect(await server.call("list_codebases", {})).not.toHaveProperty("sessionScope");
    expect(await server.call("list_codebases", { session_id: "three" })).toMatchObject({
      warnings: ["SESSION_UNKNOWN"],
    });
  });
});

describe("several codebases", () => {
  it("are searched as one, and the one that knows comes first", async () => {
    const first = async (query: string): Promise<object> => {
      const answer = (await server.call("semantic_search", { query, repos: ["courier", "notes"] })) as {
        findings?: readonly object[];
      };
      return answer.findings?.[0] ?? answer;
    };
    expect(await first("refused parcel brought again next day")).toMatchObject({
      repo: notes,
      file: "retry.md",
    });
    expect(await first("class SessionStore")).toMatchObject({
      repo: courier,
      file: "web/src/auth/session.ts",
    });
  });

  it("have to be named where there is no other way to tell", async () => {
    expect(await server.call("semantic_search", { query: "retries" })).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS", message: expect.stringContaining(notes) },
    });
  });
});
