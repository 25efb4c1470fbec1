import fc from "fast-check";
import { expect, it } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

const text = (value: string) => ({ kind: "text", text: value });

it("returns lines as they end, without their ends", () => {
  const splitter = new LineSplitter(10);
  expect(splitter.push(Buffer.from("a\nb"))).toEqual([text("a")]);
  expect(splitter.push(Buffer.from("c\r\n\n"))).toEqual([text("bc"), text("")]);
});

it("drops a line that is too long and goes on with the next", () => {
  const splitter = new LineSplitter(3);
  expect(splitter.push(Buffer.from("abcd"))).toEqual([]);
  expect(splitter.push(Buffer.from("efg\nabc\nabcd\n"))).toEqual([
    { kind: "too_long" },
    text("abc"),
    { kind: "too_long" },
  ]);
});

it("gives the same lines wherever the chunks are cut, inside a character too", () => {
  const lines = fc.array(
    fc.string({ unit: "binary", maxLength: 20 }).map((line) => line.replace(/[\r\n]/g, "")),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(lines, fc.array(fc.nat({ max: 12 })), (expected, cuts) => {
      const bytes = Buffer.from(expected.map((line) => `${line}\n`).join(""));
      const splitter = new LineSplitter(1_000);
      const found: unknown[] = [];
      let from = 0;
      for (const cut of [...cuts, bytes.length])
        found.push(...splitter.push(bytes.subarray(from, (from += cut))));
      expect(found).toEqual(expected.map((line) => text(Buffer.from(line).toString())));
    }),
  );
});
