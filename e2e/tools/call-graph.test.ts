/**
 * The call graph as agents ask for it: from what a search or an outline hands out, in each direction, and
 * where there is no answer.
 */
import {
  type CallGraphOk,
  type CallGraphOutput,
  type SymbolRef,
  type ToolCall,
  isChunkResult,
} from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const SHOP = `
//- src/retry.ts
export function scheduleRetry(attempt: number): number {
  return backoff(attempt) * 1000;
}
function backoff(attempt: number): number {
  return attempt === 0 ? 1 : 2 * backoff(attempt - 1);
}
export const LIMIT = 5;
//- src/carrier.ts
export interface Carrier { send(parcel: string): void }
export class Bike implements Carrier { send(parcel: string): void { ring(parcel); } }
export class Truck implements Carrier { send(parcel: string): void {} }
function ring(parcel: string): void {}
//- src/deliver.ts
import type { Carrier } from "./carrier.ts";
import { scheduleRetry } from "./retry.ts";
/** Hands a parcel to a carrier, and again later when that fails. */
export function deliver(parcel: string, carrier: Carrier, extra: any): number {
  carrier.send(parcel);
  extra.unheardOf();
  return scheduleRetry(3);
}
//- scripts/nightly.py
from shop.stock import count

def nightly():
    return count("shelf")
//- scripts/shop/stock.py
def count(shelf):
    return len(shelf)
//- cmd/main.go
package main

func main() {
	tidy()
}

func tidy() {}
//- schema.sql
CREATE VIEW recent AS SELECT max(id) FROM parcels;
//- README.md
# Shop
Delivers parcels.
`;

const workspace = createWorkspace();
const root = workspace.tree("shop", SHOP);
let server: McpProcess;

async function index(by: McpProcess, path: string): Promise<void> {
  expect(await by.call("manage_index", { action: "create", path })).toMatchObject({ status: "ok" });
  expect(await untilIndexed((tool, args) => by.call(tool, args), path)).toMatchObject({ status: "ok" });
}

