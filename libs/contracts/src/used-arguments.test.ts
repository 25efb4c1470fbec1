import { describe, expect, it } from "vitest";
import { failure, notIndexed, workspaceAnswer } from "./builders.ts";
import { INPUT_SCHEMAS, SCHEMAS } from "./schemas.ts";
import type { FileOutlineOutput } from "./tools/file-outline.ts";
import type { SearchCodebaseOk } from "./tools/search-codebase.ts";
import {
  ARGUMENT_DEFAULTS,
  type OmittedArguments,
  withArguments,
  withoutSentArguments,
} from "./used-arguments.ts";

type Properties = Readonly<Record<string, { readonly default?: unknown; readonly description?: string }>>;

const TOOLS = Object.keys(ARGUMENT_DEFAULTS) as (keyof OmittedArguments)[];
const PATH = { path: "/code/src", effectiveRoot: "/code" };

/** Answer of a search with all its arguments, as the engine builds it. */
const search = (changes: object = {}): SearchCodebaseOk => ({
  tool: "search_codebase",
  version: 1,
  status: "ok",
  ...PATH,
  query: "retry",
  scope: "runtime",
  resultMode: "grouped",
  groupBy: "symbol",
  rankingMode: "auto_changed_first",
  limit: 10,
  ...changes,
  freshnessDecision: { mode: "fresh", checkedAt: null },
  confidence: "high",
  unknownTerms: [],
  coverage: { files: 1, chunks: 1, skippedFiles: 0, candidates: 1 },
  results: [],
  meta: { durationMs: 1 },
});

/** Names of the arguments that a search repeats, in order. */
const repeated = (input: object, changes: object = {}): string[] =>
  Object.keys(withoutSentArguments<"search_codebase">({ query: "retry", ...input }, search(changes))).filter(
    (key) => key in ARGUMENT_DEFAULTS.search_codebase,
  );

describe.each(TOOLS)("of %s", (tool) => {
  const properties = INPUT_SCHEMAS[tool]["properties"] as Properties;
  const defaults: Readonly<Record<string, unknown>> = ARGUMENT_DEFAULTS[tool];

  it.each(Object.entries(defaults))("the default of %s is the documented one", (name, value) => {
    const { default: documented, description = "" } = properties[name] ?? {};
    expect(properties).toHaveProperty(name);
    // The most results that a search returns depend on the embedder: the schema has its default as text.
    const inWords = /; default (\d+)(?:\.$|, in context mode )/.exec(description)?.[1];
    expect(value).toBe(documented ?? (inWords === undefined ? undefined : Number(inWords)));
  });

  it("every argument that an answer may repeat is among them", () => {
    const { oneOf } = SCHEMAS[tool].output as { readonly oneOf: readonly { readonly properties: object }[] };
    const answered = new Set(oneOf.flatMap((variant) => Object.keys(variant.properties)));
    // These are not only arguments: answers have them whatever was sent.
    const always = new Set(["path", "repos", "session_id", ...(tool === "read_file" ? ["file"] : [])]);
    expect(
      Object.keys(properties)
        .filter((name) => answered.has(name) && !always.has(name))
        .sort(),
    ).toEqual(Object.keys(defaults).sort());
  });
});

describe("an answer repeats an argument", () => {
  it("neither as it was sent, nor with its default if it was not sent", () => {
    expect(repeated({})).toEqual([]);
    expect(repeated({ limit: 10, scope: "runtime" })).toEqual([]);
    expect(repeated({ limit: 3, scope: "docs" }, { limit: 3, scope: "docs" })).toEqual([]);
  });

  it("if another value was used than the one that was sent", () => {
    expect(repeated({ limit: 50 }, { limit: 15 })).toEqual(["limit"]);
    expect(repeated({ limit: 50, scope: "docs" })).toEqual(["scope", "limit"]);
  });

  it("if another value was used than the default, and none was sent", () => {
    expect(repeated({}, { limit: 5, maxTokens: 900 })).toEqual(["limit", "maxTokens"]);
  });

  it("except a limit of context mode that was not sent, which has no number as default", () => {
    const context = { resultMode: "context" };
    expect(repeated(context, { ...context, limit: 28 })).toEqual([]);
    expect(repeated({ ...context, limit: 50 }, { ...context, limit: 30 })).toEqual(["limit"]);
    const answer = notIndexed({
      tool: "search_codebase",
      echo: { ...PATH, ...context, limit: 28 } as typeof PATH,
      durationMs: 1,
    });
    expect(withoutSentArguments<"search_codebase">({ query: "a", resultMode: "context" }, answer)).toEqual(
      notIndexed({ tool: "search_codebase", echo: PATH, durationMs: 1 }),
    );
  });

  it("that is an object only if its content differs", () => {
    const symbolRef = { file: "a.ts", symbolId: "sym_1" };
    const of = (used: object): object =>
      withoutSentArguments<"call_graph">(
        { symbolRef },
        notIndexed({ tool: "call_graph", echo: { ...PATH, symbolRef: used } as typeof PATH, durationMs: 1 }),
      );
    expect(of({ ...symbolRef })).not.toHaveProperty("symbolRef");
    expect(of({ ...symbolRef, symbolId: "sym_2" })).toMatchObject({ symbolRef: { symbolId: "sym_2" } });
  });
});

