/**
 * One question to many codebases that share a collection is one question to Milvus, which tells those worth a
 * search of their own.
 */
import type { SemanticSearchOk } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMilvus } from "../../tools/milvus/server.ts";
import { until } from "../../tools/until.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { type Workspace, createWorkspace, writeFile } from "../support/workspace.ts";

/** What each codebase is about. Ten of them are chosen for a search of their own. */
const TOPICS = [
  "parse http header",
  "retry failed request",
  "format date string",
  "open database connection",
  "render html template",
  "compress image file",
  "sign token secret",
  "schedule cron job",
  "walk directory tree",
  "encode base64 text",
  "draw bar chart",
  "send mail message",
];
const server = await startMilvus();
const workspaces: Workspace[] = [];
const servers: McpProcess[] = [];
const trees = createWorkspace();
const rootOf = (topic: string): string => trees.path(topic.replaceAll(" ", "-"));

beforeAll(() => {
  for (const topic of TOPICS) {
    const [verb = "", ...rest] = topic.split(" ");
    const name = [verb, ...rest.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)].join("");
    writeFile(
      `${rootOf(topic)}/${rest.join("_")}.ts`,
      `/** To ${topic}. */\nexport function ${name}(input: string): string {\n  return input + ` +
        `"${topic}";\n}\n`,
    );
  }
});
afterAll(async () => {
  for (const one of servers) await one[Symbol.asyncDispose]();
  for (const workspace of [trees, ...workspaces]) workspace[Symbol.dispose]();
  await server?.[Symbol.asyncDispose]();
});

/** A server with an index of each topic. */
async function openIndexed(layout: string, topics: readonly string[]): Promise<McpProcess> {
  const workspace = createWorkspace();
  workspaces.push(workspace);
  const environment = {
    SATORI_STORE: "milvus",
    MILVUS_ADDRESS: server?.address ?? "",
    SATORI_MILVUS_LAYOUT: layout,
    SATORI_WATCH: "0",
  };
  const mcp = await startMcp(workspace, { args: ["--tools", "core,scope"], environment });
  servers.push(mcp);
  for (const topic of topics) {
    await mcp.call("manage_index", { action: "create", path: rootOf(topic) });
    await until(
      `${topic} is indexed`,
      async () => (await mcp.call("manage_index", { action: "status", path: rootOf(topic) })).status === "ok",
    );
  }
  return mcp;
}

const ask = async (mcp: McpProcess, query: string, topics = TOPICS): Promise<SemanticSearchOk> =>
  (await mcp.call("semantic_search", { query, repos: topics.map(rootOf), limit: 3 })) as SemanticSearchOk;

describe.skipIf(server === null)("many codebases in Milvus", () => {
  it("that share a collection: the best of all comes first, and it is told which are outranked", async () => {
    const mcp = await openIndexed("shared", TOPICS);
    for (const topic of ["retry failed request", "schedule cron job", "send mail message"]) {
      const answer = await ask(mcp, `where do we ${topic}`);
      expect([answer.status, answer.findings[0]?.repo]).toEqual(["ok", rootOf(topic)]);
      expect(answer.searched.map(({ repo }) => repo)).toEqual(TOPICS.map(rootOf).sort());
      expect(answer.searched.filter((one) => one.outranked)).toHaveLength(TOPICS.length - 10);
      expect(answer.warnings ?? []).not.toContain("REPOS_SKIPPED");
    }
    // Of what is asked for here, the best of all say nothing.
    const parts = await ask(mcp, "path:cron_job.ts where do we schedule cron job");
    expect([parts.findings.map(({ repo }) => repo), parts.searched.filter((one) => one.outranked)]).toEqual([
      [rootOf("schedule cron job")],
      [],
    ]);
  });

  it("with a collection each: all are searched", async () => {
    const few = TOPICS.slice(6, 9);
    const answer = await ask(await openIndexed("collection", few), "where do we schedule cron job", few);
    expect([answer.findings[0]?.repo, answer.searched.map(({ outranked }) => outranked)]).toEqual([
      rootOf("schedule cron job"),
      few.map(() => undefined),
    ]);
  });
});
