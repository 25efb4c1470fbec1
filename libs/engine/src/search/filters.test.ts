/** Effects of scopes, operators and `must:` on searches of a small codebase with the built-in embedder. */
import type { SearchCodebaseInput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";
import { TREE, debugOf, files } from "./testing/small-codebase.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

describe("scopes", () => {
  it.each<[SearchCodebaseInput["scope"] & string, string[]]>([
    ["runtime", ["src/http/retry.ts", "src/http/status.go"]],
    ["docs", ["docs/retries.md", "src/http/retry.test.ts"]],
    [
      "mixed",
      [
        "docs/retries.md",
        "fixtures/retry.json",
        "generated/client.ts",
        "src/http/retry.test.ts",
        "src/http/retry.ts",
        "src/http/status.go",
      ],
    ],
  ])("%s", async (scope, expected) => {
    const found = [
      ...new Set(files(await codebase.search("must:re retry request", { scope, limit: 50 }))),
    ].filter((file) => /retr|status|client/.test(file));
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
  ])("%s", async (query, expected) =>
    expect([...new Set(files(await codebase.search(query)))].sort()).toEqual(expected),
  );

  it("behind the first word are text, which the answer says", async () => {
    const answer = await codebase.search("request button lang:go -path:src");
    expect(answer).toMatchObject({
      status: "ok",
      message: "lang:go, -path:src are read as text: put operators in front of the question.",
    });
    expect(await codebase.search("what does std::path do with key: value")).not.toHaveProperty("message");
  });

  it("with an unknown language are refused, naming the known ones", async () => {
    const answer = await codebase.call("search_codebase", {
      path: codebase.root,
      query: "lang:klingon request",
    });
    expect(answer).toMatchObject({
      status: "error",
      path: codebase.root,
      effectiveRoot: codebase.root,
      error: {
        code: "INVALID_ARGUMENTS",
        message: expect.stringMatching(/^query has lang: .*klingon/),
        details: [{ path: "query", message: expect.stringMatching(/^has lang: .*klingon.*typescript/s) }],
      },
    });
  });

  it("alone find what they require", async () => {
    expect(files(await codebase.search("must:backoff"))).toEqual(["src/http/retry.ts"]);
    expect(files(await codebase.search("path:src must:backoff must:attempt"))).toEqual(["src/http/retry.ts"]);
  });

  it.each([
    "path:[] request",
    "-path:{a,b request",
    "path:../src request",
    "path:!src request",
    "path:{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b} request",
  ])("in patterns that are none are refused: %s", async (query) => {
    expect(await codebase.call("search_codebase", { path: codebase.root, query })).toMatchObject({
      status: "error",
      error: {
        code: "INVALID_ARGUMENTS",
        details: [{ path: "query", message: expect.stringMatching(/^has the pattern/) }],
      },
    });
  });

  it.each([
    ...["lang:ts path:src", "path:src/**", "-path:src", "exclude:status", 'must:" "'].map(
      (query) => [query, "needs words in addition to operators"] as const,
    ),
    ["   \n\t", "must not be blank"] as const,
  ])("alone that require no words are refused, as blanks are: %j", async (query, message) => {
    const answer = await codebase.call("search_codebase", { path: codebase.root, query });
    expect(answer).toMatchObject({
      status: "error",
      path: codebase.root,
      effectiveRoot: codebase.root,
      error: {
        code: "INVALID_ARGUMENTS",
        message: `query ${message}`,
        details: [{ path: "query", message }],
      },
    });
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
    expect((await codebase.search("path:nowhere must:backoff request")).warnings).toEqual([
      "FILTER_MUST_UNSATISFIED",
      "NO_CONFIDENT_MATCH",
    ]);
  });

  it("is not told of exclude: alone", async () =>
    expect((await codebase.search("exclude:re request")).warnings ?? []).not.toContain(
      "FILTER_MUST_UNSATISFIED",
    ));
});

describe("must: widens the search", () => {
  /** Results, passes and candidate limit of the last pass. */
  async function widened(from: TestCodebase, query: string, limit: number): Promise<unknown[]> {
    const answer = await from.search(query, { limit, debug: true });
    return [answer.results.length, debugOf(answer)["passes"], debugOf(answer)["candidateLimit"]];
  }

  /**
   * Files that all contain `stripe`, each with more words than the one before; from the seventh on also
   * `zebra`.
   */
  const HERD = Array.from(
    { length: 8 },
    (_, at) => `\n//- f${at}.ts\npaint("stripe${" dull".repeat(10 * at)}${at < 6 ? "" : " zebra"}");\n`,
  ).join("");

  it("until enough is found, at most twice", async () => {
    await using few = await indexedTree(
      Array.from({ length: 6 }, (_, at) => `\n//- f${at}.ts\nconst zebra${"_".repeat(at)} = "zebra";\n`).join(
        "",
      ),
      { embedder: null, config: { maxCandidates: 1 } },
    );
    const search = (limit: number): Promise<unknown[]> => widened(few, "must:zebra unheard", limit);
    expect(await search(1)).toEqual([1, 1, 1]);
    expect(await search(2)).toEqual([2, 2, 2]);
    expect(await search(4)).toEqual([4, 3, 4]);
    expect(await search(6)).toEqual([4, 3, 4]);
  });

  // `ebr` is only part of a word, so it proposes no candidates. Wider passes find it through the question
  // alone.
  it("until candidates for the question hold what they must", async () => {
    await using herd = await indexedTree(HERD, { embedder: null, config: { maxCandidates: 2 } });
    expect(await widened(herd, "must:ebr stripe", 1)).toEqual([1, 3, 8]);
    expect(await widened(herd, "must:tripe stripe", 2)).toEqual([2, 1, 2]);
  });

  it(
    "until files that are close in meaning hold what they must, though no wider look at words would find " +
      "more",
    async () => {
      const queues = Array.from(
        { length: 150 },
        (_, at) =>
          `//- src/q${at}.ts\nexport function step${at}(): string {\n  return "process queue item ${at}";\n}\n`,
      );
      await using wide = await indexedTree(
        `\n${queues.join("")}//- src/zz.ts\nexport const marker = "zzzabcqqq";\n`,
      );
      const answer = await wide.search("must:abcq process queue item", { debug: true });
      expect([files(answer), debugOf(answer)["mustRetries"]]).toEqual([["src/zz.ts"], 2]);
    },
  );

  it("but not once a pass has found fewer candidates than it may", async () => {
    await using herd = await indexedTree(HERD, { embedder: null, config: { maxCandidates: 5 } });
    // Eight candidates where ten are allowed: a third pass would see the same eight.
    expect(await widened(herd, "must:ebr stripe", 10)).toEqual([2, 2, 10]);
    expect(await widened(herd, "must:zebra unheard", 10)).toEqual([2, 1, 5]);
    expect(await widened(herd, "must:unobtainium unheard", 10)).toEqual([0, 1, 5]);
  });

  it("but not for a search without it", async () => {
    await using herd = await indexedTree(HERD, { embedder: null, config: { maxCandidates: 2 } });
    expect(await widened(herd, "stripe", 10)).toEqual([2, 1, 2]);
  });
});
