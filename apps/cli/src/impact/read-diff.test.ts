import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readDiff } from "./read-diff.ts";

const folder = mkdtempSync(join(tmpdir(), "satori-diff-"));
afterAll(() => rmSync(folder, { recursive: true }));
const written = (text: string | Buffer): string => {
  const file = join(folder, "change.diff");
  writeFileSync(file, text);
  return file;
};

it("reads a file longer than one part, with characters across parts", () => {
  const text = "é".repeat(100_000);
  expect(readDiff(written(`a${text}`))).toBe(`a${text}`);
});

it("an empty file is an empty line", () => expect(readDiff(written(""))).toBe("\n"));

it.each<[string, string, string]>([
  ["a missing file", join(folder, "none"), "PATH_NOT_FOUND"],
  ["a folder", folder, "PATH_NOT_A_FILE"],
])("%s is refused", (_, file, code) =>
  expect(() => readDiff(file)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(file) }),
  ),
);

it("more than the tool takes is refused before all of it is read", () =>
  expect(() => readDiff(written(Buffer.alloc(30_000_001, "a")))).toThrow(
    expect.objectContaining({ code: "INVALID_ARGUMENTS" }),
  ));
