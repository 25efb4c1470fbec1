import fc from "fast-check";
import { IMPACT_SOURCES, LIMITS, PLANNED_CHANGES, validateInput } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { IMPACT_DEFAULTS, type ImpactRoute } from "../../routing/route.ts";
import { choiceProblem, impactArguments } from "./impact-request.ts";

const at: ImpactRoute = { view: "impact", path: "/a", ...IMPACT_DEFAULTS };
const sizes = { path: "/a", depth: 3, limit: 500, maxTokens: 100_000 };

it.each([
  [{}, "", sizes],
  [{ base: "v1", symbol: "f" }, "--- a", sizes],
  [{ source: "commits", base: "v1" }, "", { ...sizes, base: "v1" }],
  [{ source: "commits", base: "v1", head: "v2" }, "", { ...sizes, base: "v1", head: "v2" }],
  [{ source: "commits", head: "v2" }, "", null],
  [{ source: "diff", base: "v1" }, "--- a", { ...sizes, diff: "--- a" }],
  [{ source: "diff" }, "", null],
  [
    { source: "symbols", symbol: "f", change: "remove" },
    "",
    { ...sizes, symbols: [{ symbol: "f", change: "remove" }] },
  ],
  [{ source: "symbols" }, "", null],
  [{ limit: 1 }, "", { ...sizes, limit: 1, maxTokens: 500 }],
  [{ limit: 5_000 }, "", { ...sizes, limit: 5_000, maxTokens: 1_000_000 }],
] as const)("%j with the diff %j calls with %j", (choice, diff, args) =>
  expect(impactArguments({ ...at, ...choice }, diff)).toEqual(args),
);

it("each complete choice fits the tool's schema", () => {
  const text = fc.string({ minLength: 1, maxLength: 50 });
  const choice = fc.record({
    source: fc.constantFrom(...IMPACT_SOURCES),
    base: text,
    head: fc.oneof(fc.constant(""), text),
    symbol: text,
    change: fc.constantFrom(...PLANNED_CHANGES),
    depth: fc.integer({ min: 1, max: LIMITS.changeImpact.depth.maximum }),
    limit: fc.integer({ min: 1, max: LIMITS.changeImpact.limit.maximum }),
  });
  fc.assert(
    fc.property(
      choice,
      text,
      (one, diff) =>
        void expect(validateInput("change_impact", impactArguments({ ...at, ...one }, diff))).toMatchObject({
          ok: true,
        }),
    ),
  );
});

describe("a choice that is not complete says what is missing", () => {
  it.each([
    [{}, "", /^$/],
    [{ source: "commits" }, "", /version before the change/],
    [{ source: "commits", base: "v1" }, "", /^$/],
    [{ source: "diff" }, " \n", /^Paste a diff first/],
    [{ source: "diff" }, "--- a/b", /^$/],
    // 400,000 lines of a character, with line ends of two.
    [{ source: "diff" }, "+\n".repeat(400_000), /^The diff takes 1\.2 MB, and the server accepts 1\.0 MB: /],
    [{ source: "symbols" }, "", /^Name the symbol/],
    [{ source: "symbols", symbol: "f" }, "", /^$/],
  ] as const)("%j", (choice, diff, problem) =>
    expect(choiceProblem({ ...at, ...choice }, diff)).toMatch(problem),
  );
});