describe("an answer without the arguments that were sent", () => {
  it("has its other fields as they are, in their order", () => {
    const answer = search({ limit: 15 });
    expect(JSON.stringify(withoutSentArguments<"search_codebase">({ query: "retry" }, answer))).toBe(
      JSON.stringify({
        tool: answer.tool,
        version: answer.version,
        status: answer.status,
        path: answer.path,
        effectiveRoot: answer.effectiveRoot,
        limit: 15,
        freshnessDecision: answer.freshnessDecision,
        confidence: answer.confidence,
        unknownTerms: answer.unknownTerms,
        coverage: answer.coverage,
        results: answer.results,
        meta: answer.meta,
      }),
    );
  });

  it("names its root only if that is not its path", () => {
    const input = { query: "retry" };
    expect(withoutSentArguments<"search_codebase">(input, search())).toMatchObject(PATH);
    const whole = withoutSentArguments<"search_codebase">(input, search({ path: "/code" }));
    expect(whole).toMatchObject({ path: "/code" });
    expect(whole).not.toHaveProperty("effectiveRoot");
  });

  it("keeps the path and the action of manage_index", () => {
    const input = { action: "status", path: "/code" } as const;
    const answer = failure(
      "manage_index",
      { code: "INTERNAL", message: "x", details: {}, echo: { ...input, humanText: "x" } },
      1,
    );
    expect(withoutSentArguments<"manage_index">(input, answer)).toEqual(answer);
  });

  it("is the same object for a workspace tool", () => {
    const answer = workspaceAnswer({ entries: [], total: 0 }, { repo: null, truncated: false }, 1);
    expect(withoutSentArguments<"list_dir">({}, answer)).toBe(answer);
  });
});

describe("an answer with its arguments", () => {
  it.each<[object, object]>([
    [{}, {}],
    [
      { limit: 3, resultMode: "raw" },
      { limit: 3, resultMode: "raw" },
    ],
    [
      { limit: 50, maxTokens: 500 },
      { limit: 15, maxTokens: 500 },
    ],
    [{ path: "src" }, { path: "/code" }],
    [{ resultMode: "context" }, { resultMode: "context", limit: undefined, maxTokens: 4_000 }],
    [
      { resultMode: "context", limit: 50 },
      { resultMode: "context", limit: 30, maxTokens: 4_000 },
    ],
  ])("has again what was omitted: %j sent, %j used", (sent, used) => {
    const input = { query: "retry", ...sent };
    const answer = search(used);
    expect(
      withArguments(input, withoutSentArguments<"search_codebase">(input, answer) as typeof answer),
    ).toEqual(answer);
  });

  it("prefers what the answer says to what was sent, and that to the default", () => {
    const answer = { tool: "file_outline", status: "not_found", path: "/code", file: "a.ts" } as object;
    expect(
      withArguments(
        { path: "/code", file: "./a.ts", limitSymbols: 7, debug: true },
        answer as Extract<FileOutlineOutput, { readonly status: "not_found" }>,
      ),
    ).toEqual({ ...answer, effectiveRoot: "/code", limitSymbols: 7, resolveMode: "outline" });
  });

  it("has no root if it is about no path", () => {
    const { path: _, effectiveRoot: __, ...answer } = search();
    expect(withArguments({}, { ...answer, tool: "list_paths" } as never)).not.toHaveProperty("effectiveRoot");
  });
});
