import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FileEdit, editOf, edited, lineAfter, lineBefore, removalOf, unifiedDiff } from "./file-edit.ts";

const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";

/** Git applies the diff and gets the text that the edit gives. */
function checkDiff(text: string, edit: FileEdit): void {
  const folder = mkdtempSync(join(tmpdir(), "satori-edit-"));
  try {
    writeFileSync(join(folder, "a.txt"), text);
    execFileSync("git", ["apply", "-"], { cwd: folder, input: unifiedDiff("a.txt", text, edit) });
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe(edited(text, edit));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("git applies the diff of an edit, wherever it is in the file", () => {
  for (const text of [TEXT, TEXT.trimEnd()])
    for (const [first, last] of [
      [1, 1],
      [1, 3],
      [4, 5],
      [6, 7],
    ] as const) {
      checkDiff(text, removalOf(first, last));
      checkDiff(text, { first, last, lines: ["new", "lines"] });
    }
  checkDiff(TEXT, removalOf(8, 8));
  checkDiff(TEXT.trimEnd(), { first: 8, last: 8, lines: ["new"] });
});

test("a range of offsets becomes an edit of whole lines", () => {
  const edit = editOf(TEXT, TEXT.indexOf("ree"), TEXT.indexOf("ur"), "X");
  expect(edit).toEqual({ first: 3, last: 4, lines: ["thXur"] });
  expect(edited(TEXT, edit)).toBe("one\ntwo\nthXur\nfive\nsix\nseven\neight\n");
});

test("lines after an edit are found before it, and the other way round", () => {
  const shorter = { first: 2, last: 4, lines: ["new"] };
  expect([1, 2, 3, 5].map((line) => lineAfter(shorter, line))).toEqual([1, 2, null, 3]);
  expect([1, 2, 3].map((line) => lineBefore(shorter, line))).toEqual([1, 2, 5]);
  const longer = { first: 2, last: 2, lines: ["a", "b"] };
  expect([1, 2, 3].map((line) => lineAfter(longer, line))).toEqual([1, 2, 4]);
  expect([2, 3, 4].map((line) => lineBefore(longer, line))).toEqual([2, 2, 3]);
});
