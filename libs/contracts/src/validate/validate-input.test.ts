import { MANAGE_FLAG_ACTIONS } from "../tools/core-inputs.ts";
import { describe, expect, it } from "vitest";
import type { ToolName } from "../tool-names.ts";
import { validateInput } from "./validate-input.ts";

/** Said of the first name that is no argument. */
const TAKES = {
  list_codebases: "is not an argument of this tool, which takes session_id",
  manage_index:
    "is not an argument of this tool, which takes action, path, force, allowUnnecessaryReindex, " +
    "customExtensions, ignorePatterns, zillizDropCollection, ref, session_id",
  search_codebase:
    "is not an argument of this tool, which takes path, query, scope, resultMode, groupBy, " +
    "rankingMode, limit, maxTokens, debug, ref, session_id",
  read_file:
    "is not an argument of this tool, which takes path, file, start_line, end_line, mode, open_symbol, " +
    "debug, ref, session_id",
} as const;

/** @param problems `argument: message` of each, in order; none where the input is good */
function check(tool: ToolName, input: unknown, ...problems: readonly string[]): void {
  it(`${tool} ${JSON.stringify(input)?.slice(0, 100)}`, () => {
    const result = validateInput(tool, input);
    expect(result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual(
      problems,
    );
    expect(result).toEqual(
      problems.length === 0 ? { ok: true, value: input } : { ok: false, problems: expect.anything() },
    );
  });
}

describe("list_codebases", () => {
  check("list_codebases", {});
  check("list_codebases", { path: "/a" }, `path: ${TAKES.list_codebases}`);
  check("list_codebases", [], ": must be object, not a list");
  check("list_codebases", null, ": must be object, not null");
  check("list_codebases", "x", ': must be object, not "x"');
});

describe("manage_index", () => {
  check("manage_index", {
    action: "create",
    path: "/a",
    force: true,
    customExtensions: [".tmpl"],
    ignorePatterns: [],
  });
  check("manage_index", { action: "status", path: "/a" });
  check("manage_index", {}, "action: is required", "path: is required");
  check(
    "manage_index",
    { action: "destroy", path: "/a" },
    'action: must be one of "create", "reindex", "sync", "status", "clear", not "destroy"',
  );
  check("manage_index", { action: "create", path: "" }, "path: must not be empty");
  check(
    "manage_index",
    { action: "create", path: 5, force: "yes" },
    "path: must be string, not 5",
    'force: must be boolean, not "yes"',
  );
  check(
    "manage_index",
    { action: "create", path: "/a", customExtensions: ".ts" },
    'customExtensions: must be array, not ".ts"',
  );
  check(
    "manage_index",
    { action: "create", path: "/a", ignorePatterns: ["a", 5] },
    "ignorePatterns.1: must be string, not 5",
  );
  check("manage_index", { action: "create", path: "/a", Force: true }, `Force: ${TAKES.manage_index}`);
});

describe("flags of manage_index belong to actions", () => {
  check("manage_index", { action: "sync", path: "/a", force: true }, "force: is for create, not for sync");
  check("manage_index", { action: "sync", path: "/a", force: false }, "force: is for create, not for sync");
  check(
    "manage_index",
    { action: "reindex", path: "/a", force: true, allowUnnecessaryReindex: true },
    "force: is for create, not for reindex",
  );
  check(
    "manage_index",
    { action: "create", path: "/a", allowUnnecessaryReindex: true },
    "allowUnnecessaryReindex: is for reindex, not for create",
  );
  check(
    "manage_index",
    { action: "clear", path: "/a", customExtensions: [], ignorePatterns: [], zillizDropCollection: "x" },
    "customExtensions: is for create and reindex, not for clear",
    "ignorePatterns: is for create and reindex, not for clear",
    "zillizDropCollection: is for create, not for clear",
  );

  const values = {
    force: true,
    allowUnnecessaryReindex: true,
    customExtensions: [],
    ignorePatterns: [],
    zillizDropCollection: "c",
  };
  for (const [flag, actions] of Object.entries(MANAGE_FLAG_ACTIONS)) {
    for (const action of actions)
      check("manage_index", { action, path: "/a", [flag]: values[flag as keyof typeof values] });
  }
});

describe("search_codebase", () => {
  check("search_codebase", { path: "/a", query: "x" });
  check("search_codebase", {
    path: "/a",
    query: "x",
    scope: "docs",
    resultMode: "raw",
    groupBy: "file",
    rankingMode: "default",
    limit: 50,
    maxTokens: 100,
    debug: true,
  });
  check("search_codebase", {}, "query: is required");
  check("search_codebase", { query: "x" });
  check("search_codebase", { path: "/a" }, "query: is required");
  check("search_codebase", { path: "/a", query: "" }, "query: must not be empty");
  check("search_codebase", { path: "/a", query: "x".repeat(10_000) });
  check(
    "list_paths",
    { include_globs: ["x".repeat(4_097)] },
    "include_globs.0: must NOT have more than 4096 characters, and has 4097",
  );
  check(
    "file_outline",
    { path: "/a", file: "x", resolveMode: "exact", symbolLabelExact: "" },
    "symbolLabelExact: must not be empty",
  );
  check(
    "search_codebase",
    { path: "/a", query: "x".repeat(10_001) },
    "query: must NOT have more than 10000 characters, and has 10001",
  );
  check("search_codebase", { path: "/a", query: "x", limit: 0 }, "limit: must be >= 1, not 0");
  check("search_codebase", { path: "/a", query: "x", limit: 51 }, "limit: must be <= 50, not 51");
  check("search_codebase", { path: "/a", query: "x", limit: 2.5 }, "limit: must be integer, not 2.5");
  check("search_codebase", { path: "/a", query: "x", limit: "5" }, 'limit: must be integer, not "5"');
  check("search_codebase", { path: "/a", query: "x", limit: null }, "limit: must be integer, not null");
  check("search_codebase", { path: "/a", query: "x", maxTokens: 99 }, "maxTokens: must be >= 100, not 99");
  check(
    "search_codebase",
    { path: "/a", query: "x", maxTokens: 100_001 },
    "maxTokens: must be <= 100000, not 100001",
  );
  check(
    "search_codebase",
    { path: "/a", query: "x", scope: "all" },
    'scope: must be one of "runtime", "mixed", "docs", not "all"; did you mean "mixed"?',
  );
  check(
    "search_codebase",
    { path: "/a", query: "x", scope: "tests" },
    'scope: must be one of "runtime", "mixed", "docs", not "tests"; did you mean "docs"?',
  );
  check(
    "search_codebase",
    { path: "/a", query: "x", scope: "near" },
    'scope: must be one of "runtime", "mixed", "docs", not "near"',
  );
  check(
    "manage_index",
    { action: "index", path: "/a" },
    'action: must be one of "create", "reindex", "sync", "status", "clear", not "index"; did you ' +
      'mean "create"?',
  );
  check(
    "call_graph",
    { path: "/a", symbol: "A", direction: "Incoming" },
    'direction: must be one of "callers", "callees", "both", not "Incoming"; did you mean "callers"?',
  );
  check("search_codebase", { path: "/a", query: "x", resultMode: 1 }, "resultMode: must be string, not 1");
  check(
    "search_codebase",
    { path: "/a", query: "x", topK: 3, Limit: 3 },
    `topK: ${TAKES.search_codebase}`,
    "Limit: is not an argument of this tool",
  );
});

describe("file_outline", () => {
  check("file_outline", { path: "/a", file: "b.ts" });
  check("file_outline", {
    path: "/a",
    file: "b.ts",
    start_line: 1,
    end_line: 1,
    limitSymbols: 5_000,
    resolveMode: "outline",
  });
  check("file_outline", {
    path: "/a",
    file: "b.ts",
    resolveMode: "exact",
    symbolIdExact: "sym_1",
    symbolLabelExact: "A.b",
  });
  check("file_outline", { path: "/a" }, "file: is required");
  check(
    "file_outline",
    { path: "/a", file: "b.ts", limitSymbols: 5_001 },
    "limitSymbols: must be <= 5000, not 5001",
  );
  check("file_outline", { path: "/a", file: "b.ts", start_line: 0 }, "start_line: must be >= 1, not 0");
  check(
    "file_outline",
    { path: "/a", file: "b.ts", start_line: 5, end_line: 4 },
    "end_line: must be at least start_line (5), not 4",
  );
  check(
    "file_outline",
    { path: "/a", file: "b.ts", resolveMode: "exact" },
    "resolveMode: exact requires symbolIdExact or symbolLabelExact",
  );
  check(
    "file_outline",
    { path: "/a", file: "b.ts", symbolIdExact: "sym_1", symbolLabelExact: "A" },
    'symbolIdExact: requires resolveMode "exact"',
    'symbolLabelExact: requires resolveMode "exact"',
  );
  check(
    "file_outline",
    { path: "/a", file: "b.ts", resolveMode: "exact", start_line: 5, end_line: 4 },
    "end_line: must be at least start_line (5), not 4",
    "resolveMode: exact requires symbolIdExact or symbolLabelExact",
  );
});

describe("call_graph", () => {
  check("call_graph", { path: "/a", symbol: "Store.open" });
  check("call_graph", {
    path: "/a",
    symbolRef: { file: "a.ts", symbolId: "sym_1", symbolLabel: "A", span: { startLine: 1, endLine: 2 } },
    direction: "bidirectional",
    depth: 5,
    limit: 50,
  });
  check("call_graph", { path: "/a" }, "symbolRef: is required unless `symbol` is given");
  check(
    "call_graph",
    { path: "/a", symbol: "A", symbolRef: { file: "a.ts", symbolId: "sym_1" } },
    "symbolRef: cannot be combined with `symbol`: pass one",
  );
  check("call_graph", { path: "/a", symbolRef: { file: "a.ts" } }, "symbolRef.symbolId: is required");
  check(
    "call_graph",
    { path: "/a", symbolRef: { file: "a.ts", symbolId: "s", span: { startLine: 1 } } },
    "symbolRef.span.endLine: is required",
  );
  check(
    "call_graph",
    { path: "/a", symbolRef: { file: "a.ts", symbolId: "s", line: 1 } },
    "symbolRef.line: is not an argument of this tool",
  );
  check("call_graph", { path: "/a", symbol: "A", depth: 6 }, "depth: must be <= 5, not 6");
  check(
    "call_graph",
    { path: "/a", symbol: "A", direction: "up" },
    'direction: must be one of "callers", "callees", "both", not "up"',
  );
});

describe("read_file", () => {
  check("read_file", { path: "/a/b.ts" });
  check("read_file", { path: "/a/b.ts", start_line: 3, end_line: 3, mode: "annotated", debug: false });
  check("read_file", { path: "/a", open_symbol: "A.b" });
  check("read_file", {}, "path: is required unless `file` or `open_symbol` is given");
  check("read_file", { file: "a.ts" });
  check("read_file", { open_symbol: "A.b" });
  check("read_file", { path: "/a", file: "b.ts", open_symbol: "A.b", mode: "annotated" });
  check("read_file", { path: "/a", file: "" }, "file: must not be empty");
  check(
    "read_file",
    { file: "x".repeat(4_097) },
    "file: must NOT have more than 4096 characters, and has 4097",
  );
  check(
    "read_file",
    { start_line: 4, end_line: 3 },
    "end_line: must be at least start_line (4), not 3",
    "path: is required unless `file` or `open_symbol` is given",
  );
  check(
    "read_file",
    { path: "/a/b.ts", mode: "raw" },
    'mode: must be one of "plain", "annotated", not "raw"',
  );
  check("read_file", { path: "/a/b.ts", start_line: 1.5 }, "start_line: must be integer, not 1.5");
  check(
    "read_file",
    { path: "/a/b.ts", start_line: 3, end_line: 2 },
    "end_line: must be at least start_line (3), not 2",
  );
  check(
    "read_file",
    { path: "/a/b.ts", open_symbol: "A", start_line: 3 },
    "start_line: cannot be combined with open_symbol, which shows the symbol's own lines",
  );
  check(
    "read_file",
    { path: "/a/b.ts", open_symbol: "A", start_line: 3, end_line: 2 },
    "end_line: must be at least start_line (3), not 2",
    "start_line: cannot be combined with open_symbol, which shows the symbol's own lines",
    "end_line: cannot be combined with open_symbol, which shows the symbol's own lines",
  );
  check("read_file", { path: "/a/b.ts", open_symbol: "" }, "open_symbol: must not be empty");
});

describe("odd inputs", () => {
  check(
    "read_file",
    JSON.parse('{"path":"/a","__proto__":{"mode":"plain"}}'),
    `__proto__: ${TAKES.read_file}`,
  );
  check("read_file", { path: "/a", constructor: 1 }, `constructor: ${TAKES.read_file}`);
  check("read_file", { path: "/a", "a/b~c": 1 }, `a/b~c: ${TAKES.read_file}`);
  check("search_codebase", { path: "/a", query: "😀".repeat(10_000) });
  check(
    "search_codebase",
    { path: "/a", query: "😀".repeat(10_001) },
    "query: must NOT have more than 10000 characters, and has 10001",
  );
});

describe("names and numbers at their bounds", () => {
  const unknown = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown${at}`, 1]));
  const problemsOf = (input: object): readonly { path: string; message: string }[] => {
    const result = validateInput("list_codebases", input);
    return result.ok ? [] : result.problems;
  };

  it("twenty problems are all told, and one more is counted", () => {
    expect(problemsOf(unknown(20))).toHaveLength(20);
    expect(problemsOf(unknown(20)).at(-1)).toMatchObject({ path: "unknown19" });
    expect(problemsOf(unknown(21)).at(-1)).toEqual({ path: "", message: "and 1 more" });
  });

  it("a name of 200 characters is told whole, a longer one by its beginning", () => {
    expect(problemsOf({ ["n".repeat(200)]: 1 })).toMatchObject([{ path: "n".repeat(200) }]);
    expect(problemsOf({ ["n".repeat(201)]: 1 })).toMatchObject([{ path: `${"n".repeat(200)}…` }]);
  });
});

describe("what was given is told, a long text by its beginning", () => {
  check(
    "call_graph",
    { path: "/a", symbolRef: { file: "a", symbolId: "b", span: { startLine: "0\n", endLine: 1 } } },
    'symbolRef.span.startLine: must be integer, not "0\\n"',
  );
  check(
    "search_codebase",
    { path: "/a", query: "x", limit: "9".repeat(60) },
    `limit: must be integer, not "${"9".repeat(60)}"`,
  );
  check(
    "search_codebase",
    { path: "/a", query: "x", limit: "9".repeat(61) },
    `limit: must be integer, not "${"9".repeat(60)}…"`,
  );
  check(
    "search_codebase",
    { path: "/a", query: "x", limit: { most: 5 }, maxTokens: 1e99 },
    "limit: must be integer, not an object",
    "maxTokens: must be <= 100000, not 1e+99",
  );
  check(
    "search_text",
    { query: "x", paths: Array.from({ length: 201 }, () => "a") },
    "paths: must NOT have more than 200 items, and has 201",
  );
});

it("tells the first of many problems, and how many there are besides", () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${"x".repeat(1_000)}${at}`, 1]));
  const validation = validateInput("list_codebases", many);
  if (validation.ok) throw new Error("it is refused");
  expect(validation.problems).toHaveLength(21);
  expect(validation.problems.at(-1)).toEqual({ path: "", message: "and 480 more" });
  expect(JSON.stringify(validation).length).toBeLessThan(10_000);
});
