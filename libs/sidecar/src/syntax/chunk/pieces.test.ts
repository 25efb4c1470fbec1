import { expect, test } from "vitest";
import { SIDECAR_LIMITS } from "../../limits.ts";
import { LineIndex } from "./lines.ts";
import { toChunks } from "./pieces.ts";

const { chunkChars, smallDefinitionChars } = SIDECAR_LIMITS;

/** The chunks of three lines, each a piece of its own, of which the second may start a definition. */
function check(sizes: readonly [number, number, number], isHead: boolean, expected: string): void {
  const lines = new LineIndex(sizes.map((size) => `${"x".repeat(size - 1)}\n`).join(""));
  const pieces = [1, 2, 3].map((line) => ({ first: line, last: line, isHead: isHead && line === 2 }));
  expect(
    toChunks(pieces, lines)
      .map(({ startLine, endLine }) => `${startLine}-${endLine}`)
      .join(" "),
  ).toBe(expected);
}

test(
  "the beginning of a definition goes with what is behind it, where that fits, and not with what is in " +
    "front",
  () => {
    const head = smallDefinitionChars / 2;
    check([head, head, chunkChars - head], true, "1-1 2-3");
    check([head, head, chunkChars - head], false, "1-2 3-3");
  },
);

test("it goes with what is in front where nothing behind fits, unless it says enough by itself", () => {
  const head = smallDefinitionChars / 2;
  check([head, head, chunkChars], true, "1-2 3-3");
  check([head, smallDefinitionChars, chunkChars], true, "1-1 2-2 3-3");
});
