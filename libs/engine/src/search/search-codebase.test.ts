/** Searches from call to envelope, over a small codebase with the built-in embedder. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type ChunkResult,
  type GroupResult,
  type SearchCodebaseInput,
  type SearchCodebaseOk,
  isChunkResult,
} from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree, openTree } from "../testing/codebase.ts";
import { estimateJsonTokens } from "./present/budget.ts";
import { TREE, debugOf, files } from "./testing/small-codebase.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

const groups = ({ results }: SearchCodebaseOk): GroupResult[] =>
  results.filter((result): result is GroupResult => !isChunkResult(result));
const chunks = ({ results }: SearchCodebaseOk): ChunkResult[] => results.filter(isChunkResult);

describe("finds", () => {
  it.each([
    ["by words", "send a request again after a failure", "src/http/retry.ts"],
    ["by the name of a symbol", "evict_expired", "src/cache/store.py"],
    ["by the parts of a name", "evict expired", "src/cache/store.py"],
    ["by the name of a file", "button", "src/ui/Button.tsx"],
    ["by meaning alone", "http error codes worth another try", "src/http/status.go"],
    ["a qualified name", "CacheStore.remember", "src/cache/store.py"],
  ])("%s: %s", async (_, question, first) => expect(files(await codebase.search(question))[0]).toBe(first));

  it("in other scripts", async () => {
    expect(files(await codebase.search("検索索引", { scope: "docs" }))[0]).toBe("docs/größe.md");
    expect(files(await codebase.search("große Größe", { scope: "docs" }))[0]).toBe("docs/größe.md");
  });
});

describe("result modes", () => {
  it("raw: chunks with their text", async () => {
    const [first] = chunks(await codebase.search("evict_expired", { resultMode: "raw" }));
    expect(first).toMatchObject({
      kind: "chunk",
      file: "src/cache/store.py",
      language: "python",
      symbolLabel: "CacheStore.evict_expired",
    });
    expect(first?.content).toMatch(/^class CacheStore:\n[^]*evict_expired[^\n]*\n[^]*\S$/);
    expect(Object.keys(first ?? {})).toEqual([
      "kind",
      "file",
      "span",
      "symbolId",
      "symbolLabel",
      "language",
      "content",
      "score",
    ]);
  });

  it("grouped: places with a preview, and where they lead", async () => {
    const [first] = groups(await codebase.search("evict_expired"));
    expect(first).toMatchObject({
      file: "src/cache/store.py",
      symbolLabel: "CacheStore.evict_expired",
      preview: expect.stringContaining("def evict_expired"),
      callGraphHint: {
        symbolRef: { file: "src/cache/store.py", symbolId: expect.stringMatching(/^sym_/) },
      },
    });
  });

  it("by file: one result a file", async () => {
    const answer = await codebase.search("request answers", { groupBy: "file", scope: "mixed" });
    expect(new Set(files(answer)).size).toBe(files(answer).length);
  });

  it("name a group alike as long as it is the same", async () => {
    const ids = async (args: Partial<SearchCodebaseInput>): Promise<string[]> =>
      groups(await codebase.search("evict_expired", { ...args, debug: true })).map(
        ({ groupId = "" }) => groupId,
      );
    const [one, again, byFile] = [await ids({}), await ids({ limit: 1 }), await ids({ groupBy: "file" })];
    expect(again[0]).toBe(one[0]);
    expect(byFile[0]).not.toBe(one[0]);
    expect(new Set(one).size).toBe(one.length);
  });
});

describe("limit", () => {
  it.each([1, 2, 50])("of %d", async (limit) => {
    const answer = await codebase.search("request", { limit, scope: "mixed" });
    expect(answer).not.toHaveProperty("limit");
    expect(answer.results.length).toBeLessThanOrEqual(limit);
  });

  it("is ten by default", async () => {
    await using many = await indexedTree(
      Array.from({ length: 12 }, (_, at) => `\n//- src/f${at}.ts\nexport const request${at} = ${at};\n`).join(
        "",
      ),
    );
    const answer = await many.search("request");
    expect(answer.results).toHaveLength(10);
    expect(answer).not.toHaveProperty("limit");
  });

  it.each([0, 51, 1.5, "3"])("of %j is refused", async (limit) => {
    expect(await codebase.call("search_codebase", { path: codebase.root, query: "x", limit })).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS", details: [{ path: "limit" }] },
    });
  });

  it("cuts the list of a larger one", async () => {
    const [five, two] = [
      await codebase.search("request", { limit: 5, groupBy: "file" }),
      await codebase.search("request", { limit: 2, groupBy: "file" }),
    ];
    expect(files(two)).toEqual(files(five).slice(0, 2));
  });
});

describe("budget", () => {
  it.each([300, 500, 1_000, 2_000])("of %d tokens is kept", async (maxTokens) => {
    const answer = await codebase.search("request answers expired", { maxTokens, scope: "mixed" });
    expect(answer).not.toHaveProperty("maxTokens");
    if (answer.results.length > 1) expect(estimateJsonTokens(answer)).toBeLessThanOrEqual(maxTokens);
    expect(answer.results.length).toBeGreaterThan(0);
  });

  it("too small for everything is told", async () =>
    expect((await codebase.search("request", { maxTokens: 100 })).warnings).toEqual(["OUTPUT_TRUNCATED"]));
  it("large enough changes nothing", async () => {
    const { meta: _, ...whole } = await codebase.search("request", { maxTokens: 100_000 });
    const { meta: __, ...plain } = await codebase.search("request");
    expect(whole).toEqual(plain);
  });
});

describe("a folder inside the codebase", () => {
  it("limits results to it", async () => {
    const answer = await codebase.search("request", {
      path: join(codebase.root, "src/http"),
      scope: "mixed",
    });
    expect(answer).toMatchObject({ path: join(codebase.root, "src/http"), effectiveRoot: codebase.root });
    expect([...new Set(files(answer))].sort()).toEqual([
      "src/http/retry.test.ts",
      "src/http/retry.ts",
      "src/http/status.go",
    ]);
  });

  it("may be given relative to the base folder, with a slash behind it, or as a file", async () => {
    expect((await codebase.search("request", { path: "src/http/" })).path).toBe(
      join(codebase.root, "src/http"),
    );
    expect(files(await codebase.search("button", { path: "src/ui/Button.tsx" }))).toEqual([
      "src/ui/Button.tsx",
    ]);
  });

  it("has to exist", async () => {
    await using bare = openTree(TREE);
    const missing = { status: "error", error: { code: "PATH_NOT_FOUND" } };
    for (const { call } of [codebase, bare])
      expect(await call("search_codebase", { query: "request", path: "no/such/folder" })).toMatchObject(
        missing,
      );
  });

  it("finds nothing where nothing is indexed", async () => {
    mkdirSync(join(codebase.root, "empty"), { recursive: true });
    expect(await codebase.search("request", { path: "empty" })).toMatchObject({
      results: [],
      confidence: "low",
      warnings: ["NO_CONFIDENT_MATCH"],
    });
  });
});

describe("debug", () => {
  it("tells how the answer came about", async () => {
    const debug = debugOf(await codebase.search("lang:ts must:attempt request", { debug: true }));
    expect(debug).toMatchObject({
      candidateLimit: 300,
      requiredScan: { files: [], scannedFiles: expect.any(Number), wantedFiles: expect.any(Number) },
      changedFilesBoost: false,
      rerank: { attempted: false },
      operators: { lang: ["ts"], path: [], notPath: [], must: ["attempt"], exclude: [] },
      diversity: { maxPerFile: 2, isRelaxed: true },
      weights: { bestChunk: 1 },
      scores: [
        { file: "src/http/retry.ts", startLine: 1, prior: 1, signals: { bestChunk: expect.any(Number) } },
      ],
    });
    expect((debug["filters"] as { filter: string }[]).map(({ filter }) => filter)).toEqual([
      "scope",
      "lang",
      "path_include",
      "path_exclude",
      "must",
      "exclude",
    ]);
  });

  it("counts what each filter left", async () => {
    const { filters } = debugOf(
      await codebase.search("lang:ts -path:generated request", { scope: "mixed", debug: true }),
    );
    expect(filters).toEqual([
      { filter: "scope", before: 9, after: 9 },
      { filter: "lang", before: 9, after: 4 },
      { filter: "path_include", before: 4, after: 4 },
      { filter: "path_exclude", before: 4, after: 3 },
      { filter: "must", before: 0, after: 0 },
      { filter: "exclude", before: 0, after: 0 },
    ]);
  });

  it("is absent unless asked for", async () =>
    expect(await codebase.search("request")).not.toHaveProperty("hints"));
  it("changes no result", async () =>
    expect(
      groups(await codebase.search("request", { debug: true })).map(
        ({ groupId: _groupId, language: _language, score: _score, ...result }) => result,
      ),
    ).toEqual((await codebase.search("request")).results));
});

describe("the envelope", () => {
  it("has its keys in order", async () => {
    expect(Object.keys(await codebase.search("must:nope x", { debug: true, maxTokens: 500 }))).toEqual([
      "tool",
      "version",
      "status",
      "message",
      "warnings",
      "hints",
      "path",
      "freshnessDecision",
      "confidence",
      "unknownTerms",
      "coverage",
      "results",
      "meta",
    ]);
  });

  it("says what it was drawn from", async () => {
    expect((await codebase.search("request", { scope: "mixed" })).coverage).toMatchObject({
      files: 9,
      skippedFiles: 0,
      chunks: expect.any(Number),
      candidates: expect.any(Number),
    });
  });

  it("names words that the index does not know, as written", async () =>
    expect((await codebase.search("the Blorp of a request for frobnicators")).unknownTerms).toEqual([
      "Blorp",
      "frobnicators",
    ]));

  it.each<[string, Partial<SearchCodebaseInput>]>([
    ["request", {}],
    ["request", { resultMode: "raw", debug: true }],
    ["must:backoff x", { scope: "mixed" }],
    ["lang:ts request", {}],
  ])("%s %j: the same bytes twice", async (question, args) => {
    const bytes = async (): Promise<string> =>
      JSON.stringify({ ...(await codebase.search(question, args)), meta: null });
    expect(await bytes()).toBe(await bytes());
  });

  it("is the same for the same files, wherever they lie", async () => {
    await using twin = await indexedTree(TREE);
    const bytes = async (from: TestCodebase): Promise<string> =>
      JSON.stringify({
        ...(await from.search("retry a failed request", { scope: "mixed", debug: true })),
        meta: null,
      }).replaceAll(from.root, "");
    expect(await bytes(twin)).toBe(await bytes(codebase));
  });

  it("has results in order of score", async () => {
    const scores = (
      await codebase.search("request answers", { scope: "mixed", limit: 50, debug: true })
    ).results.map(({ score = Number.NaN }) => score);
    expect(scores).toEqual([...scores].sort((left, right) => right - left));
  });

  it("says when nothing is close, and shows the text of the first two results alone", async () => {
    const answer = await codebase.search("quaternion photosynthesis", { scope: "mixed" });
    expect(answer).toMatchObject({ confidence: "low", warnings: ["NO_CONFIDENT_MATCH"] });
    expect(answer.results.length).toBeGreaterThan(2);
    expect(groups(answer).map((result) => "preview" in result)).toEqual(
      answer.results.map((_, rank) => rank < 2),
    );
    for (const result of groups(answer).slice(2)) expect(result).not.toHaveProperty("previewStartLine");
    // The text of chunks is what `raw` asks for.
    const raw = await codebase.search("quaternion photosynthesis", { scope: "mixed", resultMode: "raw" });
    expect(raw.warnings).toEqual(["NO_CONFIDENT_MATCH"]);
    expect(chunks(raw).filter(({ content }) => content !== "")).toHaveLength(raw.results.length);
  });
  it("is sure of what is spelled out", async () =>
    expect((await codebase.search("evict_expired")).confidence).toBe("high"));
});
