import type { SymbolFact } from "@satori/sidecar";
import { expect, it } from "vitest";
import { passageExcerpt } from "./excerpt.ts";

/** Lines of the first stage for a symbol on line 1, if the line 3 answers best. */
const firstStage = (lines: readonly string[]): readonly number[] =>
  passageExcerpt(
    { file: 0, path: "a.ts", text: lines.join("\n"), lines, symbols: [] },
    {
      span: { start: 0, end: 0, startLine: 1, endLine: lines.length },
      symbol: { startLine: 1, endLine: lines.length, nameLine: 1, parent: -1, signature: null } as SymbolFact,
      alsoIn: [],
      bestLines: () => ({ startLine: 3, endLine: 3 }),
    },
  ).linesAt(0);

it.each<[string, string, readonly number[]]>([
  ["short", "  } else {", [1, 2, 3]],
  ["blank", "", [1, 2, 3]],
  ["longer than the sign for a gap", "  const answer = await request(url);", [1, 3]],
])("a single line between two shown ones is shown if it is short: %s", (_, line, expected) =>
  expect(firstStage(["function run() {", line, "  return 1;", "}"])).toEqual(expected),
);
