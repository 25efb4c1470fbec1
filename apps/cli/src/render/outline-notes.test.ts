import { type FileOutlineOutput, withArguments } from "@satori/contracts";
import { expect, test } from "vitest";
import { outlineNotes } from "./outline-notes.ts";

test("a note about omitted symbols names an option that shows them", () => {
  const notes = (changes: object): string[] =>
    outlineNotes(
      withArguments({}, {
        tool: "file_outline",
        version: 1,
        status: "ok",
        path: "/code",
        effectiveRoot: "/code",
        file: "a.js",
        resolveMode: "outline",
        limitSymbols: 500,
        outline: { symbols: [] },
        hasMore: true,
        meta: { durationMs: 1 },
        ...changes,
      } as Extract<FileOutlineOutput, { status: "ok" }>),
      "a.js",
    );
  const keys = "Only the first 500 outermost keys of a.js are symbols; 25 more are not.";
  expect(notes({ hasMore: false })).toEqual([]);
  expect(notes({})).toEqual(["more symbols than 500: --limit shows up to 5000"]);
  expect(
    notes({
      limitSymbols: 5000,
      hints: { fileOutline: { tool: "file_outline", args: { start_line: 700 } } },
    }),
  ).toEqual([
    "more symbols than 5000, the maximum of one answer: satori outline a.js:START-END shows a range " +
      "of lines; the next symbols begin at line 700",
  ]);
  expect(notes({ limitSymbols: 5000 })).toEqual([
    "more symbols than 5000, the maximum of one answer: find the others, which are on the same " +
      "lines, by name with satori grep",
  ]);
  const commit = "0123456789abcdef0123456789abcdef01234567";
  expect(notes({ warnings: ["OUTPUT_TRUNCATED"], message: keys, commit })).toEqual([
    `${keys} satori read a.js --at 0123456789ab shows them.`,
  ]);
  expect(notes({ limitSymbols: 5000, warnings: ["OUTPUT_TRUNCATED"], message: keys })).toEqual([
    `${keys} satori read a.js shows them.`,
  ]);
});
