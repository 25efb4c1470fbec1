import fc from "fast-check";
import { expect, test } from "vitest";
import { SIDECAR_LIMITS } from "../../limits.ts";
import { chunkText } from "./chunk-text.ts";
import { LineIndex } from "./lines.ts";

type Method = "headings" | "paragraphs" | "windows";

/** `first-last` of each chunk. */
function spans(text: string, method: Method, headingLines: readonly number[] = []): string {
  return chunkText(new LineIndex(text), method, headingLines)
    .map(({ startLine, endLine }) => `${startLine}-${endLine}`)
    .join(" ");
}

/** A paragraph of `lineCount` lines of 50 characters, line ends included. */
function paragraph(lineCount: number): string {
  return `${"x".repeat(49)}\n`.repeat(lineCount);
}

test("a small text is one chunk without the blank lines around it", () => {
  for (const method of ["headings", "paragraphs", "windows"] as const) {
    expect(spans("\n\none\n\ntwo\n\n", method)).toBe("3-5");
    expect(spans("", method)).toBe("");
    expect(spans(" \n\t\n", method)).toBe("");
  }
});

test("paragraphs stay whole as long as they fit", () => {
  expect(spans(`${paragraph(12)}\n${paragraph(12)}\n${paragraph(6)}`, "paragraphs")).toBe("1-12 14-32");
});

test("a paragraph that is too large is cut at line ends", () => {
  expect(spans(paragraph(50), "paragraphs")).toBe("1-20 21-40 41-50");
});

test("a section begins a chunk, unless it is small", () => {
  const text = `# A\n${paragraph(10)}# B\n${paragraph(10)}# C\ntext\n`;
  expect(spans(text, "headings", [1, 12, 23])).toBe("1-11 12-24");
});

test("brackets that are left over stay with what they close", () => {
  expect(spans(`${paragraph(20)}  }\n}\n`, "windows")).toBe("1-22");
  expect(spans(`${paragraph(20)}|:-----|-----:|\n${paragraph(12)}`, "paragraphs")).toBe("1-20 21-33");
  expect(spans(`${paragraph(20)}  return post;\n}\n`, "windows")).toBe("1-20 21-22");
});

test("what begins no section begins no chunk", () => {
  expect(spans(`# A\n${paragraph(10)}# B\n${paragraph(8)}`, "headings", [1])).toBe("1-20");
});

test("windows are cut at a blank line near their end", () => {
  const lines = Array.from({ length: 100 }, (_, at) => (at % 25 === 24 ? "" : "a line of middling length"));
  expect(spans(lines.join("\n"), "windows")).toBe("1-24 26-49 51-74 76-99");
});

test("a line is never cut, however long", () => {
  expect(spans(`${"x".repeat(5 * SIDECAR_LIMITS.chunkChars)}\n${paragraph(3)}`, "windows")).toBe("1-1 2-4");
});

test("chunks hold every line that is not blank once, in order, and none is much larger than intended", () => {
  const line = fc.oneof(
    fc.constant(""),
    fc.constant("  "),
    fc.string({ maxLength: 120 }).map((text) => text.replace(/[\r\n]/g, "-")),
    fc.constant("y".repeat(1_500)),
  );
  const inputs = fc.tuple(
    fc.array(line, { maxLength: 150 }),
    fc.constantFrom<Method>("headings", "paragraphs", "windows"),
    fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 10 }),
  );
  fc.assert(
    fc.property(inputs, ([lines, method, headings]) => {
      const index = new LineIndex(lines.join("\n"));
      const chunks = chunkText(
        index,
        method,
        [...headings].sort((left, right) => left - right),
      );
      const held = chunks.flatMap(({ startLine, endLine }) =>
        Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at),
      );
      expect(held).toEqual([...new Set(held)].sort((left, right) => left - right));
      for (let at = 1; at <= index.count; at++) if (!index.isBlank(at)) expect(held).toContain(at);
      for (const { start, end, startLine, endLine } of chunks) {
        expect([start, end]).toEqual([index.startOf(startLine), index.endOf(endLine)]);
        expect(index.isBlank(startLine) || index.isBlank(endLine)).toBe(false);
        if (startLine < endLine)
          expect(end - start).toBeLessThanOrEqual(SIDECAR_LIMITS.chunkChars + SIDECAR_LIMITS.smallChunkChars);
      }
    }),
  );
});

test("a text with CRLF is cut at the same lines", () => {
  const line = fc.oneof(fc.constant(""), fc.constant("}"), fc.stringMatching(/^[a-z }]{0,90}$/));
  const inputs = fc.tuple(
    fc.array(line, { maxLength: 150 }),
    fc.constantFrom<Method>("headings", "paragraphs", "windows"),
    fc.uniqueArray(fc.integer({ min: 1, max: 150 }), { maxLength: 10 }),
  );
  fc.assert(
    fc.property(inputs, ([lines, method, headings]) => {
      const cut = (lineEnd: string): string => spans(lines.join(lineEnd), method, headings);
      expect(cut("\r\n")).toBe(cut("\n"));
    }),
  );
  // Twenty lines of 50 characters fill a chunk; each has one more with CRLF.
  expect(spans(paragraph(50).replaceAll("\n", "\r\n"), "paragraphs")).toBe("1-20 21-40 41-50");
});

test("the characters between two offsets count a CRLF once", () => {
  const lines = new LineIndex("ab\r\n\r\ncd\re\nf\r\n");
  const counted = (start: number, end: number): number => lines.charsBetween(start, end);
  expect([counted(0, 2), counted(0, 4), counted(0, 6), counted(4, 6), counted(6, 11)]).toEqual([
    2, 3, 4, 1, 5,
  ]);
  expect([counted(0, 14), counted(11, 14), counted(7, 7)]).toEqual([11, 2, 0]);
  expect(new LineIndex("a\nb").charsBetween(0, 3)).toBe(3);
});
