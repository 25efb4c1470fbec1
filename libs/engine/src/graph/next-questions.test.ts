import { type CallGraphEcho, LIMITS, validateInput } from "@satori/contracts";
import { expect, it } from "vitest";
import { nextQuestions } from "./next-questions.ts";

const { maximum } = LIMITS.limit;
const SEARCH = { tool: "search_codebase", args: { path: "/code", query: "run" } } as const;
const ASKED: CallGraphEcho = { path: "/code/src", effectiveRoot: "/code", symbol: "run", direction: "callers", depth: 1, limit: 20 };

/** Each hint with what differs from the question. */
function check(changes: Partial<CallGraphEcho>, isFull: boolean, expected: Readonly<Record<string, object>>): void {
  const { effectiveRoot: _root, ...asked } = { ...ASKED, ...changes };
  const hints = nextQuestions({ ...ASKED, ...changes }, { isFull, search: SEARCH });
  expect(hints).toEqual(Object.fromEntries(Object.entries(expected).map(([name, args]) => [name, { tool: "call_graph", args: { ...asked, ...args } }])));
  for (const hint of Object.values(hints)) expect(validateInput(hint.tool, hint.args)).toMatchObject({ ok: true });
}

it("asks for as many definitions as an answer holds where the limit left some out", () => {
  check({ depth: 3 }, true, { continue: { limit: maximum } });
});

it("asks for one level less where more definitions are not to be had", () => {
  check({ depth: 3, limit: maximum }, true, { continue: { depth: 2 } });
  check({ depth: 3 }, false, { continue: { depth: 2 } });
});

it("asks for each of two directions on its own", () => {
  const each = { callers: { direction: "callers" }, callees: { direction: "callees" } };
  check({ direction: "both" }, true, { continue: { limit: maximum }, ...each });
  check({ direction: "both", limit: maximum }, true, each);
});

it("names the symbol as it was named", () => {
  const symbolRef = { file: "a.ts", symbolId: "sym_0123456789abcdef" };
  const { symbol: _symbol, ...asked } = ASKED;
  expect(nextQuestions({ ...asked, symbolRef }, { isFull: true, search: SEARCH }).continue?.args).toEqual({ path: "/code/src", symbolRef, direction: "callers", depth: 1, limit: maximum });
});

it("searches for the name where nothing is left to ask of the graph", () => {
  expect(nextQuestions({ ...ASKED, limit: maximum }, { isFull: true, search: SEARCH })).toEqual({ searchCodebase: SEARCH });
});
