import fc from "fast-check";
import { expect, it } from "vitest";
import { keysAround } from "./object-keys.ts";

it.each<[string, readonly (string | null | undefined)[] | null]>([
  ["{ max }", ["max"]],
  ["{ a: 1, max: { b: 2, c }, d: [1, { e: 3 }], }", ["a", "max", "d"]],
  ["{ ...a, max, ...b(c, d) }", [null, "max", null]],
  ['{ [a]: 1, "  ": 2, max: 3 }', [undefined, undefined, "max"]],
  [
    "{ async max() {}, get b() { return 1, 2; }, *c() {}, async: 1, get, 1: 2 }",
    ["max", "b", "c", "async", "get", "1"],
  ],
  ["{ max: a < b, c: (d, e) => { f, g } }", ["max", "c"]],
  ["f(max)", null],
  ["max", null],
  ["{ max", null],
  [`{ max, ${"a, ".repeat(5_000)} }`, null],
])("%j", (code, keys) => {
  expect(keysAround(code, code.indexOf("max"))).toEqual(keys);
});

it("are those that were written, whatever their values", () => {
  const value = fc.constantFrom(
    "1",
    "f(a, b)",
    "[{ x: 1 }, y]",
    "{ z: { } }",
    "(a, b) => { c, d; }",
    "a ? { b } : [c]",
  );
  const entry = fc.oneof(
    fc
      .tuple(fc.stringMatching(/^[a-z]{1,5}$/), value)
      .map(([key, text]) => ({ key, text: `${key}: ${text}` })),
    fc.stringMatching(/^[a-z]{1,5}$/).map((key) => ({ key, text: key })),
    value.map((text) => ({ key: null, text: `...${text}` })),
  );
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), fc.array(entry, { maxLength: 6 }), (before, behind) => {
      const entries = [...before, { key: "max", text: "max" }, ...behind];
      const front = `call({ ${before.map(({ text }) => `${text}, `).join("")}`;
      expect(
        keysAround(`${front}max${behind.map(({ text }) => `, ${text}`).join("")} })`, front.length),
      ).toEqual(entries.map(({ key }) => key));
    }),
  );
});
