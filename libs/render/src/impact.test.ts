import type { ChangeImpactOk } from "@satori/contracts";
import { validateOutput } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { AGENT_VIEW } from "./agents/agent-view.ts";
import { textAnswer } from "./agents/text-answer.ts";
import { isImpactEmpty, renderImpact } from "./impact.ts";
import { EMPTY_IMPACT, IMPACT } from "./testing/impacts.ts";
import { displayWidth } from "./width.ts";

const PEOPLE = {
  ...AGENT_VIEW,
  folder: (path: string) => (path === "/code" ? "." : path),
  maxListed: 1,
};
const shown = (changes: Partial<ChangeImpactOk> = {}, view = PEOPLE): string =>
  renderImpact({ ...IMPACT, ...changes }, view);
const coverage = (changes: Partial<ChangeImpactOk["coverage"]>): Partial<ChangeImpactOk> => ({
  coverage: { ...EMPTY_IMPACT.coverage, ...changes },
});

it("the sample is an answer of the tool", () => {
  for (const answer of [IMPACT, EMPTY_IMPACT])
    expect(validateOutput("change_impact", answer)).toMatchObject({ ok: true });
});

it("shows what changed, what that affects, tests, and what is not known", () =>
  expect(shown()).toBe(
    `
2 changed symbols (1 removed, 1 signature changed); 3 affected symbols or files, 2 places that no longer fit; 2 of 3 test files to run.

Changed:
  removed function drop  src/cart.ts:9  nothing else uses it
      looked at: 12 files, 3 occurrences
  signature changed method Cart.add  src/cart.ts:3  3 affected
      before add(item: string): void
      after  add(item: string, count: number): void

Affected:
  src/shop.ts
    checkout:12  calls Cart.add
      14  too few arguments: cart.add(item);
      and 3 more lines
    main:40  calls checkout → Cart.add  possible
      41  checkout();
  src/cart.test.ts
    top level  calls Cart.add
      5  too few arguments: add('a')

Tests to run (2 of 3 test files):
  src/cart.test.ts  reaches it in 1 step, named after a changed file: adds an item
  web/page.test.ts  often changed together
  $ npx vitest run src/cart.test.ts
  $ in web: npx jest page.test.ts

No test is known to reach:
  function drop  src/cart.ts:9

Cannot be known:
  Cart.add: passed on as a value  src/events.ts:7  on('add', cart.add);
  names are computed  2 files access members by computed names
  and 2 more

Not compared: 1 changed file.
  src/big.ts (too large)
Not covered: calls in lua; 1 file that could not be parsed.
`.trim(),
  ));

it("cuts lines to the columns, but no commands", () => {
  const lines = shown({}, { ...PEOPLE, columns: 30 })
    .split("\n")
    .slice(1);
  for (const line of lines.filter((one) => one.startsWith("  ") && !one.startsWith("  $")))
    expect(displayWidth(line)).toBeLessThanOrEqual(30);
  expect(lines).toContain("  $ npx vitest run src/cart.test.ts");
});

it("marks misfits and breaking changes as warnings", () => {
  const style = { ...PEOPLE.style, warning: (text: string) => `!${text}!` };
  const marked = [...shown({}, { ...PEOPLE, style }).matchAll(/!([^!]+)!/g)].map(([, text]) => text);
  expect(marked).toEqual([
    "2 places that no longer fit",
    "removed",
    "signature changed",
    "too few arguments: ",
    "cart.add(item);",
    "possible".padStart(10),
    "too few arguments: ",
    "add('a')",
  ]);
});

it("no text from outside ends a line", () => {
  const hostile = JSON.parse(
    JSON.stringify(IMPACT, (key, value: unknown) =>
      ["symbol", "file", "text", "detail", "signature", "command", "folder"].includes(key)
        ? `a\n${String(value)}`
        : value,
    ),
  ) as ChangeImpactOk;
  expect(shown(hostile).split("\n")).toHaveLength(shown().split("\n").length);
});

describe("without changes", () => {
  it.each<[Partial<ChangeImpactOk>, string]>([
    [{}, "There are no uncommitted changes."],
    [{ source: "commits" }, "The change changes no file."],
    [
      coverage({ changedFiles: 2, withoutSymbols: 2 }),
      "2 changed files, none of them with declarations: nothing is affected.",
    ],
    [
      coverage({ changedFiles: 1, comparedFiles: 1 }),
      "1 changed file, but no declaration differs: nothing is affected.",
    ],
    [
      coverage({ changedFiles: 2, comparedFiles: 1, notCompared: 1 }),
      "2 changed files; no declaration differs in those that could be compared.",
    ],
  ])("%j: %s", (changes, summary) =>
    expect(renderImpact({ ...EMPTY_IMPACT, ...changes }, PEOPLE).split("\n")[0]).toBe(summary),
  );

  it.each<[string, boolean, Partial<ChangeImpactOk>]>([
    ["nothing at all", true, {}],
    ["comments", true, { counts: { ...EMPTY_IMPACT.counts, cosmetic: 4 } }],
    [
      "an image",
      true,
      coverage({ changedFiles: 1, notCompared: 1, examples: [{ file: "a", cause: "binary" }] }),
    ],
    ["a large file", false, coverage({ notCompared: 1, examples: [{ file: "a", cause: "too_large" }] })],
    [
      "more files than are named",
      false,
      coverage({ notCompared: 51, examples: [{ file: "a", cause: "binary" }] }),
    ],
    ["a cut search", false, coverage({ complete: false })],
    ["a new function", false, { counts: { ...EMPTY_IMPACT.counts, added: 1 } }],
    ["a changed test", false, { tests: { ...EMPTY_IMPACT.tests, total: 1 } }],
  ])("%s: empty is %s", (_, isEmpty, changes) =>
    expect(isImpactEmpty({ ...EMPTY_IMPACT, ...changes })).toBe(isEmpty),
  );
});

describe("for agents", () => {
  const parts = (answer: ChangeImpactOk) => textAnswer("change_impact", {}, answer);

  it("the head has the numbers", () =>
    expect(parts(IMPACT)?.head).toMatchObject({
      changes: 2,
      removed: 1,
      signature_changed: 1,
      affected: 3,
      misfits: 2,
      tests: 2,
      source: "commits",
      root: "/code",
    }));

  it("the body has every part, then the next call", () => {
    const callGraph = { tool: "call_graph", args: { path: "/code", symbol: "Cart.add" } } as const;
    const body = parts({ ...IMPACT, hints: { callGraph } })?.body ?? "";
    expect(body.match(/^[A-Z][^:(]*(?=[:(])/gm)?.map((title) => title.trim())).toEqual([
      "Changed",
      "Affected",
      "Tests to run",
      "No test is known to reach",
      "Cannot be known",
      "Not compared",
      "Not covered",
    ]);
    expect(body.split("\n").at(-1)).toBe(`next: call_graph ${JSON.stringify(callGraph.args)}`);
  });

  it("nothing is said in one sentence", () =>
    expect(parts(EMPTY_IMPACT)?.body).toBe("There are no uncommitted changes."));
});
