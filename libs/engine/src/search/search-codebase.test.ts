/** Searches from call to envelope, over a small codebase with the built-in embedder. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ChunkResult, GroupResult, SearchCodebaseInput, SearchCodebaseOk } from "@satori/contracts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StaticEmbedder } from "../embed/static.ts";
import { EngineError } from "../errors.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { type TestCodebase, indexedTree, openTree } from "../testing/codebase.ts";
import { TestPlace } from "../testing/engine.ts";
import { failingPreparer, heldPreparer, refusingPreparer } from "../testing/fakes/fake-preparers.ts";
import { writeFile } from "../testing/trees/tree.ts";
import { estimateTokens } from "./answer/budget.ts";

const TREE = `
  //- src/http/retry.ts
  /** Sends a request again after a failure, waiting longer each time. */
  export function retryRequest(attempt: number): number {
    const backoff = 200 * 2 ** attempt;
    return backoff + Math.random();
  }
  //- src/http/retry.test.ts
  import { retryRequest } from "./retry";
  it("waits longer after each failed request", () => expect(retryRequest(2)).toBeGreaterThan(retryRequest(1)));
  //- src/http/status.go
  package http

  // IsRetryable says whether a request with this status may be sent again.
  func IsRetryable(status int) bool {
  	return status == 429 || status >= 502
  }
  //- src/cache/store.py
  class CacheStore:
      """Keeps answers until they expire."""

      def __init__(self, seconds):
          self.seconds = seconds
          self.answers = {}

      def evict_expired(self, now):
          """Drops answers that are older than allowed."""
          for key, (kept_at, _) in list(self.answers.items()):
              if now - kept_at > self.seconds:
                  del self.answers[key]

      def remember(self, key, answer, now):
          """Keeps an answer, and drops the expired ones now and then."""
          if len(self.answers) % 100 == 99:
              self.evict_expired(now)
          self.answers[key] = (now, answer)
  //- src/ui/Button.tsx
  export function Button({ label }: { label: string }) {
    return <button>{label}</button>;
  }
  //- docs/retries.md
  # Retries

  A failed request is sent again with backoff.
  //- docs/größe.md
  # Größe

  Wie groß ein Paket sein darf. 検索索引の大きさ。
  //- generated/client.ts
  export const retryRequestGenerated = 1;
  //- fixtures/retry.json
  { "request": "retry" }
