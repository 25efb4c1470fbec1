/**
 * Both clients against the real server, over both transports: typed calls, gates as values, sessions,
 * progress, cancellation, failed starts.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { ClientError, connect } from "@satori/client";
import {
  CORE_TOOLS,
  type EnvelopeToolName,
  type ToolName,
  type ToolOutput,
  validateOutput,
} from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpProcess, startHttp } from "../support/http-server.ts";
import { MCP_BIN, environmentOf } from "../support/mcp-process.ts";
import { LANGUAGES, type Sdk, type SdkTarget, openSdk } from "../support/sdk.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const TOKEN = "e2e-token-0123456789";
const MODULES = 150;
const workspace = createWorkspace();
const courier = workspace.path("courier");
let server: HttpProcess;

beforeAll(async () => {
  cpSync(fileURLToPath(new URL("../../fixtures/courier", import.meta.url)), courier, { recursive: true });
  const environment = { SATORI_ALLOWED_ROOTS: workspace.folder, SATORI_HTTP_TOKEN: TOKEN };
  server = await startHttp(workspace, { args: ["--tools", "core,scope"], environment });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

const stdio: SdkTarget = {
  command: process.execPath,
  args: [MCP_BIN, "--tools", "core,scope,workspace"],
  env: environmentOf(workspace, { DOCS_ROOT: join(courier, "docs"), CODE_ROOT: courier }),
};
const targetOf = (transport: "stdio" | "http"): SdkTarget =>
  transport === "stdio" ? stdio : { url: `${server.url}/mcp`, token: TOKEN };

/** An answer that fits the precise schema of its tool. */
async function answerOf<Tool extends ToolName>(
  sdk: Sdk,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
): Promise<ToolOutput<Tool>> {
  const { answer, error, message } = await sdk.call({ tool, args });
  expect([tool, error, message, validateOutput(tool, answer)]).toEqual([
    tool,
    undefined,
    undefined,
    { ok: true, value: answer },
  ]);
  // The schema has just proven the type.
  return answer as ToolOutput<Tool>;
}

async function okOf<Tool extends EnvelopeToolName>(
  sdk: Sdk,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
): Promise<Extract<ToolOutput<Tool>, { status: "ok" }>> {
  const answer = await answerOf(sdk, tool, args);
  expect(answer).toMatchObject({ status: "ok" });
  return answer as Extract<ToolOutput<Tool>, { status: "ok" }>;
}

/** The other way round in `sdk-examples.test.ts`. */
const TRANSPORTS = { typescript: "stdio", python: "http" } as const;
const CASES = LANGUAGES.map((language) => [language, TRANSPORTS[language]] as const);

