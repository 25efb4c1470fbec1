/** How much of an answer is code: sixty questions about five folders of several languages. */
import { cpSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type McpClient, connectClient } from "../support/mcp-client.ts";
import { cliIn } from "../support/cli.ts";
import { filesBelow } from "../support/real-tree.ts";
import { createWorkspace } from "../support/workspace.ts";

/** Questions by folder of this repository. */
const QUESTIONS: Readonly<Record<string, string>> = {
  "fixtures/courier":
    "how are parcels billed|where are retries scheduled|parse the configuration|format a report|web routes|" +
    "vendored code|database migration|open a circuit|cache of recent values|price of a shipment|" +
    "run jobs by the clock|refresh a session",
  "libs/contracts/src":
    "validate arguments|build an envelope|exit code of an answer|limits of a tool|deadline of a tool|" +
    "parse a tool result|retry when not ready|names of settings|home folder in a path|error codes|" +
    "invisible characters|arguments that an answer omits",
  "libs/render/src":
    "draw a tree of calls|width of a character|cut a line to fit|table of columns|excerpt of a result|" +
    "lines that match|head of a text answer|outline as text|candidates of a name|list of codebases|" +
    "next calls of an answer|notes about a search",
  "apps/cli/src":
    "render search results|edit json configuration|progress line on a terminal|open a browser|" +
    "shell completion script|colours of a terminal|exit codes|read from standard input|doctor command|" +
    "symbol argument|remove an entry|advice for agents",
  "clients/python/src":
    "call a tool|parse an envelope|connect over http|start the server process|typed arguments|" +
    "errors raised by the client|timeouts|session id|asynchronous client|validate the answer|" +
    "close the connection|retry when not ready",
};
const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

const workspace = createWorkspace();
const folders = Object.entries(QUESTIONS).map(([name, questions]) => ({
  name,
  root: workspace.path(name.replaceAll("/", "-")),
  source: join(REPOSITORY, name),
  questions: questions.split("|"),
}));
let server: McpClient;
beforeAll(async () => {
  server = await connectClient(workspace);
  for (const { root, source } of folders) {
    cpSync(source, root, { recursive: true, filter: (path) => !path.includes("/generated") });
    await server.call("manage_index", { action: "create", path: root });
    while ((await server.call("manage_index", { action: "status", path: root })).status === "not_ready")
      await sleep(200);
  }
}, 180_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const medianOf = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Share of each answer that is not the text of a preview. */
async function overheads(budget: { readonly maxTokens?: number }): Promise<number[]> {
  const shares: number[] = [];
  for (const { root, questions } of folders)
    for (const query of questions) {
      const answer = await server.call("search_codebase", { path: root, query, ...budget });
      if (answer.status !== "ok" || !("results" in answer)) throw new Error(`${query}: ${answer.status}`);
      const previews = answer.results.map((hit) => ("preview" in hit ? hit.preview : ""));
      shares.push(1 - previews.reduce((sum, text) => sum + bytesOf(text), 0) / bytesOf(answer));
    }
  expect(shares).toHaveLength(60);
  return shares;
}

// Measured: .27 and .38. The aims are .25 and .35; the rest is paths, spans and ids.
it("search results are mostly code", async () => {
  expect(medianOf(await overheads({}))).toBeLessThan(0.3);
  expect(medianOf(await overheads({ maxTokens: 1_000 }))).toBeLessThan(0.42);
});

/** Functions with callers, by folder of this repository. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  "libs/contracts/src": [
    "buildEnvelope",
    "counted",
    "choicesIn",
    "withHome",
    "rootOf",
    "callEdges",
    "exitCodeOf",
  ],
  "libs/render/src": ["displayWidth", "truncate", "renderCalls", "printableLine", "padStart", "tableOf"],
  "apps/cli/src": ["renderAnswer", "asFile", "usage", "createTerminal", "readStdin", "lineOf", "editJson"],
};

// Measured: 3.4. The aim is 2; the rest is ids and coverage, which a program needs and the text leaves out.
it("callers as data are a few times their text", async () => {
  const ratios: number[] = [];
  for (const { root, name } of folders)
    for (const symbol of CALLED[name] ?? []) {
      const args = { path: root, symbol, direction: "callers" };
      const answer = await server.call("call_graph", args);
      if (answer.status !== "ok" || !("edges" in answer) || answer.edges.length === 0) continue;
      const { stdout } = await cliIn(workspace, root)(["callers", symbol]);
      ratios.push(bytesOf(answer) / Buffer.byteLength(stdout));
    }
  expect(ratios.length).toBeGreaterThan(10);
  expect(medianOf(ratios)).toBeLessThan(3.7);
});

it("outlines are a fraction of their files, and larger than none but the shortest", async () => {
  const shares: number[] = [];
  for (const { root } of folders)
    for (const file of filesBelow(root)) {
      const answer = await server.call("file_outline", { path: root, file });
      if (answer.status !== "ok") continue;
      const fileBytes = statSync(join(root, file)).size;
      const outlineBytes = bytesOf(answer.outline);
      expect(outlineBytes, file).toBeLessThanOrEqual(Math.max(fileBytes, 4_200));
      if (fileBytes >= 2_000) shares.push(outlineBytes / fileBytes);
    }
  expect(shares.length).toBeGreaterThan(100);
  expect(medianOf(shares)).toBeLessThan(0.35);
});