beforeAll(async () => {
  server = await startMcp(workspace, { cwd: root });
  await index(server, root);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

const ask = (args: Record<string, unknown>): Promise<CallGraphOutput> =>
  server.call("call_graph", { path: root, ...args });

async function answered(args: Record<string, unknown>): Promise<CallGraphOk> {
  const answer = await ask(args);
  if (answer.status !== "ok") throw new Error(JSON.stringify(answer));
  return answer;
}

/** Edges in the order of the answer: `caller → callee line`, with the confidence where it is not certain. */
async function edges(args: Record<string, unknown>): Promise<string[]> {
  const { nodes, edges: found } = await answered(args);
  const label = (id: string): string | undefined =>
    nodes.find(({ symbolId }) => symbolId === id)?.symbolLabel;
  return found.map(
    ({ from, to, confidence, site }) =>
      `${label(from)} → ${label(to)} ${site.line}${confidence === "resolved" ? "" : ` ${confidence}`}`,
  );
}

async function outlined(file: string, label: string): Promise<SymbolRef> {
  const outline = await server.call("file_outline", { path: root, file });
  const symbol =
    outline.status === "ok"
      ? outline.outline.symbols.find(({ symbolLabel }) => symbolLabel === label)
      : undefined;
  if (!symbol) throw new Error(`${file} has no ${label}`);
  return { file, symbolId: symbol.symbolId, symbolLabel: symbol.symbolLabel, span: symbol.span };
}

describe("a call graph", () => {
  it("has callers, callees or both, each edge with its place, text and confidence", async () => {
    expect(await edges({ symbol: "scheduleRetry", direction: "callers" })).toEqual([
      "deliver → scheduleRetry 7",
    ]);
    expect(await edges({ symbol: "scheduleRetry", direction: "callees" })).toEqual([
      "scheduleRetry → backoff 2",
    ]);
    expect(await edges({ symbol: "scheduleRetry" })).toEqual([
      "deliver → scheduleRetry 7",
      "scheduleRetry → backoff 2",
    ]);
    const {
      nodes,
      edges: [edge],
    } = await answered({ symbol: "scheduleRetry", direction: "callers" });
    expect(nodes).toMatchObject([
      {
        file: "src/deliver.ts",
        symbolLabel: "deliver",
        kind: "function",
        span: { startLine: 4, endLine: 8 },
      },
      { file: "src/retry.ts", symbolLabel: "scheduleRetry" },
    ]);
    expect(edge).toEqual({
      from: nodes[0]?.symbolId,
      to: nodes[1]?.symbolId,
      confidence: "resolved",
      site: { line: 7, text: "return scheduleRetry(3);" },
    });
  });

  it("takes bidirectional for both, and says what it used", async () => {
    const { meta: _meta, ...both } = await answered({ symbol: "scheduleRetry", direction: "both" });
    const { meta: _other, ...bidirectional } = await answered({
      symbol: "scheduleRetry",
      direction: "bidirectional",
    });
    expect(bidirectional).toEqual({ ...both, direction: "both" });
    expect(both).toMatchObject({ path: root });
    for (const known of ["effectiveRoot", "symbol", "direction", "depth", "limit"])
      expect(both).not.toHaveProperty(known);
  });

  it("goes as deep as asked, and through recursion", async () => {
    expect(await edges({ symbol: "backoff", direction: "callers" })).toEqual([
      "scheduleRetry → backoff 2",
      "backoff → backoff 5",
    ]);
    expect(await edges({ symbol: "backoff", direction: "callers", depth: 5 })).toEqual([
      "deliver → scheduleRetry 7",
      "scheduleRetry → backoff 2",
      "backoff → backoff 5",
    ]);
  });

  it("tells implementations that may be called from what is certain", async () => {
    expect(await edges({ symbol: "deliver", direction: "callees" })).toEqual(
      expect.arrayContaining([
        "deliver → Carrier.send 5",
        "deliver → Bike.send 5 possible",
        "deliver → Truck.send 5 possible",
        "deliver → scheduleRetry 7",
      ]),
    );
    expect(await edges({ symbol: "Truck.send", direction: "callers" })).toEqual([
      "deliver → Truck.send 5 possible",
    ]);
  });

  it("follows Python's and Go's calls as well", async () => {
    expect(await edges({ symbol: "count", direction: "callers" })).toEqual(["nightly → count 4"]);
    expect(await edges({ symbol: "main", direction: "callees" })).toEqual(["main → tidy 4"]);
  });

  it("says what it cut, and which calls it could not resolve and why", async () => {
    const cut = await answered({ symbol: "deliver", limit: 2 });
    expect(cut).toMatchObject({ warnings: ["OUTPUT_TRUNCATED"], nodes: [{}, {}] });
    const continued = await answered({ ...cut.hints?.continue?.args });
    expect(continued.nodes.length).toBeGreaterThan(2);
    expect(continued.hints).toBeUndefined();
    const answer = await answered({ symbol: "deliver", direction: "callees" });
    expect(answer).toMatchObject({
      notesTruncated: false,
      totalNoteCount: 1,
      returnedNoteCount: 1,
      coverage: { unparsedFiles: 0, unsupportedLanguages: ["sql"], unresolvedSites: 1 },
    });
    expect(answer.notes).toEqual([
      {
        type: "unresolved_call",
        file: "src/deliver.ts",
        symbolId: (await outlined("src/deliver.ts", "deliver")).symbolId,
        startLine: 6,
        detail: expect.stringMatching(/^unheardOf\(\) is not resolved/),
      },
    ]);
  });

  it("is empty and ok where nobody calls, with what is not covered", async () => {
    expect(await answered({ symbol: "nightly", direction: "callers" })).toMatchObject({
      edges: [],
      nodes: [{ symbolLabel: "nightly" }],
      coverage: { unsupportedLanguages: ["sql"], unresolvedSites: 0 },
    });
  });
});

describe("a symbolRef", () => {
  it("of a search is taken as it stands", async () => {
    const found = await server.call("search_codebase", { path: root, query: "hand a parcel to a carrier" });
    const hints =
      "results" in found
        ? found.results.flatMap((result) =>
            !isChunkResult(result) && "symbolRef" in result.callGraphHint
              ? [{ symbolLabel: result.symbolLabel, ...result.callGraphHint.symbolRef }]
              : [],
          )
        : [];
    const symbolRef = hints.find(({ symbolLabel }) => symbolLabel === "deliver");
    expect(symbolRef).toBeDefined();
    expect(await edges({ symbolRef, direction: "callees" })).toContain("deliver → scheduleRetry 7");
  });

  it("of an outline is taken as it stands, and picks one of several definitions of a name", async () => {
    const symbolRef = await outlined("src/carrier.ts", "Bike.send");
    expect(await answered({ symbolRef, direction: "callees" })).toMatchObject({
      nodes: [{ symbolLabel: "Bike.send" }, { symbolLabel: "ring" }],
    });
    expect((await answered({ symbol: "send", direction: "callers" })).message).toMatch(
      /^3 definitions are called send/,
    );
  });
});

describe("without an answer", () => {
  /** Hints of these answers are calls, all of them. */
  const calls = (answer: CallGraphOutput): ToolCall[] =>
    Object.values(("hints" in answer && answer.hints) || {}) as ToolCall[];

  it.each([
    ["not_found", { symbol: "deliverr" }],
    ["not_found", { symbolRef: { file: "src/gone.ts", symbolId: "sym_0123456789abcdef" } }],
    ["unsupported", { symbol: "LIMIT", direction: "callees" }],
    ["unsupported", { symbol: "Shop" }],
  ])("it is %s for %j, with a call to go on with", async (status, args) => {
    const answer = await ask(args);
    expect(answer).toMatchObject({ status, message: expect.any(String) });
    expect(calls(answer)).not.toEqual([]);
    for (const { tool, args: next } of calls(answer))
      expect(await server.call(tool, { ...next })).toMatchObject({ status: "ok" });
  });

  it("it is refused where no symbol is named, or two", async () => {
    for (const args of [{}, { symbol: "deliver", symbolRef: await outlined("src/deliver.ts", "deliver") }]) {
      expect(await ask(args)).toMatchObject({ status: "error", error: { code: "INVALID_ARGUMENTS" } });
    }
  });
});

it("sees what was saved just before", async () => {
  const changing = workspace.tree(
    "changing",
    "//- a.py\ndef price():\n    return 1\n\ndef total():\n    return price()\n",
  );
  await index(server, changing);
  const callers = async (): Promise<string[]> =>
    edges({ path: changing, symbol: "price", direction: "callers" });
  expect(await callers()).toEqual(["total → price 5"]);
  writeFile(`${changing}/b.py`, "from a import price\n\ndef discount():\n    return price() / 2\n");
  expect(await callers()).toEqual(["total → price 5", "discount → price 4"]);
});

it("gives at most 200 notes, and says how many there are", async () => {
  const noisy = workspace.tree("noisy", "");
  const lines = Array.from({ length: 230 }, (_, at) => `  thing.method${at}();`);
  writeFile(`${noisy}/noisy.ts`, `export function noisy(thing: any): void {\n${lines.join("\n")}\n}\n`);
  await index(server, noisy);
  const answer = await answered({ path: noisy, symbol: "noisy", direction: "callees" });
  expect(answer).toMatchObject({
    warnings: ["CALL_GRAPH_NOTES_TRUNCATED"],
    notesTruncated: true,
    totalNoteCount: 230,
    returnedNoteCount: 200,
    coverage: { unresolvedSites: 230 },
  });
  expect(answer.notes.map(({ startLine }) => startLine)).toEqual(
    Array.from({ length: 200 }, (_, at) => at + 2),
  );
});

it(
  "is not ready while its codebase is being indexed, and answers for others meanwhile and for itself " +
    "afterwards",
  async () => {
    const many = writeManyModules(workspace.path("many"), 600);
    writeFile(
      `${many}/main.ts`,
      'import { loadParcel1 } from "./depot1/parcel1.ts";\nexport function main(): void {\n  ' +
        "loadParcel1(2);\n}\n",
    );
    expect(await ask({ path: many, symbol: "loadParcel1" })).toMatchObject({
      status: "not_indexed",
      reason: "not_indexed",
      hints: { create: { tool: "manage_index" } },
    });
    expect(await server.call("manage_index", { action: "create", path: many })).toMatchObject({
      status: "ok",
    });
    expect(await ask({ path: many, symbol: "loadParcel1" })).toMatchObject({
      status: "not_ready",
      reason: "indexing",
      path: many,
      indexing: {},
      hints: { status: { tool: "manage_index", args: { action: "status", path: many } } },
    });
    expect(await edges({ symbol: "scheduleRetry", direction: "callers" })).toEqual([
      "deliver → scheduleRetry 7",
    ]);
    expect(await untilIndexed((tool, args) => server.call(tool, args), many)).toMatchObject({ status: "ok" });
    expect(await edges({ path: many, symbol: "loadParcel1", direction: "callers" })).toEqual([
      "main → loadParcel1 3",
    ]);
  },
);