describe.each(CASES)("the client in %s, over %s", (language, transport) => {
  const root = workspace.path(`parcels-${language}-${transport}`);
  let sdk: Sdk;
  beforeAll(async () => {
    writeManyModules(root, MODULES);
    sdk = await openSdk(language, targetOf(transport));
  });
  afterAll(() => sdk[Symbol.asyncDispose]());

  it("is told of gates by values, waits for the run that it began, and gets answers of every tool, whole", async () => {
    expect(await answerOf(sdk, "search_codebase", { path: root, query: "parcel" })).toMatchObject({
      status: "not_indexed",
      hints: { create: { tool: "manage_index" } },
    });
    expect(await sdk.wait({ path: root })).toMatchObject({
      state: "not_indexed",
      isIndexed: false,
      exitCode: 1,
    });
    const { runId } = await okOf(sdk, "manage_index", { action: "create", path: root });
    expect(await sdk.wait({ path: root, runId: runId ?? "none" })).toMatchObject({
      state: "indexed",
      source: "envelope",
      isIndexed: true,
      exitCode: 0,
      answer: { status: "ok", index: { files: MODULES } },
    });

    const found = await okOf(sdk, "search_codebase", {
      path: root,
      query: "loadParcel7",
      limit: 2,
      debug: true,
    });
    expect("results" in found && found.results[0]).toMatchObject({
      file: "depot7/parcel7.ts",
      language: "typescript",
      score: expect.any(Number),
      groupId: expect.stringMatching(/^grp_/),
    });
    const { outline } = await okOf(sdk, "file_outline", { path: root, file: "depot7/parcel7.ts" });
    const symbolId = outline?.symbols[0]?.symbolId;
    expect(
      await answerOf(sdk, "call_graph", { path: root, symbolRef: { file: "depot7/parcel7.ts", symbolId } }),
    ).toMatchObject({ status: "ok", nodes: [{ symbolId }] });
    expect(
      await answerOf(sdk, "read_file", {
        path: join(root, "depot7/parcel7.ts"),
        mode: "annotated",
        end_line: 3,
      }),
    ).toMatchObject({ status: "ok", outlineStatus: "ok", endLine: 3 });
    expect(await answerOf(sdk, "list_codebases", {})).toMatchObject({ status: "ok" });
    expect(await answerOf(sdk, "list_paths", { path: root, max_results: 2 })).toMatchObject({
      truncated: true,
    });
    expect(await answerOf(sdk, "search_text", { path: root, query: "parcel 7 " })).toMatchObject({
      status: "ok",
    });
    expect(
      await answerOf(sdk, "semantic_search", { path: root, query: "weight of a parcel", limit: 1 }),
    ).toMatchObject({ status: "ok", findings: [{ kind: "chunk" }] });
    expect(await answerOf(sdk, "manage_index", { action: "reindex", path: root })).toMatchObject({
      status: "ok",
      reason: "preflight_unknown",
    });
    expect(await sdk.wait({ path: root })).toMatchObject({ isIndexed: true });
  });

  it("is told of wrong arguments by a value, and of a tool that is none by an error", async () => {
    expect(await answerOf(sdk, "search_codebase", { path: root, query: "x", limit: 99 })).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS", details: [{ path: "limit" }] },
    });
    expect(await sdk.call({ tool: "no_such_tool", args: {} })).toMatchObject({
      error: "protocol",
      message: expect.stringContaining("Available tools: "),
    });
  });

  it("keeps a scope from call to call", async () => {
    expect(await answerOf(sdk, "set_scope", { include_globs: ["depot3/"] })).toMatchObject({ status: "ok" });
    expect(await answerOf(sdk, "list_paths", { path: root })).toMatchObject({
      items: [{ path: "depot3/parcel103.ts" }, { path: "depot3/parcel3.ts" }, { path: "depot3/parcel53.ts" }],
    });
    expect(await answerOf(sdk, "set_scope", {})).toMatchObject({ effective_scope: {} });
  });

  it("hears of progress, and cancels: then the server works on it no longer", async () => {
    const rewrite = (mark: string): void => {
      for (let at = 0; at < MODULES; at++)
        writeFile(
          join(root, `depot${at % 50}`, `parcel${at}.ts`),
          `/** Will ${mark}. */\nexport function ${mark}Parcel${at}(): number {\n  return ${at};\n}\n`,
        );
    };
    rewrite("deliver");
    const { answer, progress } = await sdk.call({
      tool: "manage_index",
      args: { action: "sync", path: root },
      isCancelledAtProgress: false,
    });
    expect(answer).toMatchObject({ status: "ok", stats: { modified: MODULES } });
    expect(progress?.length).toBeGreaterThan(0);
    rewrite("inspect");
    expect(
      await sdk.call({
        tool: "manage_index",
        args: { action: "sync", path: root },
        isCancelledAtProgress: true,
      }),
    ).toMatchObject({ error: "cancelled" });
    // What was left undone is done by the next.
    expect(
      await answerOf(sdk, "search_codebase", { path: root, query: "inspectParcel149", limit: 1 }),
    ).toMatchObject({ results: [{ file: "depot49/parcel149.ts" }] });
  });
});

