import { LIMITS, validateInput } from "@satori/contracts";
import { expect, it } from "vitest";
import type { UsedCallGraphArguments } from "../question.ts";
import { type Cut, nextQuestions } from "./graph-answer.ts";

const { maximum } = LIMITS.limit;
const SEARCH = { tool: "search_codebase", args: { path: "/code", query: "run" } } as const;
const DEFINITION = { file: "a.ts", symbolId: "sym_0123456789abcdef", symbolLabel: "run" };
const FULL: Cut = {
  isCut: true,
  isFull: true,
  isTooFar: true,
  definition: undefined,
  parts: [],
  whole: undefined,
  search: SEARCH,
};
const ASKED: UsedCallGraphArguments = {
  path: "/code/src",
  effectiveRoot: "/code",
  symbol: "run",
  direction: "callers",
  depth: 1,
  limit: 20,
};

/** Compares each hint by its differences from the request. */
function check(
  changes: Partial<UsedCallGraphArguments>,
  isFull: boolean,
  expected: Readonly<Record<string, object>>,
): void {
  const { effectiveRoot: _root, ...asked } = { ...ASKED, ...changes };
  const hints = nextQuestions({ ...ASKED, ...changes }, { ...FULL, isFull });
  expect(hints).toEqual(
    Object.fromEntries(
      Object.entries(expected).map(([name, args]) => [
        name,
        { tool: "call_graph", args: { ...asked, ...args } },
      ]),
    ),
  );
  for (const hint of Object.values(hints))
    expect(validateInput(hint.tool, hint.args)).toMatchObject({ ok: true });
}

it("asks for as many definitions as an answer holds where the limit left some out", () => {
  check({ depth: 3 }, true, { continue: { limit: maximum } });
});

it("asks for one level less where more definitions are not to be had", () => {
  check({ depth: 3, limit: maximum }, true, { continue: { depth: 2 } });
  check({ depth: 3 }, false, { continue: { depth: 2 } });
});

it("does not ask for less where that would show no more", () => {
  expect(nextQuestions({ ...ASKED, depth: 3 }, { ...FULL, isFull: false, isTooFar: false })).toEqual({
    searchCodebase: SEARCH,
  });
});

it("asks for each of two directions on its own", () => {
  const each = { callers: { direction: "callers" }, callees: { direction: "callees" } };
  check({ direction: "both" }, true, { continue: { limit: maximum }, ...each });
  check({ direction: "both", limit: maximum }, true, each);
});

it("names the symbol as it was named", () => {
  const symbolRef = { file: "a.ts", symbolId: "sym_0123456789abcdef" };
  const { symbol: _symbol, ...asked } = ASKED;
  expect(nextQuestions({ ...asked, symbolRef }, FULL).continue?.args).toEqual({
    path: "/code/src",
    symbolRef,
    direction: "callers",
    depth: 1,
    limit: maximum,
  });
});

it("searches for the name where nothing is left to ask of the graph", () => {
  expect(nextQuestions({ ...ASKED, limit: maximum }, FULL)).toEqual({ searchCodebase: SEARCH });
});

it("asks for what is left of one definition folder by folder", () => {
  const parts = ["/code/src/app", "/code/src/lib"];
  const { continue: next, paths } = nextQuestions(
    { ...ASKED, limit: maximum },
    { ...FULL, definition: DEFINITION, parts },
  );
  expect(next).toEqual({
    tool: "call_graph",
    args: { path: "/code/src/app", symbolRef: DEFINITION, direction: "callers", depth: 1, limit: maximum },
  });
  expect(paths).toEqual(parts);
});

it("asks of one of several definitions, and does not repeat the question", () => {
  const full: Cut = { ...FULL, definition: DEFINITION };
  expect(nextQuestions({ ...ASKED, limit: maximum }, full)).toEqual({
    continue: {
      tool: "call_graph",
      args: { path: "/code/src", symbolRef: DEFINITION, direction: "callers", depth: 1, limit: maximum },
    },
  });
  const { symbol: _symbol, ...asked } = ASKED;
  expect(nextQuestions({ ...asked, symbolRef: DEFINITION, limit: maximum }, full)).toEqual({
    searchCodebase: SEARCH,
  });
});

it("asks beyond the folder where something outside of it was left out, in a whole answer too", () => {
  const everywhere = {
    tool: "call_graph",
    args: { path: "/code", symbol: "run", direction: "callers", depth: 1, limit: 20 },
  };
  expect(nextQuestions(ASKED, { ...FULL, isCut: false, isFull: false, whole: "/code" })).toEqual({
    everywhere,
  });
  expect(nextQuestions(ASKED, { ...FULL, whole: "/code" })).toMatchObject({
    continue: { args: { limit: maximum } },
    everywhere,
  });
});
