/** Effects of scopes, operators and `must:` on searches of a small codebase with the built-in embedder. */
import type { SearchCodebaseInput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";
import { TREE, files } from "./testing/small-codebase.ts";

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

  it("is reported with the number of files that were searched", async () => {
    const answer = await codebase.search("must:unobtainium request");
    expect(answer).toMatchObject({
      ...UNSATISFIED,
      message: 'None of the 4 files searched contains "unobtainium", in its path, symbols or text.',
    });
    expect((await codebase.search('must:"no such" must:thing request')).message).toMatch(
      /^None of the 4 files searched contains "no such" and "thing" in one chunk\.$/,
    );
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

describe("texts that no word of the index finds", () => {
  /** Files with the words of the question, and two whose texts have none of them. */
  const QUEUES = Array.from(
    { length: 150 },
    (_, at) =>
      `//- src/q${at}.ts\nexport function step${at}(): string {\n  return "process queue item ${at}";\n}\n`,
  );
  const OTHERS = `//- src/zz.ts
export const marker = "zzzAbcqqq";
//- src/pick.ts
export function pick(chosen?: number) {
  chosen ??= 3;
  return { rocket: "🚀", done: "✓ 429" };
}
//- src/tree.ts
export class Tree {
  leaf() {
    return 1;
  }
}
`;
  let wide: TestCodebase;
  beforeAll(async () => {
    wide = await indexedTree(`\n${QUEUES.join("")}${OTHERS}`);
  });
  afterAll(() => wide[Symbol.asyncDispose]());

  it.each([
    ["must:bcqq process queue item", "src/zz.ts", "a part of a word, behind 150 files that fit better"],
    ["must:BCQQ process queue item", "src/zz.ts", "whatever its case"],
    ['must:"??=" process queue item', "src/pick.ts", "an operator"],
    ["must:Tree.lea process queue item", "src/tree.ts", "a part of a qualified name"],
    ["must:c/zz.t process queue item", "src/zz.ts", "a part of a path"],
    ["must:🚀 process queue item", "src/pick.ts", "a picture"],
  ])("%s finds %s: %s", async (query, file) => expect(files(await wide.search(query))).toEqual([file]));

  it.each(["🚀", '"🚀"', "must:🚀", "??=", "`??=`", "✓", "429"])(
    "%s alone is found exactly, with high confidence and no unknown words",
    async (query) => {
      const answer = await wide.search(query);
      expect(files(answer)).toEqual(["src/pick.ts"]);
      expect(answer).toMatchObject({ confidence: "high", unknownTerms: [] });
      expect(answer.warnings).toBeUndefined();
    },
  );

  it.each(["where is ✓ printed", "assign a default item with `??=`", "what does ??= do for a step"])(
    "signs among words raise the files that have them: %s",
    async (query) => expect(files(await wide.search(query))[0]).toBe("src/pick.ts"),
  );

  it("are said to be nowhere once every file was read", async () => {
    const answer = await wide.search('"<=>"');
    expect(answer).toMatchObject({
      results: [],
      warnings: ["FILTER_MUST_UNSATISFIED", "NO_CONFIDENT_MATCH"],
      message: 'None of the 153 files searched contains "<=>", in its path, symbols or text.',
    });
  });

  it("are not said to be missing if exclude: removes what contains them", async () => {
    const answer = await wide.search("must:🚀 exclude:rocket process");
    expect(answer).toMatchObject({
      results: [],
      message: '`exclude:` removes every chunk that contains "🚀".',
    });
    expect(answer.warnings ?? []).not.toContain("FILTER_MUST_UNSATISFIED");
  });

  it("are looked for only in the files that the filters allow", async () => {
    expect((await wide.search("path:src/zz.ts must:🚀 process")).results).toEqual([]);
    expect((await wide.search("path:src/zz.ts must:🚀 process")).message).toMatch(
      /^The only file searched does not contain/,
    );
  });
});
