import { expect, test } from "vitest";
import { hideRanges } from "../../blank.ts";
import { hiddenParts } from "./bodies.ts";

test("of a group around less than a declaration the first branch is kept, inside other groups as well", () => {
  const text = "#if A\n#if B\ninternal\n#else\npublic\n#endif\nclass C {}\n#endif\n";
  expect(hideRanges(text, hiddenParts(text)).replace(/\s+/g, " ")).toBe("#if A internal class C {} #endif ");
});

test.each([
  `${"#if A\n".repeat(60_000)}${"#endif\n".repeat(60_000)}`,
  `#if A\n${"/* ".repeat(300_000)}\n#endif\n`,
])("groups and comments that go on and on hold nothing up (%#)", (text) => {
  // Quadratic time on this many would be minutes.
  expect(hiddenParts(text).every(({ start, end }) => start < end)).toBe(true);
});
