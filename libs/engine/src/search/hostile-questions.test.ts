/** Every question is answered, whatever it contains. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";
import { TREE } from "./testing/small-codebase.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

describe("hostile questions are answered", () => {
  it.each([
    ["FTS syntax", 'NEAR(a b) AND OR NOT "x" * ^body : {col} - (a'],
    ["quotes", '"\'\'""` \\" request'],
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
    [
      "10,000 characters of many words",
      Array.from({ length: 3_400 }, (_, at) => at.toString(36).padStart(2, "a").slice(0, 2))
        .join(" ")
        .slice(0, 10_000),
    ],
    ["10,000 characters of CJK", "検索索引構造設計".repeat(1_250)],
    ["many operators", "must:a ".repeat(25)],
    ["a regular expression", "^(a+)+$ .* [z-a]"],
    ["prototype names", "constructor __proto__ toString hasOwnProperty"],
  ])("%s", async (_, query) => {
    const answer = await codebase.search(query, { scope: "mixed", debug: true });
    // Any difference from the question that was sent would be repeated.
    expect(answer).not.toHaveProperty("query");
    expect(answer.results.length).toBeLessThanOrEqual(10);
  });

  it("whatever they hold", async () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom("request", "must:", "path:", "[", "!", "\\", '"', "lang:ts ", "-path:", "\0", "*", " "),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 10 }),
        fc.constantFrom("runtime", "mixed", "docs"),
        async (pieces, scope) => {
          const answer = await codebase.call("search_codebase", {
            path: codebase.root,
            query: pieces.join("") || "x",
            scope,
          });
          expect(
            answer.status === "ok" ||
              (answer.status === "error" && answer.error.code === "INVALID_ARGUMENTS"),
          ).toBe(true);
        },
      ),
      { seed: 1, numRuns: 150 },
    );
  });

  it.each([
    ["empty", ""],
    ["longer than 10,000 characters", "x".repeat(10_001)],
    ["a number", 5],
    ["null", null],
  ])("unless the question is %s", async (_, query) => {
    expect(await codebase.call("search_codebase", { path: codebase.root, query })).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS" },
    });
  });
});
