import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NEW_EXPLORATION } from "./advice.ts";
import { MAX_FILES, explorationFile, readExploration, writeExploration } from "./explorations.ts";

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "explorations-"));
  folder = join(base, "state");
});
afterEach(() => rmSync(base, { recursive: true }));

const STATE = { row: 2, targets: ["a.ts"], advised: 1, atMs: Date.now() };

test("what is written is read back, and only its owner can read it", () => {
  const file = explorationFile(folder, "codex", "../../session");
  writeExploration(folder, file, STATE);
  expect(readExploration(file)).toEqual(STATE);
  expect(readExploration(explorationFile(folder, "codex", "other"))).toEqual(NEW_EXPLORATION);
  expect(readdirSync(folder)).toHaveLength(1);
  if (process.platform !== "win32")
    expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
});

test.each(["", "{", "null", "[]", '{"row":-1,"targets":[],"advised":0,"atMs":0}', '{"row":1,"targets":[1]}'])(
  "a damaged file counts as none: %j",
  (text) => {
    mkdirSync(folder);
    const file = join(folder, "x.json");
    writeFileSync(file, text);
    expect(readExploration(file)).toEqual(NEW_EXPLORATION);
  },
);

test.skipIf(process.platform === "win32")("a folder that others can use, or a link, is not used", () => {
  mkdirSync(folder, { mode: 0o777 });
  expect(() => writeExploration(folder, join(folder, "x.json"), STATE)).toThrow("not private");
  rmSync(folder, { recursive: true });
  const other = join(base, "other");
  mkdirSync(other, { mode: 0o700 });
  symlinkSync(other, folder);
  expect(() => writeExploration(folder, join(folder, "x.json"), STATE)).toThrow("not private");
  expect(readdirSync(other)).toEqual([]);
});

test("expired files are removed, and the oldest ones above the limit", () => {
  mkdirSync(folder, { mode: 0o700 });
  const nowSeconds = Date.now() / 1000;
  for (let at = 0; at < MAX_FILES + 5; at++) {
    const file = join(folder, `${at}.json`);
    writeFileSync(file, "{}");
    const ageSeconds = at < 3 ? 2 * 24 * 60 * 60 : at;
    utimesSync(file, nowSeconds - ageSeconds, nowSeconds - ageSeconds);
  }
  writeExploration(folder, explorationFile(folder, "codex", "new"), STATE);
  const kept = readdirSync(folder);
  expect(kept).toHaveLength(MAX_FILES);
  expect(kept).not.toContain("0.json");
  expect(kept).not.toContain(`${MAX_FILES + 4}.json`);
});