`;

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
}, 60_000);
afterAll(() => codebase[Symbol.asyncDispose]());

const files = ({ results }: SearchCodebaseOk): string[] => results.map(({ file }) => file);
const groups = ({ results }: SearchCodebaseOk): GroupResult[] => results.filter((result) => result.kind === "group");
const chunks = ({ results }: SearchCodebaseOk): ChunkResult[] => results.filter((result) => result.kind === "chunk");
const debugOf = ({ hints }: SearchCodebaseOk): Record<string, unknown> => hints?.debugSearch ?? {};

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

describe("a file that the question names and the answer is not about is told", () => {
  it.each<[string, Partial<SearchCodebaseInput>, string | undefined]>([
    ["src/http/retry.test.ts:2", {}, "src/http/retry.test.ts, which the question names, is not in the scope runtime; mixed takes all."],
    ["lang:go what fails in src/http/retry.ts", {}, "src/http/retry.ts, which the question names, is left out by the folder or the filters of this call."],
    ["src/http/resend.ts:3 sends a request again", {}, "The index has no file src/http/resend.ts, which the question names."],
    ["src/http/retry.test.ts:2", { scope: "mixed" }, undefined],
    ["sends a request again", {}, undefined],
  ])("%s, %j: %s", async (question, more, message) => expect((await codebase.search(question, more)).message).toBe(message));
});

describe("a file that filters leave out and that answers more surely is told, with the call that finds it", () => {
  const hint = (file: string, leftOutBy: readonly string[], query: string, scope: string, reason = "better_answer_left_out"): unknown => ({
    reason, file, leftOutBy, searchCodebase: { tool: "search_codebase", args: { path: codebase.root, query, scope } },
  });
  const groesse = "Wie groß ein Paket sein darf";
  const expired = "drops answers that are expired";

  it.each<[string, Partial<SearchCodebaseInput>, () => unknown]>([
    [groesse, {}, () => hint("docs/größe.md", ["scope"], groesse, "docs")],
    [groesse, { scope: "mixed" }, () => undefined],
    [`lang:go ${expired}`, {}, () => hint("src/cache/store.py", ["language"], expired, "runtime")],
    [`lang:go path:src/http/** -path:*.py ${expired}`, {}, () => hint("src/cache/store.py", ["language", "include", "exclude"], expired, "runtime")],
    [`lang:py path:src/http/** ${expired}`, {}, () => hint("src/cache/store.py", ["include"], `lang:py ${expired}`, "runtime")],
    [expired, {}, () => undefined],
    ["must:toBeGreaterThan each failed request", {}, () => hint("src/http/retry.test.ts", ["scope"], "must:toBeGreaterThan each failed request", "docs")],
    ["must:nowhere_at_all each failed request", {}, () => undefined],
    ["quarterly dividends of listed shipyards", {}, () => undefined],
    ["must:request quarterly dividends of listed shipyards", {}, () => undefined],
    [`lang:go exclude:expired ${expired}`, {}, () => undefined],
    [`path:docs ${expired}`, {}, () => hint("docs/retries.md", ["scope"], `path:docs ${expired}`, "docs")],
    [`path:*.test.ts ${expired}`, {}, () => hint("src/http/retry.test.ts", ["scope"], `path:*.test.ts ${expired}`, "docs")],
    ["which test covers the retry of a failed request", {}, () => hint("src/http/retry.test.ts", ["scope"], "which test covers the retry of a failed request", "docs")],
    ["which test covers the retry of a failed request", { scope: "docs" }, () => undefined],
    ["lang:go what fails in src/http/retry.ts", {}, () => hint("src/http/retry.ts", ["language"], "what fails in src/http/retry.ts", "runtime", "named_file_left_out")],
  ])("%s, %j", async (question, more, expected) => expect((await codebase.search(question, more)).hints?.leftOut).toEqual(expected()));

  it("in a sentence, too", async () => {
    expect((await codebase.search(groesse)).message).toBe("docs/größe.md, which is closer to the question, is not in the scope runtime; mixed takes all.");
    expect((await codebase.search(`lang:go ${expired}`)).message).toBe("src/cache/store.py, which is closer to the question, is left out by the folder or the filters of this call.");
  });

  it("beside what else is to be said", async () => {
    expect((await codebase.search(`lang:go ${expired}, in src/nope.py`)).message).toBe("The index has no file src/nope.py, which the question names. src/cache/store.py, which is closer to the question, is left out by the folder or the filters of this call.");
    expect((await codebase.search(`lang:sql ${expired}`)).message).toMatch(/^None of the .* sql\. src\/cache\/store\.py, which is closer/);
  });

  it("and of a folder, the call asks the whole codebase", async () => {
    expect((await codebase.search(expired, { path: join(codebase.root, "src/http") })).hints?.leftOut).toEqual(hint("src/cache/store.py", ["folder"], expired, "runtime"));
  });
});

describe("scopes", () => {
  it.each<[SearchCodebaseInput["scope"] & string, string[]]>([
    ["runtime", ["src/http/retry.ts", "src/http/status.go"]],
    ["docs", ["docs/retries.md", "src/http/retry.test.ts"]],
    ["mixed", ["docs/retries.md", "fixtures/retry.json", "generated/client.ts", "src/http/retry.test.ts", "src/http/retry.ts", "src/http/status.go"]],
  ])("%s", async (scope, expected) => {
    const found = [...new Set(files(await codebase.search("must:re retry request", { scope, limit: 50 })))].filter((file) => /retr|status|client/.test(file));
    expect(found.sort()).toEqual(expected);
  });
});

describe("operators", () => {
  it.each([
    ["lang:py answers", ["src/cache/store.py"]],
    ["lang:go lang:tsx request button", ["src/http/status.go", "src/ui/Button.tsx"]],
    ["path:src/http request", ["src/http/retry.ts", "src/http/status.go"]],
    ["path:*.py -path:tests request", ["src/cache/store.py"]],
    ["-path:src/http -path:*.tsx request", ["src/cache/store.py"]],
    ["must:backoff request", ["src/http/retry.ts"]],
    ['must:"status == 429" request', ["src/http/status.go"]],
    ["must:ISRETRYABLE anything", ["src/http/status.go"]],
    ["must:ui/button request", ["src/ui/Button.tsx"]],
    ["exclude:status exclude:label exclude:answers request", ["src/http/retry.ts"]],
    ["lang:ts path:src must:attempt exclude:status request", ["src/http/retry.ts"]],
    ["path:./src/{cache,nothing}/*.{py,ts} -path:**/*.{md,go} answers", ["src/cache/store.py"]],
  ])("%s", async (query, expected) => expect([...new Set(files(await codebase.search(query)))].sort()).toEqual(expected));

  it("with an unknown language are refused, naming the known ones", async () => {
    const answer = await codebase.call("search_codebase", { path: codebase.root, query: "lang:klingon request" });
    expect(answer).toMatchObject({ status: "error", path: codebase.root, effectiveRoot: codebase.root, error: { code: "INVALID_ARGUMENTS", message: expect.stringMatching(/^query has lang: .*klingon/), details: [{ path: "query", message: expect.stringMatching(/^has lang: .*klingon.*typescript/s) }] } });
  });

  it("alone find what they require", async () => {
    expect(files(await codebase.search("must:backoff"))).toEqual(["src/http/retry.ts"]);
    expect(files(await codebase.search("path:src must:backoff must:attempt"))).toEqual(["src/http/retry.ts"]);
  });

  it.each(["path:[] request", "-path:{a,b request", "path:../src request", "path:!src request", "path:{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b} request"])("in patterns that are none are refused: %s", async (query) => {
    expect(await codebase.call("search_codebase", { path: codebase.root, query })).toMatchObject({ status: "error", error: { code: "INVALID_ARGUMENTS", details: [{ path: "query", message: expect.stringMatching(/^has the pattern/) }] } });
  });

  it.each([
    ...["lang:ts path:src", "path:src/**", "-path:src", "exclude:status", 'must:" "'].map((query) => [query, "needs words besides its operators"] as const),
    ["   \n\t", "must not be blank"] as const,
  ])("alone that require no words are refused, as blanks are: %j", async (query, message) => {
    const answer = await codebase.call("search_codebase", { path: codebase.root, query });
    expect(answer).toMatchObject({ status: "error", path: codebase.root, effectiveRoot: codebase.root, error: { code: "INVALID_ARGUMENTS", message: `query ${message}`, details: [{ path: "query", message }] } });
  });
});

