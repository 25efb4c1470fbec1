import { expect, test } from "vitest";
import { CallFactsBuilder } from "./builder.ts";
import { TRUNCATED, NONE } from "./facts.ts";
import { printExpr } from "./print.ts";

test("a literal may have more items than a function takes arguments", () => {
  const flow = new CallFactsBuilder();
  const items = Array.from({ length: 200_000 }, () => flow.unknown());
  const exprs = [
    flow.list(items),
    flow.record(items.map((value) => ({ value }))),
    flow.generic(flow.name("T"), items),
  ];
  const facts = flow.finish(() => NONE);
  expect(exprs.map((expr) => printExpr(facts, expr).split("?").length - 1)).toEqual([
    200_000, 200_000, 200_000,
  ]);
});

test(
  "names that flow on as values are mentioned, whatever they are called in their block, and names that " +
    "are called are not",
  () => {
    const flow = new CallFactsBuilder();
    const value = flow.either([flow.name("a~1"), flow.member(flow.name("b"), "c")]);
    flow.bind("x", flow.standing(value));
    flow.call(flow.name("called"), [{ value: flow.import("m", "d") }], { line: 1, start: 0 });
    expect(flow.finish(() => NONE).mentions).toEqual(["a", "c", "d"]);
  },
);

test("facts of which something was left out say so", () => {
  const calling = (times: number): CallFactsBuilder => {
    const flow = new CallFactsBuilder();
    for (let at = 0; at < times; at++) flow.call(flow.name("f"), [], { line: 1, start: at });
    return flow;
  };
  const [some, tooMany, deep] = [calling(30_000), calling(100_001), calling(1)];
  expect([deep.goesOn(199), deep.goesOn(200)]).toEqual([true, false]);
  expect(
    [some, tooMany, deep]
      .map((flow) => flow.finish(() => NONE))
      .map(({ sites, mentions }) => [sites.length, mentions]),
  ).toEqual([
    [30_000, []],
    [100_000, [TRUNCATED]],
    [1, [TRUNCATED]],
  ]);
});
