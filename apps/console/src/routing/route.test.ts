import fc from "fast-check";
import { expect, it } from "vitest";
import { DIRECTIONS, GROUP_BY, IMPACT_SOURCES, PLANNED_CHANGES, SEARCH_SCOPES } from "@satori/contracts";
import { GRAPH_FORMS, type Route, formatRoute, parseRoute } from "./route.ts";

const search = {
  view: "search",
  path: "/a",
  ref: "",
  query: "",
  scope: "runtime",
  groupBy: "symbol",
  limit: 10,
} as const;
const graph = {
  view: "graph",
  path: "/a",
  ref: "",
  symbol: "f",
  direction: "both",
  depth: 1,
  limit: 20,
  form: "trees",
} as const;

const impact = {
  view: "impact",
  path: "/a",
  source: "work_tree",
  base: "",
  head: "",
  symbol: "",
  change: "signature",
  depth: 3,
  limit: 500,
} as const;

it.each<[string, Route]>([
  ["", { view: "codebases" }],
  ["#/", { view: "codebases" }],
  ["#/nowhere?path=%2Fa", { view: "codebases" }],
  ["#/file?file=a.ts", { view: "codebases" }],
  ["#/codebase?path=%2Fa", { view: "codebase", path: "/a", ref: "" }],
  ["#/search", { ...search, path: "" }],
  ["#/search?path=%2Fa&query=why+not%3F", { ...search, query: "why not?" }],
  [
    "#/search?path=%2Fa&scope=docs&groupBy=file&limit=50",
    { ...search, scope: "docs", groupBy: "file", limit: 50 },
  ],
  ["#/search?path=%2Fa&scope=all&groupBy=x&limit=51", search],
  ["#/search?path=%2Fa&limit=-1", search],
  [
    "#/file?path=%2Fa&file=b%2Fc.ts",
    { view: "file", path: "/a", ref: "", file: "b/c.ts", startLine: null, endLine: null, symbol: null },
  ],
  [
    "#/file?path=%2Fa&file=c.ts&startLine=7&endLine=0",
    { view: "file", path: "/a", ref: "", file: "c.ts", startLine: 7, endLine: null, symbol: null },
  ],
  ["#/graph?path=%2Fa&symbol=f", graph],
  [
    "#/graph?path=%2Fa&symbol=f&direction=callers&depth=6&limit=5",
    { ...graph, direction: "callers", limit: 5 },
  ],
  ["#/graph?path=%2Fa&symbol=f&form=drawing", { ...graph, form: "drawing" }],
  ["#/graph?path=%2Fa&symbol=f&form=cloud", graph],
  ["#/graph?path=%2Fa&ref=release%2F2.x&symbol=f", { ...graph, ref: "release/2.x" }],
  [
    "#/history?path=%2Fa&symbol=f&question=why",
    { view: "history", path: "/a", ref: "", symbol: "f", question: "why" },
  ],
  ["#/impact?path=%2Fa", impact],
  [
    "#/impact?path=%2Fa&source=commits&base=v1&head=HEAD%7E2&depth=10&limit=5000",
    { ...impact, source: "commits", base: "v1", head: "HEAD~2", depth: 10, limit: 5_000 },
  ],
  [
    "#/impact?path=%2Fa&source=symbols&symbol=f&change=remove",
    { ...impact, source: "symbols", symbol: "f", change: "remove" },
  ],
  ["#/impact?path=%2Fa&source=guess&change=all&depth=11&limit=5001&ref=v1", impact],
  ["#/impact?source=diff", { view: "codebases" }],
])("%s", (hash, route) => expect(parseRoute(hash)).toEqual(route));

it("whatever is linked to is what is shown", () => {
  const path = fc.string({ minLength: 1 });
  const line = fc.option(fc.integer({ min: 1, max: 999_999_999 }));
  const limit = fc.integer({ min: 1, max: 50 });
  const any = fc.oneof(
    fc.record({ view: fc.constant("codebase" as const), path, ref: fc.string() }),
    fc.record({
      view: fc.constant("search" as const),
      path: fc.string(),
      ref: fc.string(),
      query: fc.string(),
      scope: fc.constantFrom(...SEARCH_SCOPES),
      groupBy: fc.constantFrom(...GROUP_BY),
      limit,
    }),
    fc.record({
      view: fc.constant("file" as const),
      path,
      ref: fc.string(),
      file: fc.string(),
      startLine: line,
      endLine: line,
      symbol: fc.option(fc.string({ minLength: 1 })),
    }),
    fc.record({
      view: fc.constant("graph" as const),
      path,
      ref: fc.string(),
      symbol: fc.string(),
      direction: fc.constantFrom(...DIRECTIONS),
      depth: fc.integer({ min: 1, max: 5 }),
      limit,
      form: fc.constantFrom(...GRAPH_FORMS),
    }),
    fc.record({
      view: fc.constant("history" as const),
      path,
      ref: fc.string(),
      symbol: fc.string(),
      question: fc.string(),
    }),
    fc.record({
      view: fc.constant("impact" as const),
      path,
      source: fc.constantFrom(...IMPACT_SOURCES),
      base: fc.string(),
      head: fc.string(),
      symbol: fc.string(),
      change: fc.constantFrom(...PLANNED_CHANGES),
      depth: fc.integer({ min: 1, max: 10 }),
      limit: fc.integer({ min: 1, max: 5_000 }),
    }),
  );
  fc.assert(fc.property(any, (route) => void expect(parseRoute(formatRoute(route))).toEqual(route)));
});

it("no address makes it throw", () => {
  fc.assert(fc.property(fc.string(), (text) => void expect(parseRoute(`#${text}`)).toHaveProperty("view")));
});