describe("must: that nothing holds", () => {
  const UNSATISFIED = { results: [], confidence: "low", warnings: ["FILTER_MUST_UNSATISFIED"] };

  it("is told after two more passes, where each found as many candidates as it may", async () => {
    await using narrow = await indexedTree(TREE, { config: { maxCandidates: 1 } });
    const answer = await narrow.search("must:unobtainium request", { scope: "mixed", debug: true });
    expect(answer).toMatchObject(UNSATISFIED);
    expect(debugOf(answer)).toMatchObject({ passes: 3, mustRetries: 2, candidateLimit: 4 });
  });

  it("is told at once where no pass could find more", async () => {
    const answer = await codebase.search("must:unobtainium request", { debug: true });
    expect(answer).toMatchObject(UNSATISFIED);
    expect(debugOf(answer)).toMatchObject({ passes: 1, mustRetries: 0, candidateLimit: 300 });
  });

  it("is told where a filter before it leaves nothing", async () => {
    expect((await codebase.search("path:nowhere must:backoff request")).warnings).toEqual(["FILTER_MUST_UNSATISFIED", "NO_CONFIDENT_MATCH"]);
  });

  it("is not told of exclude: alone", async () => expect((await codebase.search("exclude:re request")).warnings ?? []).not.toContain("FILTER_MUST_UNSATISFIED"));
});

