/** The three forms of answers over HTTP, and the clients that need envelopes whatever form a server is set to. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ANSWERS_HEADER, ANSWER_FORMS, type ToolResult, textAnswerIn, textsOf } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { type HttpProcess, connectHttp, startHttp } from "../support/http-server.ts";
import { MCP_BIN, environmentOf } from "../support/mcp-process.ts";
import { LANGUAGES, openSdk } from "../support/sdk.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.path("courier");
let satori: Cli;
beforeAll(async () => {
  cpSync(fileURLToPath(new URL("../../fixtures/courier", import.meta.url)), root, { recursive: true });
  satori = cliIn(workspace, root);
  await satori(["index"]);
});
afterAll(() => workspace[Symbol.dispose]());

const QUERY = { path: root, query: "exponential backoff with jitter", limit: 1 };

describe.each(ANSWER_FORMS)("a server that answers in the form %s", (form) => {
  let server: HttpProcess;
  beforeAll(async () => void (server = await startHttp(workspace, { args: ["--answers", form] })));
  afterAll(() => server[Symbol.asyncDispose]());

  it("gives a client that names no form that one, and lists schemas of answers only with structure", async () => {
    await using http = await connectHttp(server);
    const { tools } = await http.client.listTools();
    expect(tools.some(({ outputSchema }) => outputSchema !== undefined)).toBe(form !== "text");
    const result = (await http.client.callTool({ name: "search_codebase", arguments: QUERY })) as ToolResult;
    expect(result.structuredContent === undefined).toBe(form === "text");
    expect(textAnswerIn(result)?.header).toEqual(
      form === "text" ? expect.objectContaining({ tool: "search_codebase", effectiveRoot: root }) : undefined,
    );
    expect(textsOf(result)[0]?.startsWith("{")).toBe(form === "both");
  });

  it("gives a client the form that its header names, and refuses one that there is not", async () => {
    for (const named of ANSWER_FORMS) {
      await using http = await connectHttp(server, { [ANSWERS_HEADER]: named });
      const { tools } = await http.client.listTools();
      expect(tools.some(({ outputSchema }) => outputSchema !== undefined)).toBe(named !== "text");
      const result = (await http.client.callTool({
        name: "search_codebase",
        arguments: QUERY,
      })) as ToolResult;
      expect([named, result.structuredContent === undefined]).toEqual([named, named === "text"]);
    }
    await using http = await connectHttp(server, { [ANSWERS_HEADER]: "prose" });
    await expect(http.client.listTools()).rejects.toThrow(
      'Satori-Answers is "prose", but must be one of both, structured, text',
    );
  });

  it("answers the command line as any other server does", async () => {
    for (const args of [["search", "backoff"], ["callers", "backoffDelay"], ["status"], ["list"]]) {
      const remote = await satori([...args, "--json", "--server", `${server.url}/mcp`]);
      expect([args, remote.code]).toEqual([args, 0]);
      expect(JSON.parse(remote.stdout)).toMatchObject({ version: 1, status: "ok" });
    }
  });

  it.each(LANGUAGES)("answers the %s client with envelopes", async (language) => {
    await using sdk = await openSdk(language, { url: `${server.url}/mcp` });
    expect(await sdk.call({ tool: "search_codebase", args: QUERY })).toMatchObject({
      answer: { tool: "search_codebase", status: "ok", results: [{ file: "web/src/http/backoff.ts" }] },
    });
    expect(await sdk.call({ tool: "read_file", args: { path: `${root}/README.md` } })).toMatchObject({
      answer: { status: "ok", file: "README.md" },
    });
    expect(await sdk.wait({ path: root })).toMatchObject({ state: "indexed", isIndexed: true });
  });
});

it.each(LANGUAGES)(
  "a started server that is set to text answers the %s client with envelopes",
  async (language) => {
    const target = {
      command: process.execPath,
      args: [MCP_BIN, "--tools", "workspace"],
      env: environmentOf(workspace, { SATORI_ANSWERS: "text", DOCS_ROOT: `${root}/docs`, CODE_ROOT: root }),
    };
    await using sdk = await openSdk(language, target);
    expect(await sdk.call({ tool: "list_dir", args: { repo: "docs" } })).toMatchObject({
      answer: { result: { total: 3 } },
    });
    expect(await sdk.call({ tool: "workspace_read", args: { path: "none" } })).toMatchObject({
      answer: { code: "PATH_NOT_FOUND" },
    });
  },
);
