import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery } from "../../query/parse-query.ts";
import { Steps, symbolsOf } from "../../testing/steps.ts";
import { TextFilter } from "./text-filter.ts";

const lines = (
  startLine: number,
  endLine: number,
): { readonly startLine: number; readonly endLine: number } => ({ startLine, endLine });

describe("must: and exclude:", () => {
  const accepts = (query: string): boolean =>
    new TextFilter(parseQuery(query)).forFile({
      path: "src/retry.ts",
      symbols: symbolsOf("Scheduler.run 1-1, other.name 3-4"),
    })(lines(1, 2), "const WAIT = Backoff();");

  it.each([
    ["must:backoff", true],
    ["must:BACKOFF", true],
    ["must:backoff must:retry", true],
    ["must:backoff must:jitter", false],
    ['must:"wait = backoff"', true],
    ['must:"backoff ="', false],
    ["must:src/retry", true],
    ["must:Scheduler.run", true],
    ["exclude:jitter", true],
    ["exclude:Backoff", false],
    ["exclude:jitter exclude:retry", false],
    ["must:backoff exclude:jitter", true],
    ["must:backoff exclude:wait", false],
    ["must:other.name", false],
    ["exclude:other.name", true],
    ["", true],
  ])("%s: %s", (query, expected) => expect(accepts(query)).toBe(expected));

  it("are active only if asked for", () => {
    expect(
      ["", "lang:ts x", "must:a", "exclude:a"].map((query) => new TextFilter(parseQuery(query)).isActive),
    ).toEqual([false, false, true, true]);
  });

  it("count the chunks that each of them looked at", () => {
    const filter = new TextFilter(parseQuery("must:a exclude:b"));
    const acceptsChunk = filter.forFile({ path: "", symbols: [] });
    for (const text of ["a", "ab", "b", "c", "xa"]) acceptsChunk(lines(1, 1), text);
    expect(filter.counts).toEqual([
      { filter: "must", before: 5, after: 3 },
      { filter: "exclude", before: 3, after: 2 },
    ]);
  });
});

it("a chunk holds the labels of exactly the symbols that touch it", () => {
  const spans = fc.array(
    fc.record({
      label: fc.constantFrom("wanted", "a.wanted", "other"),
      from: fc.integer({ min: 1, max: 30 }),
      more: fc.integer({ min: 0, max: 10 }),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(
      spans,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 5 }),
      (symbols, from, more) => {
        const sorted = [...symbols].sort((left, right) => left.from - right.from);
        const accepts = new TextFilter(parseQuery("must:wanted")).forFile({
          path: "a.ts",
          symbols: symbolsOf(
            sorted.map((one) => `${one.label} ${one.from}-${one.from + one.more}`).join(", "),
          ),
        });
        const isTouched = symbols.some(
          (one) => one.label.includes("wanted") && one.from <= from + more && one.from + one.more >= from,
        );
        expect(accepts(lines(from, from + more), "")).toBe(isTouched);
      },
    ),
  );
});

it("filtering a file takes time by its symbols and its chunks, not by both multiplied", () => {
  const stepsOf = (size: number): number => {
    const steps = new Steps();
    const symbols = steps.counted(
      symbolsOf(Array.from({ length: size }, (_, at) => `a ${at + 1}-${2 * size - at}`).join(", ")),
    );
    const accepts = new TextFilter(parseQuery("must:zzzq exclude:a")).forFile({ path: "a.rb", symbols });
    for (let chunk = 0; chunk < size; chunk++) accepts(lines(2 * chunk + 1, 2 * chunk + 2), "end");
    return steps.count;
  };
  expect(stepsOf(400) / stepsOf(200)).toBeLessThan(2.2);
});