describe("result modes", () => {
  it("raw: chunks with their text", async () => {
    const [first] = chunks(await codebase.search("evict_expired", { resultMode: "raw" }));
    expect(first).toMatchObject({ kind: "chunk", file: "src/cache/store.py", language: "python", symbolLabel: "CacheStore.evict_expired", stalenessBucket: "fresh", indexedAt: "2026-01-01T00:00:10.000Z" });
    expect(first?.content).toMatch(/^class CacheStore:\n[^]*evict_expired[^\n]*\n[^]*\S$/);
    expect(Object.keys(first ?? {})).toEqual(["kind", "file", "span", "language", "content", "score", "symbolId", "symbolLabel", "indexedAt", "stalenessBucket"]);
  });

  it("grouped: places with a preview, and where they lead", async () => {
    const [first] = groups(await codebase.search("evict_expired"));
    expect(first).toMatchObject({
      file: "src/cache/store.py", symbolLabel: "CacheStore.evict_expired", preview: expect.stringContaining("def evict_expired"),
      callGraphHint: { supported: true, symbolRef: { file: "src/cache/store.py", symbolId: first?.symbolId, symbolLabel: "CacheStore.evict_expired" } },
    });
  });

  it("by file: one result a file", async () => {
    const answer = await codebase.search("request answers", { groupBy: "file", scope: "mixed" });
    expect(new Set(files(answer)).size).toBe(files(answer).length);
    expect(answer.groupBy).toBe("file");
  });

  it("name a group alike as long as it is the same", async () => {
    const ids = async (args: Partial<SearchCodebaseInput>): Promise<string[]> => groups(await codebase.search("evict_expired", args)).map(({ groupId }) => groupId);
    const [one, again, byFile] = [await ids({}), await ids({ limit: 1 }), await ids({ groupBy: "file" })];
    expect(again[0]).toBe(one[0]);
    expect(byFile[0]).not.toBe(one[0]);
    expect(new Set(one).size).toBe(one.length);
  });
});

describe("limit", () => {
  it.each([1, 2, 50])("of %d", async (limit) => {
    const answer = await codebase.search("request", { limit, scope: "mixed" });
    expect(answer.limit).toBe(limit);
    expect(answer.results.length).toBeLessThanOrEqual(limit);
  });

  it("is ten by default", async () => expect((await codebase.search("request")).limit).toBe(10));

  it.each([0, 51, 1.5, "3"])("of %j is refused", async (limit) => {
    expect(await codebase.call("search_codebase", { path: codebase.root, query: "x", limit })).toMatchObject({ status: "error", error: { code: "INVALID_ARGUMENTS", details: [{ path: "limit" }] } });
  });

  it("cuts the list of a larger one", async () => {
    const [five, two] = [await codebase.search("request", { limit: 5, groupBy: "file" }), await codebase.search("request", { limit: 2, groupBy: "file" })];
    expect(files(two)).toEqual(files(five).slice(0, 2));
  });
});

describe("budget", () => {
  it.each([300, 500, 1_000, 2_000])("of %d tokens is kept", async (maxTokens) => {
    const answer = await codebase.search("request answers expired", { maxTokens, scope: "mixed" });
    expect(answer.maxTokens).toBe(maxTokens);
    if (answer.results.length > 1) expect(estimateTokens(answer)).toBeLessThanOrEqual(maxTokens);
    expect(answer.results.length).toBeGreaterThan(0);
  });

  it("too small for everything is told", async () => expect((await codebase.search("request", { maxTokens: 100 })).warnings).toEqual(["OUTPUT_TRUNCATED"]));
  it("large enough changes nothing but its echo", async () => {
    const { maxTokens: _, meta: __, ...whole } = await codebase.search("request", { maxTokens: 100_000 });
    const { meta: ___, ...plain } = await codebase.search("request");
    expect(whole).toEqual(plain);
  });
});

describe("a folder inside the codebase", () => {
  it("limits results to it", async () => {
    const answer = await codebase.search("request", { path: join(codebase.root, "src/http"), scope: "mixed" });
    expect(answer).toMatchObject({ path: join(codebase.root, "src/http"), effectiveRoot: codebase.root });
    expect([...new Set(files(answer))].sort()).toEqual(["src/http/retry.test.ts", "src/http/retry.ts", "src/http/status.go"]);
  });

  it("may be given relative to the base folder, with a slash behind it, or as a file", async () => {
    expect((await codebase.search("request", { path: "src/http/" })).path).toBe(join(codebase.root, "src/http"));
    expect(files(await codebase.search("button", { path: "src/ui/Button.tsx" }))).toEqual(["src/ui/Button.tsx"]);
  });

  it("has to exist", async () => {
    await using bare = openTree(TREE);
    const missing = { status: "error", error: { code: "PATH_NOT_FOUND" } };
    for (const { call } of [codebase, bare]) expect(await call("search_codebase", { query: "request", path: "no/such/folder" })).toMatchObject(missing);
  });

  it("finds nothing where nothing is indexed", async () => {
    mkdirSync(join(codebase.root, "empty"), { recursive: true });
    expect(await codebase.search("request", { path: "empty" })).toMatchObject({ results: [], confidence: "low", warnings: ["NO_CONFIDENT_MATCH"] });
  });
});