describe.each(LANGUAGES)("the client in %s", (language) => {
  it("has methods for the workspace tools, whose answers have another form", async () => {
    await using sdk = await openSdk(language, stdio);
    expect(await answerOf(sdk, "list_dir", { repo: "docs" })).toMatchObject({
      result: { entries: expect.arrayContaining([expect.objectContaining({ path: "retries.md" })]) },
      meta: { repo: "docs" },
    });
    expect(await answerOf(sdk, "workspace_read", { path: "none.md" })).toMatchObject({
      code: "PATH_NOT_FOUND",
    });
    expect(await answerOf(sdk, "workspace_search", { query: "retries" })).toHaveProperty("result.matches");
    expect(await answerOf(sdk, "smart_search", { query: "retries.md" })).toHaveProperty("result.items");
  });

  it.each(["auto", "legacy"] as const)(
    "speaks the protocol that it is told, and shares the scope of a session by its id (%s)",
    async (protocol) => {
      const sessionId = `session-${language}-${protocol}`;
      const target = { ...targetOf("http"), protocol, sessionId };
      await using first = await openSdk(language, target);
      await using second = await openSdk(language, target);
      expect(first.protocolVersion).toBe(protocol === "auto" ? "2026-07-28" : "2025-11-25");
      await answerOf(first, "set_scope", { languages: ["python"] });
      const { scope } = await okOf(second, "list_paths", { path: courier });
      expect(scope).toMatchObject({ languages: ["python"] });
    },
  );

  it.each(["auto", "legacy"] as const)(
    "keeps a scope for the session that calls name, and for no other (%s)",
    async (protocol) => {
      await using sdk = await openSdk(language, { ...targetOf("http"), protocol });
      const session_id = `named-${language}-${protocol}`;
      expect(await answerOf(sdk, "set_scope", { session_id, languages: ["python"] })).toMatchObject({
        session_id,
      });
      expect((await okOf(sdk, "list_paths", { session_id, path: courier })).scope).toEqual({
        languages: ["python"],
      });
      expect((await okOf(sdk, "list_paths", { path: courier })).scope).toEqual({});
    },
  );

  it("says that a server at an address is gone, and goes on with the one that takes its place", async () => {
    const options = { environment: { SATORI_ALLOWED_ROOTS: workspace.folder } };
    const kill = async ({ child, exited }: HttpProcess): Promise<void> => {
      child.kill("SIGKILL");
      await exited;
    };
    const first = await startHttp(workspace, options);
    await using sdk = await openSdk(language, { url: `${first.url}/mcp` });
    await using inSession = await openSdk(language, { url: `${first.url}/mcp`, protocol: "legacy" });
    // Stopped, it takes the request and gives no answer.
    first.child.kill("SIGSTOP");
    const unanswered = sdk.call({ tool: "list_codebases", args: {} });
    await kill(first);
    expect(await unanswered).toMatchObject({
      error: "transport",
      message: expect.stringMatching(/^list_codebases: ./),
    });
    expect(await sdk.wait({ path: courier })).toMatchObject({ error: "transport" });
    await using second = await startHttp(workspace, {
      ...options,
      args: ["--port", new URL(first.url).port],
    });
    expect(second.url).toBe(first.url);
    expect(await answerOf(sdk, "list_codebases", {})).toMatchObject({ status: "ok" });
    expect(await inSession.call({ tool: "list_codebases", args: {} })).toMatchObject({
      error: "transport",
      message: "list_codebases: Session not found. Start a new one with initialize",
    });
  });

  it.each<[string, SdkTarget]>([
    ["a command that is none", { ...stdio, command: "satori-no-such-command" }],
    ["a server that does not start", { ...stdio, args: [MCP_BIN, "--tools", "odd"] }],
    ["an address that is none", { url: "here and there" }],
    ["an address where nothing listens", { url: "http://127.0.0.1:9/mcp" }],
  ])("says that there is no connection to %s", async (_, target) => {
    await expect(openSdk(language, target)).rejects.toMatchObject({
      kind: "start_up",
      message: expect.stringMatching(/^No connection to /),
    });
  });

  it("says so where the token is wrong, and does not tell it", async () => {
    const error: unknown = await openSdk(language, { ...targetOf("http"), token: "wrong-secret" }).catch(
      (failed: unknown) => failed,
    );
    expect(error).toBeInstanceOf(ClientError);
    expect(String(error)).not.toContain("wrong-secret");
  });

  it("takes a token with the end of its line, and tells no token that no header can hold", async () => {
    await using sdk = await openSdk(language, { ...targetOf("http"), token: `${TOKEN}\n` });
    expect(await answerOf(sdk, "list_codebases", {})).toMatchObject({ status: "ok" });
    const error: unknown = await openSdk(language, { ...targetOf("http"), token: "wrong\nsecret" }).catch(
      (failed: unknown) => failed,
    );
    expect(error).toMatchObject({
      kind: "start_up",
      message: expect.stringContaining("the token has a character"),
    });
    expect(String(error)).not.toContain("secret");
  });

  it("says where the server is to be found, in the words of the server", async () => {
    await expect(openSdk(language, { ...targetOf("http"), url: server.url })).rejects.toMatchObject({
      kind: "start_up",
      message: expect.stringMatching(/: Method POST is not allowed here: MCP is at \/mcp$/),
    });
    await expect(openSdk(language, { ...targetOf("http"), url: `${server.url}/sse` })).rejects.toMatchObject({
      kind: "start_up",
      message: expect.stringMatching(/: Not found: MCP is at \/mcp, and the web console at \/$/),
    });
  });

  it("says how long it waited for an answer", async () => {
    await using sdk = await openSdk(language, stdio);
    expect(await sdk.call({ tool: "list_codebases", args: {}, timeoutMs: 1 })).toMatchObject({
      error: "timeout",
      message: expect.stringMatching(/^list_codebases: no answer in (1 ms|0\.001 s)$/),
    });
  });
});

