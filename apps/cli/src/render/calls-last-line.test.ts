/** The summary below drawn calls: what the answer leaves open, and how to see more. */
import {
  type CallGraphHints,
  type CallGraphOk,
  type Growth,
  type WarningCode,
  withArguments,
} from "@satori/contracts";
import { describe, expect, test } from "vitest";
import { PLAIN, renderCalls } from "@satori/render";
import { type DrawnGraph, callGraphOf } from "@satori/render/testing";
import { shownPath } from "../codebase.ts";
import { omissionOf } from "./omission.ts";
import { personView } from "./view.ts";

const CWD = "/code";
const drawCalls = (growth: Growth, graph: DrawnGraph): string => {
  const answer = withArguments({}, callGraphOf(graph));
  return renderCalls(
    answer,
    growth,
    personView({ cwd: CWD, style: PLAIN, columns: null }),
    omissionOf(answer, growth, (path) => shownPath(CWD, path)),
  );
};

describe("the last line", () => {
  const symbol = { symbol: "f", nodes: ["a.ts:1 f"], calls: [] };
  const last = (growth: Growth, changes: Partial<CallGraphOk>, graph: DrawnGraph = symbol): string =>
    drawCalls(growth, { ...graph, changes })
      .split("\n")
      .at(-1) ?? "";
  const coverage = {
    unparsedFiles: 0,
    partlyParsedFiles: 0,
    unsupportedLanguages: [],
    unresolvedSites: 0,
    open: [],
  };
  const OUTPUT_TRUNCATED: WarningCode = "OUTPUT_TRUNCATED";

  test("says what an empty answer means", () => {
    expect(last("callers", {})).toBe("No callers found: no call in the indexed code is known to lead here.");
    expect(last("callees", {})).toBe("No callees found: it calls nothing that the indexed code defines.");
  });

  test("says that what is outside of a folder was not asked for", () => {
    const hints: CallGraphHints = {
      everywhere: { tool: "call_graph", args: { path: "/code", symbol: "f" } },
    };
    expect(last("callers", { path: "/code/app", hints })).toBe(
      "No callers found. Calls outside app are not included.",
    );
  });

  test("claims no more than is known where calls could not be resolved", () => {
    expect(last("callers", { coverage: { ...coverage, unresolvedSites: 1 } })).toBe(
      "No callers found. 1 call site that may belong here could not be resolved.",
    );
    expect(last("callees", { coverage: { ...coverage, unresolvedSites: 3 } })).toBe(
      "No callees found. 3 call sites that may belong here could not be resolved.",
    );
  });

  test(
    "shows the first lines that are not resolved, and those that hand a definition on which nothing is " +
      "known to call, or that name it",
    () => {
      const open = [
        { type: "handed_on", file: "c.ts", startLine: 7, detail: "list.map(f)" },
        { type: "named", file: "f.json", startLine: 2, detail: '"run": "f"' },
        ...Array.from({ length: 20 }, (_, at) => ({
          type: "unresolved_call",
          file: "b.ts",
          startLine: at + 1,
          detail: `x.f(${at + 1});`,
        })),
      ];
      const shown = drawCalls("callers", {
        ...symbol,
        changes: { coverage: { ...coverage, unresolvedSites: 30, open } },
      });
      expect(shown.split("\n").slice(-12)).toEqual([
        "No callers found. 30 call sites that may belong here could not be resolved.",
        "Used as a value; calls from there may be missing:",
        "  c.ts:7  list.map(f)",
        "Its name appears where calls are not followed:",
        '  f.json:2  "run": "f"',
        "Not resolved:",
        "  b.ts:1  x.f(1);",
        "  b.ts:2  x.f(2);",
        "  b.ts:3  x.f(3);",
        "  b.ts:4  x.f(4);",
        "  b.ts:5  x.f(5);",
        "  and 25 more; --json names up to 20",
      ]);
    },
  );

  test("names what is not covered", () => {
    const part = "No callers found: no call in the indexed code is known to lead here. Not covered:";
    expect(
      last("callers", { coverage: { ...coverage, unsupportedLanguages: ["bash", "c"], unparsedFiles: 2 } }),
    ).toBe(`${part} calls in bash, c; 2 files that could not be parsed.`);
    expect(last("callers", { coverage: { ...coverage, unparsedFiles: 1 } })).toBe(
      `${part} 1 file that could not be parsed.`,
    );
    expect(last("callers", { coverage: { ...coverage, partlyParsedFiles: 3 } })).toBe(
      `${part} parts of 3 files that could not be parsed.`,
    );
    const partlyParsed = ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts", "f.ts"];
    expect(last("callers", { coverage: { ...coverage, partlyParsedFiles: 30, partlyParsed } })).toBe(
      `${part} parts of 30 files that could not be parsed (a.ts, b.ts, c.ts, d.ts, e.ts and 25 more).`,
    );
  });

  test("does not claim that a function has no callers if the language itself calls it", () => {
    const languageCalls = [
      { language: "rust", kind: "lifetime", listed: "none" },
      { language: "rust", kind: "operator", listed: "some" },
    ] as const;
    expect(last("callers", { coverage: { ...coverage, languageCalls } })).toBe(
      "No callers found. Calls that the language makes by itself are not listed (creation, copying and " +
        "closing of objects). Not all calls that the language makes by itself are listed (operators and " +
        "comparisons).",
    );
    expect(last("callees", { coverage: { ...coverage, languageCalls } })).toBe(
      "No callees found: it calls nothing that the indexed code defines.",
    );
  });

  test("says by which names callers were not looked for, and not that there is no room where there is", () => {
    const note = (name: string) => ({
      type: "callers_left_out",
      file: "a.ts",
      symbolId: "f",
      startLine: 1,
      detail:
        `f may have callers that were not searched for (too_many_files): 76 files call ${name}, ` +
        "another name for it.",
    });
    const graph = { symbol: "f", nodes: ["a.ts:1 f", "b.ts:1 g"], calls: ["g > f 2: f();"] };
    const below = (changes: Partial<CallGraphOk>): string[] =>
      drawCalls("callers", { ...graph, changes: { warnings: [OUTPUT_TRUNCATED], ...changes } })
        .split("\n\n")
        .at(-1)
        ?.split("\n") ?? [];
    expect(below({ notes: [note("values")] })).toEqual([
      "1 caller, on 1 line.",
      "There may be more callers:",
      `  ${note("values").detail}`,
    ]);
    expect(below({ notes: [note("values")], limit: 2 })[0]).toBe(
      "The first caller, on 1 line. There are more than fit in one answer.",
    );
    expect(below({ notes: ["a", "b", "c", "d", "e", "g", "h"].map(note) }).at(-1)).toBe(
      "  and 2 more; --json names them",
    );
  });

  test("never says of a cut answer that there are none, and says how much is beyond the limit", () => {
    const hints: CallGraphHints = {
      continue: {
        tool: "call_graph",
        args: { path: "/code", symbol: "f", direction: "callers", depth: 1, limit: 50 },
      },
    };
    const way = "--limit 50 shows more: it counts all definitions, including the requested ones.";
    const message =
      "No call to or from f was found within the limits of this request. 1 more definition is beyond " +
      "the limit. 2 more files with calls of that name were not searched. It is used as a value.";
    const left =
      "1 more definition is beyond the limit. 2 more files with calls of that name were not searched.";
    const cut = { warnings: [OUTPUT_TRUNCATED], message, hints };
    expect(last("callers", { ...cut, limit: 1 })).toBe(`No room for callers. ${left} ${way}`);
    expect(
      last(
        "callers",
        { ...cut, limit: 2 },
        { symbol: "f", nodes: ["a.ts:1 f", "b.ts:1 g"], calls: ["g > f 2: f();"] },
      ),
    ).toBe(`The first caller, on 1 line. ${left} ${way}`);
    const exhausted = {
      warnings: [OUTPUT_TRUNCATED],
      message:
        "No call to or from f was found within the limits of this request. Resolution reached its " +
        "limit of steps or files: there may be more calls.",
    };
    expect(last("callees", exhausted)).toBe(
      "No callees found, but the search was incomplete. Resolution reached its limit of steps or " +
        "files: there may be more calls.",
    );
  });

  test(
    "says of how many definitions those with the most calls are followed, and of each whose calls had no " +
      "room that it may have some",
    () => {
      const changes = {
        warnings: [OUTPUT_TRUNCATED],
        limit: 3,
        message:
          "5 definitions are called f, of which 2 with the most calls are followed; pass a symbolRef " +
          "to select one. 1 call between 3 definitions.",
      };
      const graph = {
        symbol: "f",
        roots: ["f", "A.f"],
        nodes: ["a.ts:1 f", "b.ts:1 A.f", "c.ts:1 g"],
        calls: ["g > A.f 2: new A().f();"],
      };
      expect(
        drawCalls("callers", { ...graph, changes })
          .split("\n")
          .slice(0, 2),
      ).toEqual(["f  a.ts:1", "   callers, if any, are beyond the limit"]);
      expect(last("callers", changes, graph)).toBe(
        "5 definitions match, of which 2 with the most calls are followed. The first caller, on 1 " +
          "line. There are more than fit in one answer.",
      );
      expect(drawCalls("callers", { ...graph, changes: { ...changes, limit: 4 } })).not.toContain("if any");
    },
  );

  test("says that there is more, and how to see it where that is possible", () => {
    const graph = { symbol: "f", nodes: ["a.ts:1 f", "b.ts:1 g"], calls: ["g > f 2: f();"] };
    const next = (args: object): CallGraphHints => ({
      continue: {
        tool: "call_graph",
        args: { path: "/code", symbol: "f", direction: "callers", depth: 3, limit: 50, ...args },
      },
    });
    const cut = { warnings: [OUTPUT_TRUNCATED], depth: 3 };
    expect(last("callers", { ...cut, limit: 2, hints: next({}) }, graph)).toBe(
      "The first caller to depth 3, on 1 line. There are more. --limit 50 shows more: it counts all " +
        "definitions, including the requested ones.",
    );
    expect(last("callers", { ...cut, limit: 50, hints: next({ depth: 2 }) }, graph)).toBe(
      "The first caller to depth 3, on 1 line. There are more. --depth 2 leaves room for closer ones.",
    );
    expect(last("callers", { ...cut, limit: 50 }, graph)).toBe(
      "The first caller to depth 3, on 1 line. There are more than fit in one answer.",
    );
    const symbolRef = { file: "a.ts", symbolId: "sym_1", symbolLabel: "f" };
    const paths = ["app", "b c", "d", "e", "g", "h"].map((folder) => `/code/${folder}`);
    const below = (hints: CallGraphHints, changes: object = {}): string[] =>
      drawCalls("callers", { ...graph, changes: { ...cut, limit: 50, hints, ...changes } })
        .split("\n\n")
        .at(-1)
        ?.split("\n")
        .slice(1) ?? [];
    expect(below({ ...next({ path: "/code/app", symbolRef }), paths })).toEqual([
      "One part at a time:",
      "  satori callers sym_1 --limit 50 --path app",
      "  satori callers sym_1 --limit 50 --path 'b c'",
      "  satori callers sym_1 --limit 50 --path d",
      "  satori callers sym_1 --limit 50 --path e",
      "  satori callers sym_1 --limit 50 --path g",
      "  and 1 more; --json names up to 50",
    ]);
    expect(below(next({ symbolRef }))).toEqual(["Only f:", "  satori callers sym_1 --limit 50"]);
    expect(below(next({ symbolRef }), { commit: "0123456789abcdef" })).toEqual([
      "Only f:",
      "  satori callers sym_1 --limit 50 --at 0123456789ab",
    ]);
  });
});
