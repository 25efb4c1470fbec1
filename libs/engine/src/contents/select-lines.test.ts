import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Steps } from "../testing/steps.ts";
import { type LineRequest, selectLines } from "../files/reading.ts";

const ALL: LineRequest = {
  startLine: 1,
  endLine: Number.POSITIVE_INFINITY,
  maxLines: 1_000,
  maxBytes: 1_000_000,
};

/** @param expected content, then `start-end/total`, with `…` if more was requested */
function check(
  text: string,
  request: Partial<LineRequest>,
  expected: readonly [content: string, lines: string],
): void {
  it(`${JSON.stringify(text)} ${JSON.stringify(request)}`, () => {
    const { content, startLine, endLine, totalLines, isTruncated } = selectLines(text, {
      ...ALL,
      ...request,
    });
    expect([content, `${startLine}-${endLine}/${totalLines}${isTruncated ? "…" : ""}`]).toEqual(expected);
  });
}

describe("lines of a text", () => {
  check("a\nb\nc\n", {}, ["a\nb\nc\n", "1-3/3"]);
  check("a\nb\nc", {}, ["a\nb\nc", "1-3/3"]);
  check("a\r\nb\r\n", {}, ["a\r\nb\r\n", "1-2/2"]);
  check("\n\n", {}, ["\n\n", "1-2/2"]);
  check("a", {}, ["a", "1-1/1"]);
  check("", {}, ["", "0-0/0"]);
  check("a\rb", {}, ["a\rb", "1-1/1"]);
});

describe("a window", () => {
  check("a\nb\nc\nd\n", { startLine: 2, endLine: 3 }, ["b\nc\n", "2-3/4"]);
  check("a\nb\nc\nd\n", { startLine: 3 }, ["c\nd\n", "3-4/4"]);
  check("a\nb\nc\nd\n", { endLine: 2 }, ["a\nb\n", "1-2/4"]);
  check("a\nb\nc\nd", { startLine: 4, endLine: 4 }, ["d", "4-4/4"]);
  check("a\nb\n", { startLine: 1, endLine: 99 }, ["a\nb\n", "1-2/2"]);
  check("a\nb\n", { startLine: 99 }, ["b\n", "2-2/2"]);
  check("a\nb\n", { startLine: 99, endLine: 120 }, ["b\n", "2-2/2"]);
  check("", { startLine: 5, endLine: 7 }, ["", "0-0/0"]);
});

describe("a first line that is not there", () => {
  const missedLine = (text: string, startLine: number): number | null =>
    selectLines(text, { ...ALL, startLine }).missedLine;

  it("is told", () =>
    expect([missedLine("a\nb\n", 3), missedLine("a\nb", 99), missedLine("", 2)]).toEqual([3, 99, 2]));
  it("is none within the text, nor where an empty one begins", () =>
    expect([missedLine("a\nb\n", 2), missedLine("a", 1), missedLine("", 1)]).toEqual([null, null, null]));
});

describe("limits", () => {
  check("a\nb\nc\nd\n", { maxLines: 2 }, ["a\nb\n", "1-2/4…"]);
  check("a\nb\nc\nd\n", { maxLines: 2, startLine: 2, endLine: 3 }, ["b\nc\n", "2-3/4"]);
  check("a\nb\nc\nd\n", { maxLines: 2, startLine: 2, endLine: 4 }, ["b\nc\n", "2-3/4…"]);
  check("a\nb\nc\n", { maxLines: 3 }, ["a\nb\nc\n", "1-3/3"]);
  check("aaa\nbbb\nccc\n", { maxBytes: 8 }, ["aaa\nbbb\n", "1-2/3…"]);
  check("aaa\nbbb\nccc\n", { maxBytes: 7 }, ["aaa\n", "1-1/3…"]);
  check("äää\nb\n", { maxBytes: 7 }, ["äää\n", "1-1/2…"]);
});

describe("a line that is too long by itself", () => {
  check("aaa\nbbb\n", { maxBytes: 1 }, ["a", "1-1/2…"]);
  check("aaa\n", { maxBytes: 3 }, ["aaa", "1-1/1…"]);
  check("äää\nb\n", { maxBytes: 5 }, ["ää", "1-1/2…"]);
  check("\u{1f680}\u{1f680}\n", { maxBytes: 7 }, ["\u{1f680}", "1-1/1…"]);
  check("a\nbbbbbb\nc\n", { maxBytes: 4, startLine: 2 }, ["bbbb", "2-2/3…"]);
  check("a\nb\ncccccc\n", { maxBytes: 5 }, ["a\nb\n", "1-2/3…"]);

  it("is followed by the next one, and not by itself", () => {
    expect(selectLines("aaaa\nb\n", { ...ALL, maxBytes: 3 })).toMatchObject({
      isTruncated: true,
      hasMore: true,
      isLineCut: true,
    });
    expect(selectLines("aaaa\nb\n", { ...ALL, maxBytes: 3, endLine: 1 })).toMatchObject({
      isTruncated: true,
      hasMore: false,
    });
  });
});

it("windows that follow each other give the whole text, as long as each line fits", () => {
  const text = fc
    .array(fc.constantFrom("a", "bb", "\n", "\r\n", "ü", "\r"), { maxLength: 60 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 12 }),
      (sample, maxLines, moreBytes) => {
        const maxBytes =
          Math.max(1, ...sample.split(/(?<=\n)/).map((line) => Buffer.byteLength(line))) + moreBytes;
        let read = "";
        let next = selectLines(sample, { ...ALL, maxLines, maxBytes });
        read += next.content;
        while (next.isTruncated) {
          const from: number = next.endLine + 1;
          next = selectLines(sample, { ...ALL, startLine: from, maxLines, maxBytes });
          expect(next.startLine).toBe(from);
          read += next.content;
        }
        expect(read).toBe(sample);
        expect(next.endLine).toBe(next.totalLines);
      },
    ),
    { seed: 1, numRuns: 500 },
  );
});

it("looks at the deadline in each line, those that are not shown included", () => {
  const steps = new Steps();
  selectLines("a\n".repeat(100), { ...ALL, startLine: 90, maxLines: 5, check: steps.check });
  expect(steps.count).toBe(104);
});

it("cuts as by splitting the whole text", () => {
  const part = fc.constantFrom("a", "ä", "\u{1f680}", "\n", "\r\n", "\r", "bb\n");
  const written = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
  const number = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
  const asked = fc.record({
    startLine: number(1, 9),
    endLine: number(1, 9),
    maxLines: number(1, 4),
    maxBytes: number(4, 20),
  });
  fc.assert(
    fc.property(written, asked, (text, request) => {
      const { startLine, endLine, maxLines, maxBytes } = request;
      const lines = text === "" ? [] : text.split(/(?<=\n)/);
      const first = Math.min(startLine, Math.max(1, lines.length));
      const wanted = lines.slice(first - 1, Math.max(first, endLine)).slice(0, maxLines);
      let fitting = wanted.length;
      while (fitting > 1 && Buffer.byteLength(wanted.slice(0, fitting).join("")) > maxBytes) fitting--;
      const { content, endLine: last, totalLines } = selectLines(text, request);
      expect([totalLines, last]).toEqual([lines.length, lines.length === 0 ? 0 : first + fitting - 1]);
      const whole = wanted.slice(0, fitting).join("");
      const isWhole = fitting > 1 || Buffer.byteLength(whole) <= maxBytes;
      expect(isWhole ? content === whole : whole.startsWith(content)).toBe(true);
    }),
  );
});
