import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "./json-body.ts";

const parse = (text: string | Uint8Array, maxDepth = 3): unknown => {
  const body = parseJson(Buffer.from(text as string), maxDepth);
  return body.kind === "json"
    ? body.value
    : body.kind === "refused"
      ? `${body.refusal.status} ${body.refusal.code}`
      : body.kind;
};

describe("a body", () => {
  it.each([
    "{}",
    "[]",
    '{"a":[1,"é"]}',
    '"text"',
    "null",
    '{"a":"[[[[[[{{{{"}',
    '{"a":"\\"[[[[["}',
    '{"\\\\":"]]"}',
    "[[[]],[[]]]",
  ])("is read: %s", (text) => expect(parse(text)).toEqual(JSON.parse(text)));
  it.each([
    "",
    " ",
    "{",
    "{]",
    "undefined",
    "{'a':1}",
    '{"a":1}}',
    "[1,]",
    "\u0000",
    '{"a":NaN}',
    '{"jsonrpc":"2.0"',
  ])("that is no JSON is told so: %j", (text) => expect(parse(text)).toBe("400 -32700"));
  it("that is no UTF-8 is told so", () => expect(parse(Uint8Array.of(0x22, 0xff, 0x22))).toBe("400 -32700"));
  it.each([
    "[[[[]]]]",
    '{"a":{"b":{"c":{}}}}',
    "[".repeat(500_000),
    '{"a":'.repeat(100_000),
    `["\\\\",${"[".repeat(10)}`,
  ])("that is too deep is not parsed: %.30s", (text) => expect(parse(text)).toBe("400 -32600"));
});

it("is measured as deep as it is", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      const depth = depthOf(value);
      expect(parse(text, depth)).toEqual(JSON.parse(text));
      if (depth > 0) expect(parse(text, depth - 1)).toBe("400 -32600");
    }),
  );
});
