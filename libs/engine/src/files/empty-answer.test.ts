/** What `search_text` and `list_paths` say if they find nothing. */
import type { ListPathsOk, SearchTextOk } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { openTree } from "../testing/codebase.ts";
import { explainNoMatches } from "./empty-answer.ts";

const TREE = `
  //- .gitignore
  out/
  //- src/app.ts
  const alpha = 1;
  //- src/deep/app.go
  var gamma = 1 // alpha.beta (see)
  //- out/made.ts
  const alpha = 1;
`;

async function textAnswer(args: object): Promise<SearchTextOk> {
  await using place = openTree(TREE);
  return (await place.call("search_text", { path: place.root, ...args })) as SearchTextOk;
}

describe("search_text", () => {
  it.each<[object, RegExp, readonly string[] | undefined, object | undefined]>([
    [{ query: "absent" }, /^No match in 3 files\.$/, undefined, undefined],
    [
      { query: "alpha", include_globs: ["SRC/**"] },
      /^None of the 3 files matches SRC\/\*\*\./,
      ["NO_FILE_MATCHES"],
      { args: { include_globs: ["src/**"] }, files: 2 },
    ],
    [
      { query: "alpha", include_globs: ["out/**"] },
      /^None of the 3 files matches out\/\*\*\./,
      ["NO_FILE_MATCHES"],
      undefined,
    ],
    [
      { query: "alpha", paths: ["SRC/*.ts"] },
      /`paths: \["src\/\*\.ts"\]` matches 1 file\.$/,
      ["NO_FILE_MATCHES"],
      { args: { paths: ["src/*.ts"] }, files: 1 },
    ],
    [
      { query: "alpha", languages: ["python"] },
      /^None of the 3 files is written in python; most common: /,
      ["NO_FILE_MATCHES"],
      undefined,
    ],
    [
      { query: "alpha|gamma", include_globs: ["src/"] },
      /^No match in 2 files\. It was searched as plain text; as a regular expression .* 2 matching lines\.$/,
      undefined,
      { args: { regex: true }, matches: 2 },
    ],
    [
      { query: "no.*pe" },
      /as a regular expression \(`regex: true`\), it has no match either\.$/,
      undefined,
      undefined,
    ],
    [{ query: "alpha\\(b(" }, /^No match in 3 files\.$/, undefined, undefined],
    [
      { query: "beta (see)", regex: true },
      /as plain text \(`regex: false`\), it has 1 matching line\.$/,
      undefined,
      { args: { regex: false }, matches: 1 },
    ],
    [
      { query: "Alpha", case_sensitive: true },
      /ignoring case \(`case_sensitive: false`\), it has 2 matching lines\.$/,
      undefined,
      { args: { case_sensitive: false }, matches: 2 },
    ],
  ])("%j", async (args, message, warnings, retry) => {
    const answer = await textAnswer(args);
    expect(answer).toMatchObject({ status: "ok", total: 0 });
    expect(answer.message).toMatch(message);
    expect([answer.warnings, answer.hints?.retry]).toEqual([warnings, retry]);
  });

  it("adds nothing to an answer with matches", async () => {
    const answer = await textAnswer({ query: "alpha" });
    expect([answer.message, answer.hints]).toEqual([undefined, undefined]);
  });
});

describe("list_paths", () => {
  it.each<[object, RegExp, readonly string[] | undefined, object | undefined]>([
    [
      { include_globs: [".*\\.ts$"] },
      /^None of the 3 files matches/,
      ["NO_FILE_MATCHES"],
      { args: { include_globs: ["*.ts"] }, files: 1 },
    ],
    [
      { exclude_globs: ["*"] },
      /^The exclude patterns \(\*\) match all 3 files\.$/,
      ["NO_FILE_MATCHES"],
      undefined,
    ],
    [{ languages: ["rust"] }, /^None of the 3 files is written in rust/, ["NO_FILE_MATCHES"], undefined],
  ])("%j", async (args, message, warnings, retry) => {
    await using place = openTree(TREE);
    const answer = (await place.call("list_paths", { path: place.root, ...args })) as ListPathsOk;
    expect(answer.message).toMatch(message);
    expect([answer.total, answer.warnings, answer.hints?.retry]).toEqual([0, warnings, retry]);
  });
});

it("says nothing of other ways of searching that are unknown", async () =>
  expect(
    await explainNoMatches(null, { query: "a|b", isRegex: false, isCaseSensitive: true }, async () => null),
  ).toEqual({ notes: [], warnings: [], retry: null }));