it("the client in typescript says what the network says of an address where nothing listens", async () => {
  await expect(connect({ url: "http://127.0.0.1:9/mcp" })).rejects.toThrow(
    /^No connection to http:\/\/127\.0\.0\.1:9\/mcp: .*(?:ECONNREFUSED|fetch blocks the server's port)/,
  );
});

it("the client in typescript shows no token to who prints it, and says that it is closed", async () => {
  const client = await connect({ url: `${server.url}/mcp`, token: TOKEN });
  expect(`${inspect(client, { depth: null, showHidden: true })}${JSON.stringify(client)}`).not.toContain(
    TOKEN,
  );
  await client.close();
  await expect(client.listCodebases()).rejects.toMatchObject({
    kind: "transport",
    message: "list_codebases: the connection is closed; connect again",
  });
});

it("the client in typescript lists the tools that the server offers, and calls them afterwards", async () => {
  await using client = await connect({ url: `${server.url}/mcp`, token: TOKEN });
  expect(await client.toolNames()).toEqual(expect.arrayContaining([...CORE_TOOLS]));
  expect(await client.listCodebases()).toMatchObject({ status: "ok" });
  await expect(client.toolNames({ signal: AbortSignal.abort() })).rejects.toMatchObject({
    kind: "cancelled",
  });
});

it("the client in typescript says in words that a server without TLS was asked for it", async () => {
  await expect(
    connect({ url: `${server.url.replace("http:", "https:")}/mcp`, token: TOKEN }),
  ).rejects.toMatchObject({
    kind: "start_up",
    message: expect.stringMatching(
      /: the server does not use TLS: its address begins with http:\/\/, not https:\/\/$/,
    ),
  });
});

it("the client in typescript takes no option of the other kind of target, which the compiler says", async () => {
  // @ts-expect-error a token for a command
  await expect(connect({ command: "satori-no-such-command", token: TOKEN })).rejects.toMatchObject({
    kind: "start_up",
  });
  // @ts-expect-error an address and a command
  await expect(connect({ url: "here and there", command: process.execPath })).rejects.toMatchObject({
    kind: "start_up",
  });
});

it("the client in typescript quotes a server that does not start, where it is asked to", async () => {
  const target = {
    command: process.execPath,
    args: [MCP_BIN],
    env: environmentOf(workspace, { SATORI_STORE: "cupboard" }),
    stderr: "quote",
  } as const;
  await expect(connect(target)).rejects.toMatchObject({
    kind: "start_up",
    message: expect.stringMatching(/^No connection to .+: satori-mcp: SATORI_STORE is "cupboard"/),
  });
  await using client = await connect({ ...target, env: environmentOf(workspace) });
  expect(client.isClosed).toBe(false);
  await client.close();
  expect(client.isClosed).toBe(true);
});