describe("debug", () => {
  it("tells how the answer came about", async () => {
    const debug = debugOf(await codebase.search("lang:ts must:attempt request", { debug: true }));
    expect(debug).toMatchObject({
      passes: 1, candidateLimit: 300, mustRetries: 0, changedFilesBoost: false, rerank: { attempted: false },
      operators: { lang: ["ts"], path: [], notPath: [], must: ["attempt"], exclude: [] },
      diversity: { maxPerFile: 2, isRelaxed: true }, weights: { bestChunk: 1 },
      scores: [{ file: "src/http/retry.ts", startLine: 1, prior: 1, signals: { bestChunk: expect.any(Number) } }],
    });
    expect((debug["filters"] as { filter: string }[]).map(({ filter }) => filter)).toEqual(["scope", "lang", "path_include", "path_exclude", "must", "exclude"]);
  });

  it("counts what each filter left", async () => {
    const { filters } = debugOf(await codebase.search("lang:ts -path:generated request", { scope: "mixed", debug: true }));
    expect(filters).toEqual([
      { filter: "scope", before: 9, after: 9 }, { filter: "lang", before: 9, after: 4 }, { filter: "path_include", before: 4, after: 4 },
      { filter: "path_exclude", before: 4, after: 3 }, { filter: "must", before: 0, after: 0 }, { filter: "exclude", before: 0, after: 0 },
    ]);
  });

  it("is absent unless asked for", async () => expect(await codebase.search("request")).not.toHaveProperty("hints"));
  it("changes no result", async () => expect((await codebase.search("request", { debug: true })).results).toEqual((await codebase.search("request")).results));
});

describe("the envelope", () => {
  it("has its keys in order", async () => {
    expect(Object.keys(await codebase.search("must:nope x", { debug: true, maxTokens: 500 }))).toEqual([
      "tool", "version", "status", "warnings", "hints", "path", "effectiveRoot", "query", "scope", "resultMode", "groupBy", "rankingMode", "limit", "maxTokens",
      "freshnessDecision", "confidence", "unknownTerms", "coverage", "results", "meta",
    ]);
  });

  it("says what it was drawn from", async () => {
    expect((await codebase.search("request", { scope: "mixed" })).coverage).toMatchObject({ files: 9, skippedFiles: 0, chunks: expect.any(Number), candidates: expect.any(Number) });
  });

  it("names words that the index does not know, as written", async () => expect((await codebase.search("the Blorp of a request for frobnicators")).unknownTerms).toEqual(["Blorp", "frobnicators"]));

  it.each<[string, Partial<SearchCodebaseInput>]>([["request", {}], ["request", { resultMode: "raw", debug: true }], ["must:backoff x", { scope: "mixed" }], ["lang:ts request", {}]])("%s %j: the same bytes twice", async (question, args) => {
    const bytes = async (): Promise<string> => JSON.stringify({ ...(await codebase.search(question, args)), meta: null });
    expect(await bytes()).toBe(await bytes());
  });

  it("is the same for the same files, wherever they lie", async () => {
    await using twin = await indexedTree(TREE);
    const bytes = async (from: TestCodebase): Promise<string> => JSON.stringify({ ...(await from.search("retry a failed request", { scope: "mixed", debug: true })), meta: null }).replaceAll(from.root, "");
    expect(await bytes(twin)).toBe(await bytes(codebase));
  });

  it("has results in order of score", async () => {
    const scores = (await codebase.search("request answers", { scope: "mixed", limit: 50 })).results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((left, right) => right - left));
  });

  it("says when nothing is close", async () => expect(await codebase.search("quaternion photosynthesis")).toMatchObject({ confidence: "low", warnings: ["NO_CONFIDENT_MATCH"] }));
  it("is sure of what is spelled out", async () => expect((await codebase.search("evict_expired")).confidence).toBe("high"));
});

