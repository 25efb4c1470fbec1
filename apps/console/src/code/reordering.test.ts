import fc from "fast-check";
import { expect, it } from "vitest";
import { nameShown, partsAround } from "./reordering.ts";

it("names keep what they are, and show what would reorder them", () => {
  expect([nameShown("src/a.ts"), nameShown("src/\u202Est.exe"), nameShown("عربي")]).toEqual([
    "src/a.ts",
    "src/⟨U+202E⟩st.exe",
    "عربي",
  ]);
});

it.each([
  ["", []],
  ["ab", ["ab"]],
  ["a\u202Eb\u2066\u2069c", ["a", "*\u202E", "b", "*\u2066", "*\u2069", "c"]],
])("%j has the parts %j", (text, parts) =>
  expect(partsAround(text).map(({ text, isReordering }) => (isReordering ? `*${text}` : text))).toEqual(
    parts,
  ),
);

it("the parts are the text", () => {
  const text = fc
    .array(fc.constantFrom("a", "\n", "\u202E", "\u2066", "\u200F", "é", "😀"))
    .map((all) => all.join(""));
  fc.assert(
    fc.property(
      text,
      (any) =>
        void expect(
          partsAround(any)
            .map(({ text }) => text)
            .join(""),
        ).toBe(any),
    ),
  );
});
