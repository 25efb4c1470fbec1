/** Outlines, reads and the calls that answers propose, over files that nobody wrote for a test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OutlineSymbol, ToolName, ToolOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { untilIndexed } from "../support/mcp-answer.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { copyRealTree, filesBelow } from "../support/real-tree.ts";
import { type ProposedCall, proposedCalls } from "../support/tool-calls.ts";
import { createWorkspace } from "../support/workspace.ts";

/** Few enough for most files to be read in several answers. */
const MAX_LINES = 60;
/** Outlines of this size are given however short their file is. */
const ALWAYS_BYTES = 4_096;
const SEARCHES = 100;

const workspace = createWorkspace();
let root: string;
let files: string[];
let server: McpProcess;
const symbolsOf = new Map<string, readonly OutlineSymbol[]>();

beforeAll(async () => {
  root = copyRealTree(workspace);
  files = filesBelow(root);
  server = await startMcp(workspace, {
    environment: {
      READ_FILE_MAX_LINES: String(MAX_LINES),
      SATORI_WATCH: "0",
      SATORI_FRESHNESS_MS: "3600000",
    },
  });
  await server.call("manage_index", { action: "create", path: root });
  expect(await untilIndexed((tool, args) => server.call(tool, args), root)).toMatchObject({ status: "ok" });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

describe("outlines", () => {
  test("are never larger than their file, of short files than 4 KiB, and say what they leave out", async () => {
    const states = { whole: 0, thinned: 0, cut: 0 };
    for (const file of files) {
      const answer = await server.call("file_outline", { path: root, file });
      if (answer.status !== "ok") {
        expect(["unsupported", "not_found"], file).toContain(answer.status);
        continue;
      }
      const { symbols } = answer.outline;
      symbolsOf.set(file, symbols);
      expect(Buffer.byteLength(JSON.stringify(symbols)), file).toBeLessThanOrEqual(
        Math.max(ALWAYS_BYTES, readFileSync(join(root, file)).length),
      );
      const isTruncated = answer.warnings?.includes("OUTPUT_TRUNCATED") === true;
      states[isTruncated ? (answer.hasMore ? "cut" : "thinned") : "whole"]++;
      if (isTruncated) expect(Object.keys(answer.hints ?? {}), file).toEqual(["fileOutline"]);
    }
    expect(states.whole).toBeGreaterThan(100);
    expect(states.thinned).toBeGreaterThan(0);
    expect(states.cut).toBeGreaterThan(0);
  });

  test("nest symbols within the lines of those around them, in the order of the lines", () => {
    for (const [file, symbols] of symbolsOf) {
      const lineCount = readFileSync(join(root, file), "utf8").split("\n").length;
      const byId = new Map(symbols.map((symbol) => [symbol.symbolId, symbol]));
      expect(byId.size, file).toBe(symbols.length);
      for (const [at, { span, parent, symbolLabel }] of symbols.entries()) {
        const around = parent === undefined ? { startLine: 1, endLine: lineCount } : byId.get(parent)?.span;
        expect(around, `${file} ${symbolLabel}`).toBeDefined();
        expect(span.startLine, `${file} ${symbolLabel}`).toBeGreaterThanOrEqual(
          Math.max(around?.startLine ?? 1, symbols[at - 1]?.span.startLine ?? 1),
        );
        expect(span.endLine, `${file} ${symbolLabel}`).toBeLessThanOrEqual(around?.endLine ?? 0);
      }
    }
  });
});

describe("reads", () => {
  test("give every file exactly, part by part, by the calls that continue them", async () => {
    let parts = 0;
    for (const file of files) {
      const bytes = readFileSync(join(root, file));
      let content = "";
      for (let args: Record<string, unknown> | undefined = { path: join(root, file) }; args; parts++) {
        const answer: ToolOutput<"read_file"> = await server.call("read_file", args);
        if (answer.status !== "ok") {
          expect([answer.status === "error" && answer.error.code, bytes.includes(0)], file).toEqual([
            "FILE_NOT_TEXT",
            true,
          ]);
          break;
        }
        expect(answer.endLine - answer.startLine, file).toBeLessThan(MAX_LINES);
        content += answer.content;
        expect(answer.hints?.continue !== undefined, file).toBe(answer.truncated);
        args = answer.hints?.continue?.args;
      }
      if (!bytes.includes(0)) expect(content, file).toBe(bytes.toString("utf8").replace(/^\ufeff/, ""));
    }
    expect(parts).toBeGreaterThan(1.5 * files.length);
  });

  test("open a symbol of each file by its id: its lines, and nothing else", async () => {
    for (const [file, symbols] of symbolsOf) {
      const symbol = symbols.at(-1);
      if (!symbol) continue;
      const { startLine, endLine } = symbol.span;
      const answer = await server.call("read_file", { path: join(root, file), open_symbol: symbol.symbolId });
      const lines = readFileSync(join(root, file), "utf8")
        .replace(/^\ufeff/, "")
        .split(/(?<=\n)/);
      expect(answer, file).toMatchObject({
        status: "ok",
        file,
        startLine,
        symbol: {
          symbolId: symbol.symbolId,
          symbolLabel: symbol.symbolLabel,
          kind: symbol.kind,
          span: symbol.span,
        },
      });
      expect(answer.status === "ok" && answer.content, file).toBe(
        lines.slice(startLine - 1, Math.min(endLine, startLine - 1 + MAX_LINES)).join(""),
      );
    }
  });
});

describe("a hundred searches", () => {
  /** Names and sentences of the files themselves, from all over the tree. */
  function questions(): string[] {
    const all = [...symbolsOf.values()].flat();
    const spread = <Item>(items: readonly Item[], count: number): Item[] =>
      Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)] as Item);
    const names = spread(all, SEARCHES / 2).map(({ symbolLabel }) => symbolLabel);
    const sentences = spread(
      all.flatMap(({ doc }) => (doc !== undefined && doc.split(" ").length > 3 ? [doc] : [])),
      SEARCHES / 2,
    );
    return [...names, ...sentences];
  }

  test("propose calls that can be made as they stand, and so do the answers to these", async () => {
    const made = new Map<ToolName, number>();
    const seen = new Set<string>();
    const make = async ({ tool, args }: ProposedCall): Promise<ToolOutput<ToolName> | null> => {
      const key = JSON.stringify([tool, args]);
      if (seen.has(key)) return null;
      seen.add(key);
      const answer = await server.call(tool, args);
      expect(answer.status, `${key}\n${JSON.stringify(answer).slice(0, 500)}`).toBe("ok");
      made.set(tool, (made.get(tool) ?? 0) + 1);
      return answer;
    };
    for (const [at, query] of questions().entries()) {
      const found = await server.call("search_codebase", {
        path: root,
        query,
        scope: ["mixed", "runtime", "docs"][at % 3],
        groupBy: ["symbol", "file"][at % 2],
      });
      expect(found.status, query).toBe("ok");
      const calls = proposedCalls(found);
      const groups = "results" in found ? found.results.length : 0;
      expect(calls.length, query).toBeGreaterThanOrEqual(groups);
      for (const call of calls) {
        const answer = await make(call);
        for (const next of answer ? proposedCalls(answer) : []) await make(next);
      }
    }
    for (const tool of ["call_graph", "read_file", "file_outline"] as const)
      expect(made.get(tool), tool).toBeGreaterThan(20);
  });
});
