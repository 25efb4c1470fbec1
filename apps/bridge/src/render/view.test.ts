import { failure, notIndexed } from "@satori/contracts";
import { expect, it } from "vitest";
import { asResult } from "../testing/fakes.ts";
import { isView, runningView, thrownView, viewOf } from "./view.ts";

const head = (tool: string) => ({
  tool,
  version: 1,
  status: "ok",
  path: "/srv/shop",
  effectiveRoot: "/srv/shop",
  meta: { durationMs: 1 },
});
const span = { startLine: 3, endLine: 9 };
const entry = (path: string, state: string) => ({ path, state, files: 1 });

it.each([
  [
    "list_codebases",
    {
      codebases: {
        ready: [entry("/a", "indexed")],
        indexing: [entry("/b", "indexing")],
        requiresReindex: [],
        failed: [],
      },
    },
    "codebases: 1 ready, 1 being indexed",
    ["/a  indexed, 1 file", "/b  indexing, 1 file"],
  ],
  [
    "list_codebases",
    { codebases: { ready: [], indexing: [], requiresReindex: [], failed: [] } },
    "no codebases",
    [],
  ],
  [
    "manage_index",
    { message: "Indexing of /srv/shop has begun.", humanText: "It has begun.\nAsk for its status." },
    "Indexing of /srv/shop has begun.",
    ["It has begun.", "Ask for its status."],
  ],
  [
    "search_codebase",
    {
      confidence: "high",
      results: [
        { kind: "group", file: "a.ts", span, symbolLabel: "send", preview: "function send() {\n  retry();" },
      ],
    },
    "1 result, confidence high",
    ["a.ts:3-9 send", "  function send() {", "    retry();"],
  ],
  [
    "search_codebase",
    {
      confidence: "low",
      results: [{ kind: "chunk", file: "a.ts", span, content: "x" }],
      warnings: ["NO_CONFIDENT_MATCH"],
    },
    "1 result, confidence low",
    [
      "a.ts:3-9",
      "  x",
      "warning NO_CONFIDENT_MATCH: Nothing in the searched files is close to the question.",
    ],
  ],
  [
    "file_outline",
    {
      outline: {
        symbols: [
          { span, kind: "function", symbolLabel: "send" },
          { span, kind: "class", symbolLabel: "Cart" },
        ],
      },
      hasMore: true,
    },
    "2 symbols, and more",
    ["3-9 function send", "3-9 class Cart"],
  ],
  [
    "call_graph",
    {
      nodes: [
        { symbolId: "1", symbolLabel: "send" },
        { symbolId: "2", symbolLabel: "retry" },
      ],
      edges: [
        { from: "1", to: "2", confidence: "resolved", site: { file: "a.ts", line: 5 } },
        { from: "3", to: "2", confidence: "name_match", site: { file: "b.ts", line: 1 } },
      ],
    },
    "2 symbols, 2 calls",
    ["send → retry  a.ts:5", "3 → retry  b.ts:1 (name match)"],
  ],
  [
    "read_file",
    { content: "one\n\ttwo\n", startLine: 1, endLine: 2, totalLines: 9 },
    "lines 1-2 of 9",
    ["one", "  two"],
  ],
] as const)("%s, done", (tool, payload, summary, lines) => {
  expect(viewOf(tool, asResult({ ...head(tool), ...payload }))).toEqual({ status: "ok", summary, lines });
});

it("a gate says what it is, and the call that leads on", () => {
  const gated = notIndexed({
    tool: "search_codebase",
    echo: { path: "/srv/shop", effectiveRoot: "/srv/shop" },
    durationMs: 1,
  });
  expect(viewOf("search_codebase", asResult(gated))).toEqual({
    status: "not_indexed",
    summary: expect.stringMatching(/^not indexed: \/srv\/shop has no complete index/),
    lines: ['next: manage_index {"action":"create","path":"/srv/shop"}'],
  });
});

it("a failure says its code", () => {
  expect(
    viewOf(
      "read_file",
      asResult(
        failure("read_file", { code: "PATH_NOT_FOUND", message: "/x does not exist", details: {} }, 1),
      ),
    ),
  ).toEqual({ status: "error", summary: "PATH_NOT_FOUND: /x does not exist", lines: [] });
});

it.each([
  ["Codebase is currently being indexed", false, "not_ready"],
  ["fully indexed and ready", false, "ok"],
  ["It is not indexed", true, "not_indexed"],
  ["must be rebuilt", true, "requires_reindex"],
  ["indexing failed", false, "error"],
  ["What?", true, "error"],
  ["What?", false, "ok"],
] as const)("prose of manage_index is what it says: %s", (text, isError, status) => {
  expect(viewOf("manage_index", { isError, content: [{ type: "text", text: `${text}\nand more` }] })).toEqual(
    { status, summary: text, lines: ["and more"] },
  );
});

it("what is shown cannot move the cursor, is bounded, and says what it leaves out", () => {
  const { lines } = viewOf(
    "read_file",
    asResult({
      ...head("read_file"),
      content: `\x1b[2Jx\u202e${"y".repeat(300)}\n${"z\n".repeat(150)}`,
      startLine: 1,
      endLine: 151,
      totalLines: 151,
    }),
  );
  expect(lines[0]).toMatch(/^<U\+001B>\[2Jx<U\+202E>y+…$/);
  expect([lines.length, lines.at(-1)]).toEqual([101, "… 51 more lines"]);
});

it("codes of a later version are shown by name", () => {
  expect(
    viewOf(
      "manage_index",
      asResult({ ...head("manage_index"), message: "m", humanText: "h", warnings: ["OF_LATER"] }),
    ).lines,
  ).toEqual(["h", "warning OF_LATER"]);
});

it.each([
  [{ progress: 3, total: 9 }, "3 of 9"],
  [{ progress: 3 }, "3"],
  [{ progress: 3, total: 9, message: "indexing: 3 of 9 files" }, "indexing: 3 of 9 files"],
])("progress %o", (progress, summary) => {
  expect(runningView(progress)).toEqual({ status: "running", summary, lines: [] });
});

it("is known again in an old session; what pi keeps of a thrown error is none", () => {
  expect(
    [viewOf("manage_index", {}), thrownView("no"), {}, null, undefined, { status: "ok" }].map(isView),
  ).toEqual([true, true, false, false, false, false]);
});
