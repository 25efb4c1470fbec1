import fc from "fast-check";
import { expect, it } from "vitest";
import { modelText } from "./bridge.ts";

const textResult = (...texts: readonly string[]) => ({
  content: texts.map((text) => ({ type: "text", text })),
});

it("is what the server says in words, and its envelope where it has none", () => {
  expect(modelText(textResult("one", "two"))).toBe("one\ntwo");
  expect(modelText({ structuredContent: { status: "ok" } })).toBe('{"status":"ok"}');
  expect(modelText({})).toBe("{}");
});

it("is cut where a context would suffer from it, between two characters, and says so", () => {
  expect(modelText(textResult("aé€z"), 4)).toBe(
    "aé\n[Truncated: first 4 of 7 bytes. Request less at once: start_line and end_line, limit, " +
      "maxTokens, limitSymbols.]",
  );
});

it("is the beginning of the text, whatever is in it", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "é", "€", "🎉"), maxLength: 20 }),
      fc.nat({ max: 80 }),
      (whole, maxBytes) => {
        const told = modelText(textResult(whole), maxBytes);
        if (Buffer.byteLength(whole) <= maxBytes) expect(told).toBe(whole);
        else {
          const kept = told.slice(0, told.lastIndexOf("\n[Truncated: "));
          expect(
            whole.startsWith(kept) &&
              Buffer.byteLength(kept) <= maxBytes &&
              Buffer.byteLength(kept) > maxBytes - 4,
          ).toBe(true);
        }
      },
    ),
  );
});
