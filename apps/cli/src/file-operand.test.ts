import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Lines, parseFileOperand, parseLines } from "./file-operand.ts";

const ROOT = mkdtempSync(join(tmpdir(), "satori-cli-"));
for (const name of ["a.ts", "odd:12-30"]) writeFileSync(join(ROOT, name), "");
afterAll(() => rmSync(ROOT, { recursive: true }));

test("lines are read in the forms in which they are printed", () => {
  const check = (text: string, expected: Lines | null): void =>
    expect(parseLines(text), text).toEqual(expected);
  check("10", { start: 10, end: null });
  check("10-", { start: 10, end: null });
  check("10-40", { start: 10, end: 40 });
  check("10:5", { start: 10, end: null });
  check("10:5:", { start: 10, end: null });
  check("10:", { start: 10, end: null });
  for (const text of ["", "open", "-3", "10-b", "1:2:3", "10--40"]) check(text, null);
});

describe("a file operand", () => {
  const check = (operand: string, file: string, lines: Lines | null): void =>
    expect(parseFileOperand(operand, [ROOT]), operand).toEqual({ path: join(ROOT, file), lines });

  test("is a file, with lines or without", () => {
    check("a.ts", "a.ts", null);
    check("a.ts:3:5:", "a.ts", { start: 3, end: null });
    check("none.ts:3-4", "none.ts", { start: 3, end: 4 });
  });

  test("has no lines where a file has that name, or no lines are meant", () => {
    check("odd:12-30", "odd:12-30", null);
    check("odd:12-30:7", "odd:12-30", { start: 7, end: null });
    check("a.ts:open", "a.ts:open", null);
    check("a.ts:1-x", "a.ts:1-x", null);
  });
});
