/**
 * A server that is in use while a tree of real files is edited says what a new one says, byte for byte: the
 * model of an index is a new one, at a size at which words fill several pages.
 */
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ToolName, outcomeOf } from "@satori/contracts";
import { expect, it } from "vitest";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { copyRealTree, filesBelow } from "../support/real-tree.ts";
import { createWorkspace } from "../support/workspace.ts";

const ROUNDS = 6;
const QUESTIONS = [
  "where is the index compared with the disk",
  "request",
  "the parser of a language",
  "must:return snapshot",
  "lang:ts words of a chunk",
  "PostingReader",
  '"no such file"',
  "edited",
];
/** Differ by nature: when something was done, how, and by whom. */
const OWN = new Set([
  "meta",
  "freshnessDecision",
  "stalenessBucket",
  "indexedAt",
  "sizeBytes",
  "lastIndexedAt",
  "lastSyncedAt",
  "watch",
  "embedding",
  "lockOwner",
  "humanText",
  "state",
]);

type Call = readonly [tool: ToolName, args: Record<string, unknown>];

/** The same numbers in each run: the multiplier and the modulus of Park and Miller. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

function editSome(root: string, round: number, next: (below: number) => number): void {
  const files = filesBelow(root);
  const pick = (): string => join(root, files.splice(next(files.length), 1)[0] as string);
  for (let at = files.length / 40; at > 0; at--) appendFileSync(pick(), `\nedited in round ${round}\n`);
  for (let at = 0; at < 3; at++) {
    rmSync(pick());
    const moved = pick();
    renameSync(moved, join(dirname(moved), `moved${round}-${at}.ts`));
    const [shortened, copied, from] = [pick(), pick(), pick()];
    writeFileSync(shortened, readFileSync(shortened).subarray(0, 700));
    writeFileSync(copied, readFileSync(from));
  }
}

function callsAbout(root: string, next: (below: number) => number): Call[] {
  const files = filesBelow(root);
  const searches = QUESTIONS.flatMap((query) =>
    (["runtime", "mixed", "docs"] as const).map((scope): Call => [
      "search_codebase",
      {
        path: root,
        query,
        scope,
        debug: true,
        limit: 50,
        ...(scope === "mixed" ? { resultMode: "raw" } : {}),
      },
    ]),
  );
  const outlines = Array.from({ length: 12 }, (): Call => [
    "file_outline",
    { path: root, file: files[next(files.length)] },
  ]);
  const graphs = ["readSegments", "openDatabase", "walk", "parseQuery", "analyze"].map((symbol): Call => [
    "call_graph",
    { path: root, symbol, direction: "both", depth: 2 },
  ]);
  return [["manage_index", { action: "status", path: root }], ...searches, ...outlines, ...graphs];
}

async function answersOf(server: McpProcess, calls: readonly Call[]): Promise<string[]> {
  const answers: string[] = [];
  for (const [tool, args] of calls) {
    const answer = await server.call(tool, args);
    expect(outcomeOf(answer).status, JSON.stringify(answer).slice(0, 300)).not.toBe("error");
    answers.push(JSON.stringify(answer, (key, value: unknown) => (OWN.has(key) ? undefined : value)));
  }
  return answers;
}

async function indexed(server: McpProcess, root: string): Promise<void> {
  await server.call("manage_index", { action: "create", path: root });
  await untilIndexed((tool, args) => server.call(tool, args), root);
}

it("after rounds of edits, each of which it has synced", async () => {
  using workspace = createWorkspace();
  const root = copyRealTree(workspace);
  await using inUse = await startMcp(workspace);
  await indexed(inUse, root);
  const next = numbersFrom(7);
  for (let round = 0; round < ROUNDS; round++) {
    editSome(root, round, next);
    expect(await inUse.call("manage_index", { action: "sync", path: root })).toMatchObject({ status: "ok" });
    // Between two merges of the lists of words, which take place whenever a tenth of their rows are gone.
    for (const query of QUESTIONS)
      await answersOf(inUse, [["search_codebase", { path: root, query, scope: "mixed" }]]);
  }
  await using fresh = await startMcp(workspace, {
    environment: { SATORI_HOME: workspace.path("another home") },
  });
  await indexed(fresh, root);
  const calls = callsAbout(root, next);
  const [said, wanted] = [await answersOf(inUse, calls), await answersOf(fresh, calls)];
  for (const [at, call] of calls.entries()) expect(said[at], JSON.stringify(call)).toBe(wanted[at]);
});
