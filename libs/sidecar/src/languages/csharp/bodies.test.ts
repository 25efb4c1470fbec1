import fc from "fast-check";
import { expect, test } from "vitest";
import { bodiesForHeads } from "./bodies.ts";

const PIECES = [
  "class A",
  "struct B",
  "(",
  ")",
  "()",
  "int a",
  "name",
  ", ",
  ",",
  " : ",
  ":",
  "\n    : ",
  "Base",
  "\n",
  " where T : ",
  "<T>",
  ";",
  " {",
  "}",
  '"x"',
  "1",
  "a",
];

test("what stands in the place of a head is as long, with the same line ends", () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.constantFrom(...PIECES), { maxLength: 25 })
        .chain((parts) =>
          fc
            .constantFrom("class A(int a", "public class A", " class A", "file class A", "interface A ")
            .map((head) => `${head}${parts.join("")}`),
        ),
      (text) => {
        const written = bodiesForHeads(text);
        expect(written.replace(/[^\n]/g, "x")).toBe(text.replace(/[^\n]/g, "x"));
      },
    ),
    { numRuns: 3_000 },
  );
});

test.each([
  "class a(",
  "class a() : ",
  "class a(b)",
  "class a(b) where ",
  "class a<",
  "class a((((",
  "class a(b) : c where ",
  "public class a : c where ",
  " class a",
  "struct a<b, ",
])("heads that go on and on hold nothing up: %s", (piece) => {
  // Quadratic time on this many would be minutes.
  const text = piece.repeat(1_000_000 / piece.length);
  expect(bodiesForHeads(text)).toHaveLength(text.length);
});
