/** Files that the filters of a call exclude, and that an answer mentions nevertheless. */
import { join } from "node:path";
import type { SearchCodebaseInput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";
import { TREE } from "./testing/small-codebase.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

describe("a file that the question names and the answer is not about is told", () => {
  it.each<[string, Partial<SearchCodebaseInput>, string | undefined]>([
    [
      "src/http/retry.test.ts:2",
      {},
      "src/http/retry.test.ts, which the question names, is not in the scope runtime; use mixed for " +
        "all files.",
    ],
    [
      "lang:go what fails in src/http/retry.ts",
      {},
      "src/http/retry.ts, which the question names, is excluded by the folder or filters of this call.",
    ],
    [
      "src/http/resend.ts:3 sends a request again",
      {},
      "The question names src/http/resend.ts, which is not in the index.",
    ],
    ["src/http/retry.test.ts:2", { scope: "mixed" }, undefined],
    ["sends a request again", {}, undefined],
  ])("%s, %j: %s", async (question, more, message) =>
    expect((await codebase.search(question, more)).message).toBe(message),
  );
});

describe("a file that filters leave out and that answers more surely is told, with the call that finds it", () => {
  const hint = (
    file: string,
    leftOutBy: readonly string[],
    query: string,
    scope: string,
    reason = "better_answer_left_out",
  ): unknown => ({
    reason,
    file,
    leftOutBy,
    searchCodebase: {
      tool: "search_codebase",
      // A default is left out.
      args: { path: codebase.root, query, ...(scope === "runtime" ? {} : { scope }) },
    },
  });
  const groesse = "Wie groß ein Paket sein darf";
  const expired = "drops answers that are expired";

  it.each<[string, Partial<SearchCodebaseInput>, () => unknown]>([
    [groesse, {}, () => hint("docs/größe.md", ["scope"], groesse, "docs")],
    [groesse, { scope: "mixed" }, () => undefined],
    [`lang:go ${expired}`, {}, () => hint("src/cache/store.py", ["language"], expired, "runtime")],
    [
      `lang:go path:src/http/** -path:*.py ${expired}`,
      {},
      () => hint("src/cache/store.py", ["language", "include", "exclude"], expired, "runtime"),
    ],
    [
      `lang:py path:src/http/** ${expired}`,
      {},
      () => hint("src/cache/store.py", ["include"], `lang:py ${expired}`, "runtime"),
    ],
    [expired, {}, () => undefined],
    [
      "must:toBeGreaterThan each failed request",
      {},
      () => hint("src/http/retry.test.ts", ["scope"], "must:toBeGreaterThan each failed request", "docs"),
    ],
    ["must:nowhere_at_all each failed request", {}, () => undefined],
    ["quarterly dividends of listed shipyards", {}, () => undefined],
    ["must:request quarterly dividends of listed shipyards", {}, () => undefined],
    [`lang:go exclude:expired ${expired}`, {}, () => undefined],
    [`path:docs ${expired}`, {}, () => hint("docs/retries.md", ["scope"], `path:docs ${expired}`, "docs")],
    [
      `path:*.test.ts ${expired}`,
      {},
      () => hint("src/http/retry.test.ts", ["scope"], `path:*.test.ts ${expired}`, "docs"),
    ],
    [
      "which test covers the retry of a failed request",
      {},
      () =>
        hint("src/http/retry.test.ts", ["scope"], "which test covers the retry of a failed request", "docs"),
    ],
    ["which test covers the retry of a failed request", { scope: "docs" }, () => undefined],
    [
      "lang:go what fails in src/http/retry.ts",
      {},
      () =>
        hint(
          "src/http/retry.ts",
          ["language"],
          "what fails in src/http/retry.ts",
          "runtime",
          "named_file_left_out",
        ),
    ],
  ])("%s, %j", async (question, more, expected) =>
    expect((await codebase.search(question, more)).hints?.leftOut).toEqual(expected()),
  );

  it.each<Partial<SearchCodebaseInput>>([
    { resultMode: "context", maxTokens: 1_500 },
    { resultMode: "raw", groupBy: "file", limit: 3 },
  ])("and the call asks for the same form: %j", async (form) =>
    expect(await codebase.call("search_codebase", { query: groesse, ...form })).toMatchObject({
      hints: { leftOut: { searchCodebase: { args: { path: codebase.root, query: groesse, ...form } } } },
    }),
  );

  it("in a sentence, too", async () => {
    expect((await codebase.search(groesse)).message).toBe(
      "docs/größe.md, which is closer to the question, is not in the scope runtime; use mixed for " +
        "all files.",
    );
    expect((await codebase.search(`lang:go ${expired}`)).message).toBe(
      "src/cache/store.py, which is closer to the question, is excluded by the folder or filters of " +
        "this call.",
    );
  });

  it("beside what else is to be said", async () => {
    expect((await codebase.search(`lang:go ${expired}, in src/nope.py`)).message).toBe(
      "The question names src/nope.py, which is not in the index. src/cache/store.py, which is " +
        "closer to the question, is excluded by the folder or filters of this call.",
    );
    expect((await codebase.search(`lang:sql ${expired}`)).message).toMatch(
      /^None of the .* sql\. src\/cache\/store\.py, which is closer/,
    );
  });

  it("and of a folder, the call asks the whole codebase", async () => {
    expect(
      (await codebase.search(expired, { path: join(codebase.root, "src/http") })).hints?.leftOut,
    ).toEqual(hint("src/cache/store.py", ["folder"], expired, "runtime"));
  });
});
