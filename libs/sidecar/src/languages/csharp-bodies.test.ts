import fc from "fast-check";
import { expect, test } from "vitest";
import { bodiesForHeads } from "./csharp-bodies.ts";

const PIECES = ["class A", "struct B", "(", ")", "()", "int a", "name", ", ", ",", " : ", ":", "\n    : ", "Base", "\n", " where T : ", "<T>", ";", " {", "}", "\"x\"", "1", "a"];

test("what stands in the place of a head is as long, with the same line ends", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((parts) => `class A(int a${parts.join("")}`), (text) => {
      const written = bodiesForHeads(text);
      expect(written.replace(/[^\n]/g, "x")).toBe(text.replace(/[^\n]/g, "x"));
    }),
    { numRuns: 3_000 },
  );
});

test.each(["class a(", "class a() : ", "class a(b)", "class a(b) where ", "class a<", "class a((((", "class a(b) : c where "])("heads that go on and on hold nothing up: %s", (piece) => {
  // The square of this many would be minutes.
  const text = piece.repeat(1_000_000 / piece.length);
  expect(bodiesForHeads(text)).toHaveLength(text.length);
});
