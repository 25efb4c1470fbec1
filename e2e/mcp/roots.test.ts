/** Folders of the client: asked for when they are needed, and what relative paths are relative to. */
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { until } from "../../tools/until.ts";
import { checkedEnvelope } from "../support/mcp-answer.ts";
import { connectClient } from "../support/mcp-client.ts";
import { type McpProcess, type McpOptions, startMcp } from "../support/mcp-process.ts";
import { createWorkspace } from "../support/workspace.ts";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const workspace = createWorkspace();
afterAll(() => workspace[Symbol.dispose]());
const one = workspace.tree("one", "//- a.txt\none\n");
const two = workspace.tree("two", "//- a.txt\ntwo\n");
const options: McpOptions = {
  cwd: workspace.tree("elsewhere", "//- a.txt\nelsewhere\n"),
  capabilities: { roots: { listChanged: true } },
};

const listOf = (...folders: string[]) => ({
  roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href })),
});
const asked = (server: McpProcess) => server.unasked.filter(({ method }) => method === "roots/list");

describe("in the earlier era", () => {
  /** Answers the server's next question for roots. */
  async function answerRoots(server: McpProcess, ...folders: string[]): Promise<void> {
    const before = asked(server).length;
    await until("the server asks for roots", () => asked(server).length > before);
    server.send({ id: asked(server).at(-1)?.id, result: listOf(...folders) });
  }

  it("asks at the first call, keeps the answer, and asks again after a change", async () => {
    await using server = await startMcp(workspace, options);
    await server.request("tools/list");
    expect(asked(server)).toEqual([]);

    const [first, second] = [
      server.call("read_file", { path: "a.txt" }),
      server.call("read_file", { path: "a.txt" }),
    ];
    await answerRoots(server, one);
    for (const answer of [first, second])
      expect(await answer).toMatchObject({ status: "ok", content: "one\n" });
    expect(await server.call("read_file", { path: `${two}/a.txt` })).toMatchObject({
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
    expect(asked(server)).toHaveLength(1);

    server.send({ method: "notifications/roots/list_changed" });
    const third = server.call("read_file", { path: `${two}/a.txt` });
    await answerRoots(server, one, two);
    expect(await third).toMatchObject({ status: "ok", content: "two\n" });
    // With several roots, none of them is the one that is meant.
    expect(await server.call("read_file", { path: "a.txt" })).toMatchObject({
      status: "ok",
      content: "elsewhere\n",
    });
  });

  it("gives --root precedence, and does without the roots of a client that refuses", async () => {
    await using rooted = await startMcp(workspace, { ...options, args: ["--root", two] });
    const call = rooted.call("read_file", { path: "a.txt" });
    await answerRoots(rooted, one);
    expect(await call).toMatchObject({ content: "two\n" });

    await using refused = await startMcp(workspace, options);
    const other = refused.call("read_file", { path: "a.txt" });
    await until("the server asks for roots", () => asked(refused).length === 1);
    refused.send({ id: asked(refused)[0]?.id, error: { code: -32601, message: "Method not found" } });
    expect(await other).toMatchObject({ content: "elsewhere\n" });
  });

  it("asks a client library, and does not ask one without the capability", async () => {
    await using able = await connectClient(workspace, options);
    able.client.setRequestHandler(ListRootsRequestSchema, () => listOf(one));
    expect(await able.call("read_file", { path: "a.txt" })).toMatchObject({ content: "one\n" });
    await using unable = await connectClient(workspace, { ...options, capabilities: {} });
    expect(await unable.call("read_file", { path: "a.txt" })).toMatchObject({ content: "elsewhere\n" });
  });
});

describe("in the newest era", () => {
  it("answers the first call with the question, and the repeated one with the file", async () => {
    await using server = await startMcp(workspace, { ...options, era: "modern" });
    const params = { name: "read_file", arguments: { path: "a.txt" } };
    const { result } = await server.request("tools/call", params);
    expect(result).toMatchObject({
      resultType: "input_required",
      inputRequests: { roots: { method: "roots/list" } },
    });
    const repeated = await server.request("tools/call", {
      ...params,
      inputResponses: { roots: listOf(one) },
    });
    expect(checkedEnvelope("read_file", repeated.result)).toMatchObject({ content: "one\n" });
    expect(await server.call("read_file", { path: "a.txt" })).toMatchObject({ content: "one\n" });
    expect(server.unasked).toEqual([]);
  });

  it("asks only once, even of a client that does not answer the question", async () => {
    await using server = await startMcp(workspace, { ...options, era: "modern" });
    const params = { name: "read_file", arguments: { path: "a.txt" } };
    expect((await server.request("tools/call", params)).result).toMatchObject({
      resultType: "input_required",
    });
    const repeated = await server.request("tools/call", { ...params, inputResponses: {} });
    expect(checkedEnvelope("read_file", repeated.result)).toMatchObject({ content: "elsewhere\n" });
  });
});
