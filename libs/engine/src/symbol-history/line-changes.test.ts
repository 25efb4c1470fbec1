import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineChanges, linesOf, mappedRange, unchangedRange } from "./line-changes.ts";

const changesOf = (before: string, after: string): string[] =>
  lineChanges([...before], [...after]).map(
    ({ oldStart, oldEnd, newStart, newEnd }) =>
      `${[...before].slice(oldStart, oldEnd).join("")}>${[...after].slice(newStart, newEnd).join("")}@${newStart}`,
  );

describe("lineChanges", () => {
  it.each([
    ["", "", []],
    ["abc", "abc", []],
    ["abc", "axc", ["b>x@1"]],
    ["abc", "abbc", [">b@2"]],
    ["abcd", "ad", ["bc>@1"]],
    ["abcdef", "aXcdYf", ["b>X@1", "e>Y@4"]],
    ["", "ab", [">ab@0"]],
  ] as const)("of %j and %j", (before, after, changes) => expect(changesOf(before, after)).toEqual(changes));

  it("turns the older lines into the newer ones, whatever the texts", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const built: string[] = [];
        let old = 0;
        for (const change of lineChanges(before, after)) {
          built.push(...before.slice(old, change.oldStart), ...after.slice(change.newStart, change.newEnd));
          old = change.oldEnd;
        }
        expect([...built, ...before.slice(old)]).toEqual(after);
      }),
    );
  });

  it("is one change if too many lines differ", () => {
    const [before, after] = ["old", "new"].map((word) =>
      Array.from({ length: 3_000 }, (_, at) => `${word} ${at}`),
    );
    expect(lineChanges(before ?? [], after ?? [])).toEqual([
      { oldStart: 0, oldEnd: 3_000, newStart: 0, newEnd: 3_000 },
    ]);
  });
});

describe("unchangedRange", () => {
  const rangeOf = (before: string, after: string, startLine: number, endLine: number): string | null => {
    const range = unchangedRange(lineChanges([...before], [...after]), { startLine, endLine });
    return range && `${range.startLine}-${range.endLine}`;
  };
  it("moves with the lines above", () => {
    expect(rangeOf("abcdef", "XXabcdef", 5, 6)).toBe("3-4");
    expect(rangeOf("abcdef", "cdef", 2, 3)).toBe("4-5");
    expect(rangeOf("abcdef", "abcdeX", 1, 3)).toBe("1-3");
  });
  it("is null if a change is inside or next to it", () => {
    expect(rangeOf("abcdef", "abXdef", 3, 3)).toBeNull();
    expect(rangeOf("abcdef", "abdef", 3, 4)).toBeNull();
    expect(rangeOf("abcdef", "abcXdef", 2, 3)).toBeNull();
    expect(rangeOf("abcdef", "abcef", 2, 3)).toBeNull();
  });
});

it("mappedRange names the older lines that newer ones replace", () => {
  const range = (before: string, after: string, startLine: number, endLine: number): string => {
    const mapped = mappedRange(lineChanges([...before], [...after]), { startLine, endLine });
    return `${mapped.startLine}-${mapped.endLine}`;
  };
  expect(range("abcdef", "XabcYef", 2, 4)).toBe("1-3");
  expect(range("abcdef", "abcYYYef", 4, 6)).toBe("4-4");
  expect(range("abcdef", "abcdef", 2, 4)).toBe("2-4");
});

it("linesOf ignores how lines end", () => expect(linesOf("a\r\nb\rc\n")).toEqual(["a", "b", "c", ""]));
