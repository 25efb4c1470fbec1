import { expect, it } from "vitest";
import { ERROR_CODES, WARNING_CODES } from "@satori/contracts";
import { errorWords, type Remedy, remediesOf, warningWords } from "./advice.ts";
import { SEARCH_DEFAULTS } from "./routing/route.ts";

const at = { view: "search", path: "/a", ref: "", query: "f", ...SEARCH_DEFAULTS } as const;
const label = (remedy: Remedy): string =>
  remedy.kind === "call" ? String(remedy.call.args["action"]) : remedy.label;

it("no words of the page name tools, arguments or fields of the protocol", () => {
  const words = [...WARNING_CODES.map(warningWords), ...ERROR_CODES.map(errorWords)];
  expect(
    words.filter((text) => /manage_index|\b[a-z]+_[a-z]+\b|\bhints\b|\b[a-z]+[A-Z]\w*|\bcall\b/.test(text)),
  ).toEqual([]);
  expect([warningWords("OF_TOMORROW"), errorWords("OF_TOMORROW")]).toEqual(["OF_TOMORROW", ""]);
});

it.each([
  ["INDEX_MAY_BE_BEHIND", at, ["sync", "Ask again"]],
  ["LAST_RUN_FAILED", at, ["reindex", "Show why"]],
  // A commit is not indexed again.
  ["LAST_RUN_FAILED", { ...at, ref: "v1" }, ["Show why"]],
  ["FILES_SKIPPED", at, ["Show what was left out"]],
  ["NO_CONFIDENT_MATCH", at, ["Search all files"]],
  ["NO_CONFIDENT_MATCH", { ...at, scope: "mixed" }, []],
  ["OUTPUT_TRUNCATED", at, ["Show more results"]],
  ["OUTPUT_TRUNCATED", { ...at, limit: 50 }, []],
  ["OUTPUT_TRUNCATED", { view: "codebases" }, []],
  ["OF_TOMORROW", at, []],
] as const)("against %s there is %j", (code, route, labels) =>
  expect(remediesOf(code, { root: "/a", at: route }).map(label)).toEqual(labels),
);

it("without a codebase there is nothing to change", () =>
  expect(remediesOf("LAST_RUN_FAILED", { root: "", at: { view: "codebases" } })).toEqual([]));

it.each([
  ["must:abc where is it", "where is it"],
  ['where must:"a b" is it', "where is it"],
  ["must:abc", null],
  ["where is trust:it", null],
])("%s is searched as %s without the required text", (query, expected) =>
  expect(remediesOf("FILTER_MUST_UNSATISFIED", { root: "/a", at: { ...at, query } })).toEqual(
    expected === null
      ? []
      : [{ kind: "visit", to: { ...at, query: expected }, label: "Search without the required text" }],
  ),
);