describe("hostile questions are answered", () => {
  it.each([
    ["FTS syntax", 'NEAR(a b) AND OR NOT "x" * ^body : {col} - (a'],
    ["quotes", "\"''\"\"` \\\" request"],
    ["an unclosed quote", '"request'],
    ["a column filter", "body:request -body:x"],
    ["NUL", "re\0quest \0"],
    ["control characters", "\u0001\u001b[31m request \u007f"],
    ["lone surrogates", "\ud800 request \udc00"],
    ["signs alone", "?!;:(){}[]"],
    ["emoji", "🚀🚀 request 🇩🇪"],
    ["combining marks", `z${"\u0301".repeat(200)} request`],
    ["right-to-left text", "\u202eבקשה request"],
    ["SQL", "'; DROP TABLE file_1; --"],
    ["one word of 10,000 letters", "a".repeat(10_000)],
    ["10,000 characters of many words", Array.from({ length: 3_400 }, (_, at) => at.toString(36).padStart(2, "a").slice(0, 2)).join(" ").slice(0, 10_000)],
    ["10,000 characters of CJK", "検索索引構造設計".repeat(1_250)],
    ["many operators", "must:a ".repeat(25)],
    ["a regular expression", "^(a+)+$ .* [z-a]"],
    ["prototype names", "constructor __proto__ toString hasOwnProperty"],
  ])("%s", async (_, query) => {
    const { results, query: echoed } = await codebase.search(query, { scope: "mixed", debug: true });
    expect(echoed).toBe(query);
    expect(results.length).toBeLessThanOrEqual(10);
  });

  it("whatever they hold", async () => {
    const piece = fc.oneof(fc.string({ unit: "binary", maxLength: 20 }), fc.constantFrom("request", "must:", "path:", "[", "!", "\\", '"', "lang:ts ", "-path:", "\0", "*", " "));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 10 }), fc.constantFrom("runtime", "mixed", "docs"), async (pieces, scope) => {
        const answer = await codebase.call("search_codebase", { path: codebase.root, query: pieces.join("") || "x", scope });
        expect(answer.status === "ok" || (answer.status === "error" && answer.error.code === "INVALID_ARGUMENTS")).toBe(true);
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it.each([["empty", ""], ["longer than 10,000 characters", "x".repeat(10_001)], ["a number", 5], ["null", null]])("unless the question is %s", async (_, query) => {
    expect(await codebase.call("search_codebase", { path: codebase.root, query })).toMatchObject({ status: "error", error: { code: "INVALID_ARGUMENTS" } });
  });
});

describe("without vectors", () => {
  it("finds by words when there is no embedder", async () => {
    await using plain = await indexedTree(TREE, { embedder: null });
    const answer = await plain.search("send a request again");
    expect(files(answer)[0]).toBe("src/http/retry.ts");
    expect(answer).not.toHaveProperty("warnings");
    expect(await plain.search("evict_expired")).toMatchObject({ confidence: "high" });
  });

  it("finds by words when the embedder fails, and says so", async () => {
    class Failing extends StaticEmbedder {
      override embedQuery(): Promise<Float32Array> {
        return Promise.reject(new EngineError("EMBEDDER_FAILED", "The provider does not answer"));
      }
    }
    await using failing = await indexedTree(TREE, { embedder: new Failing() });
    const answer = await failing.search("send a request again");
    expect(answer.warnings).toEqual(["SEMANTIC_SEARCH_UNAVAILABLE"]);
    expect(files(answer)[0]).toBe("src/http/retry.ts");
    expect(failing.log.map(({ event }) => event)).toContain("query_embedding_failed");
  });

  it("finds by words when the embedder knows none of the question's", async () => {
    const answer = await codebase.search("検索索引", { scope: "docs" });
    expect(answer).not.toHaveProperty("warnings");
    expect(files(answer)).toContain("docs/größe.md");
  });
});

describe("must: widens the search", () => {
  /** Results, passes and candidate limit of the last pass. */
  async function widened(from: TestCodebase, query: string, limit: number): Promise<unknown[]> {
    const answer = await from.search(query, { limit, debug: true });
    return [answer.results.length, debugOf(answer)["passes"], debugOf(answer)["candidateLimit"]];
  }

  /** Files that all hold `stripe`, each more words than the one before; from the seventh on `zebra` as well. */
  const HERD = Array.from({ length: 8 }, (_, at) => `\n//- f${at}.ts\npaint("stripe${" dull".repeat(10 * at)}${at < 6 ? "" : " zebra"}");\n`).join("");

  it("until enough is found, at most twice", async () => {
    await using few = await indexedTree(Array.from({ length: 6 }, (_, at) => `\n//- f${at}.ts\nconst zebra${"_".repeat(at)} = "zebra";\n`).join(""), { embedder: null, config: { maxCandidates: 1 } });
    const search = (limit: number): Promise<unknown[]> => widened(few, "must:zebra unheard", limit);
    expect(await search(1)).toEqual([1, 1, 1]);
    expect(await search(2)).toEqual([2, 2, 2]);
    expect(await search(4)).toEqual([4, 3, 4]);
    expect(await search(6)).toEqual([4, 3, 4]);
  });

  // `ebr` is part of a word only: no candidate is proposed for it, and wider passes come to it by the question alone.
  it("until candidates for the question hold what they must", async () => {
    await using herd = await indexedTree(HERD, { embedder: null, config: { maxCandidates: 2 } });
    expect(await widened(herd, "must:ebr stripe", 1)).toEqual([1, 3, 8]);
    expect(await widened(herd, "must:tripe stripe", 2)).toEqual([2, 1, 2]);
  });

  it("until files that are close in meaning hold what they must, though no wider look at words would find more", async () => {
    const queues = Array.from({ length: 150 }, (_, at) => `//- src/q${at}.ts\nexport function step${at}(): string {\n  return "process queue item ${at}";\n}\n`);
    await using wide = await indexedTree(`\n${queues.join("")}//- src/zz.ts\nexport const marker = "zzzabcqqq";\n`);
    const answer = await wide.search("must:abcq process queue item", { debug: true });
    expect([files(answer), debugOf(answer)["mustRetries"]]).toEqual([["src/zz.ts"], 2]);
  });

  it("but not once a pass has found fewer candidates than it may", async () => {
    await using herd = await indexedTree(HERD, { embedder: null, config: { maxCandidates: 5 } });
    // Eight candidates where ten may be: a third pass would see the same eight.
    expect(await widened(herd, "must:ebr stripe", 10)).toEqual([2, 2, 10]);
    expect(await widened(herd, "must:zebra unheard", 10)).toEqual([2, 1, 5]);
    expect(await widened(herd, "must:unobtainium unheard", 10)).toEqual([0, 1, 5]);
  });

  it("but not for a search without it", async () => {
    await using herd = await indexedTree(HERD, { embedder: null, config: { maxCandidates: 2 } });
    expect(await widened(herd, "stripe", 10)).toEqual([2, 1, 2]);
  });
});

describe("states of the index", () => {
  it("an empty codebase has no results", async () => {
    await using empty = await indexedTree("\n//- folder/\n");
    expect(await empty.search("request")).toMatchObject({ results: [], confidence: "low", warnings: ["NO_CONFIDENT_MATCH"], unknownTerms: ["request"], coverage: { files: 0, chunks: 0, candidates: 0 } });
    expect(await empty.search("lang:ts path:a must:b", { debug: true })).toMatchObject({ results: [] });
  });

  it("one of empty files has none either", async () => {
    await using empty = await indexedTree("\n//- a.ts\n//- b.py\n//- c.ts\nconst last = 1;\n");
    expect(await empty.search("b python", { scope: "mixed" })).toMatchObject({ status: "ok", coverage: { files: 3, chunks: 1 } });
    expect(files(await empty.search("last"))).toEqual(["c.ts"]);
  });

  it("a folder without an index is answered with the call that makes one", async () => {
    await using none = openTree(TREE);
    expect(await none.call("search_codebase", { path: "src", query: "lang:klingon x" })).toMatchObject({
      status: "not_indexed", reason: "not_indexed", path: join(none.root, "src"), hints: { create: { tool: "manage_index", args: { action: "create", path: join(none.root, "src") } } },
    });
  });

  it("while the first run is active it says so, and repeats what was asked", async () => {
    await using place = new TestPlace({ "a.ts": "export const a = 1;\n" });
    const preparer = heldPreparer(createInlinePreparer(1_000_000));
    const { call, engine } = place.engine({ preparer });
    await call("manage_index", { action: "create" });
    expect(await call("search_codebase", { query: "lang:klingon a", limit: 3, debug: true })).toMatchObject({
      status: "not_ready", reason: "indexing", query: "lang:klingon a", limit: 3, scope: "runtime", hints: { status: { tool: "manage_index" }, debugIndexing: { markerPresent: false } },
    });
    preparer.release();
    await engine.waitForRun(place.tree.root, "/");
    expect(await call("search_codebase", { query: "a" })).toMatchObject({ status: "ok" });
  });

  it("an index of another configuration is not searched", async () => {
    await using place = new TestPlace({ "a.ts": "export const a = 1;\n" });
    await place.engine().index();
    expect(await place.engine({ fingerprint: { schemaVersion: 99 } }).call("search_codebase", { query: "a" })).toMatchObject({ status: "requires_reindex", compatibility: { mismatched: ["schemaVersion"] } });
  });

  it("tells of files that could not be read again, and answers from what was read before", async () => {
    await using place = new TestPlace({ "a.ts": "export const parcel = 1;\n" });
    const preparer = refusingPreparer(createInlinePreparer(1_000_000));
    const { call, index } = place.engine({ preparer });
    await index();
    place.tree.write("a.ts", "export const letter = 22;\n");
    preparer.refused.add("a.ts");
    place.tree.wait(10 * 60_000);
    expect(await call("search_codebase", { query: "parcel" })).toMatchObject({ status: "ok", warnings: ["PARTIAL_SCAN"], results: [{ file: "a.ts", preview: "export const parcel = 1;" }] });
  });

  it("tells of a rebuild that failed, and answers from the run before it", async () => {
    await using place = new TestPlace({ "a.ts": "export const parcel = 1;\n" });
    const preparer = failingPreparer(createInlinePreparer(1_000_000), new Error("a defect"));
    const { call, engine, index } = place.engine({ preparer });
    await index();
    preparer.filesLeft = 0;
    await call("manage_index", { action: "reindex" });
    await engine.waitForRun(place.tree.root, "/");
    expect(await call("search_codebase", { query: "parcel" })).toMatchObject({ status: "ok", warnings: ["LAST_RUN_FAILED"], results: [{ file: "a.ts" }] });
  });

  it("what changed on disk is indexed first when the index may be old", async () => {
    await using live = await indexedTree(TREE);
    await live.search("quetzalcoatlus");
    writeFile(join(live.root, "src/fresh.ts"), "export const quetzalcoatlus = 1;\n");
    expect((await live.search("quetzalcoatlus")).freshnessDecision.mode).toBe("fresh");
    live.advance(10 * 60_000);
    const answer = await live.search("quetzalcoatlus");
    expect(answer.freshnessDecision).toMatchObject({ mode: "synced", changes: { added: 1, removed: 0, modified: 0 } });
    expect(files(answer)[0]).toBe("src/fresh.ts");
  });

  it("tells how old a result is", async () => {
    await using old = await indexedTree(TREE, { config: { freshnessMs: Number.MAX_SAFE_INTEGER } });
    const bucket = async (): Promise<string | undefined> => (await old.search("request")).results[0]?.stalenessBucket;
    const seen = [await bucket()];
    for (const minutes of [29, 1, 23 * 60, 30]) {
      old.advance(minutes * 60_000);
      seen.push(await bucket());
    }
    expect(seen).toEqual(["fresh", "fresh", "aging", "aging", "stale"]);
  });

  it("a folder with accents in its name is found however they are spelled on disk", async () => {
    await using accents = await indexedTree("\n//- cafe\u0301/menu.ts\nexport const espresso = 1;\n");
    expect(files(await accents.search("espresso", { path: "cafe\u0301" }))).toEqual(["caf\u00e9/menu.ts"]);
  });

  it("a search that is cancelled ends", async () => {
    const abort = new AbortController();
    abort.abort();
    const call = { baseFolder: codebase.root, roots: [], signal: abort.signal, elapsedMs: () => 0 };
    await expect(codebase.engine.tools.search_codebase({ path: codebase.root, query: "request" }, call)).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
