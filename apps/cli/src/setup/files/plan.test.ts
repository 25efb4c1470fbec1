import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applyPlan } from "./apply-plan.ts";
import { type FileEdit, planOf } from "./plan.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "satori-plan-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const path = (...names: readonly string[]): string => join(root, ...names);
const writing = (part: string, file: string, text: string | null): FileEdit<string> => ({
  part,
  file: path(file),
  edit: () => text,
});
const appending = (part: string, file: string, end: string): FileEdit<string> => ({
  part,
  file: path(file),
  edit: (text) => (text ?? "") + end,
});

describe("a plan", () => {
  test("has each file once, with its edits in turn, and says what happens to it", () => {
    writeFileSync(path("old"), "x");
    writeFileSync(path("same"), "x");
    writeFileSync(path("gone"), "x");
    const plan = planOf([
      appending("server", "new", "a"),
      appending("skill", "old", "y"),
      appending("hook", "new", "b"),
      writing("agent", "gone", null),
      writing("agent", "same", "x"),
      writing("agent", "never", null),
    ]);
    expect(plan.map(({ file, parts, action, after }) => [file, parts, action, after])).toEqual([
      [path("new"), ["server", "hook"], "create", "ab"],
      [path("old"), ["skill"], "update", "xy"],
      [path("gone"), ["agent"], "delete", null],
      [path("same"), ["agent"], "unchanged", "x"],
      [path("never"), ["agent"], "unchanged", null],
    ]);
    expect(readdirSync(root).sort()).toEqual(["gone", "old", "same"]);
  });

  test("needs a backup of files that exist, unless the edits can be repeated", () => {
    writeFileSync(path("mine"), "x");
    writeFileSync(path("own"), "x");
    const plan = planOf([
      appending("a", "mine", "y"),
      { ...appending("b", "own", "y"), isRepeatable: (text) => text === "x" },
      appending("c", "new", "y"),
    ]);
    expect(plan.map(({ needsBackup }) => needsBackup)).toEqual([true, false, false]);
  });
});

describe("applying a plan", () => {
  test("writes what changes, keeps backups, and removes folders that it leaves empty", () => {
    mkdirSync(path("skills", "satori"), { recursive: true });
    writeFileSync(path("skills", "satori", "SKILL.md"), "x");
    writeFileSync(path("mine"), "x");
    const applied = applyPlan(
      planOf([
        writing("a", "mine", "y"),
        writing("b", "deep/er/new", "z"),
        { ...writing("c", "skills/satori/SKILL.md", null), isRepeatable: () => true },
      ]),
      root,
      0,
    );
    expect(applied).toEqual([
      { file: path("mine"), backup: path("mine.backup-19700101T000000") },
      { file: path("deep/er/new"), backup: null },
      { file: path("skills/satori/SKILL.md"), backup: null },
    ]);
    expect(readdirSync(root).sort()).toEqual(["deep", "mine", "mine.backup-19700101T000000"]);
    expect(readFileSync(path("deep/er/new"), "utf8")).toBe("z");
  });

  test("restores every file when one cannot be written, and leaves no backups", () => {
    writeFileSync(path("mine"), "x");
    writeFileSync(path("gone"), "x");
    const plan = planOf([
      writing("a", "mine", "y"),
      writing("b", "folder/new", "z"),
      writing("c", "gone", null),
      writing("d", "blocked/new", "z"),
    ]);
    // A file where a folder is needed.
    writeFileSync(path("blocked"), "");
    expect(() => applyPlan(plan, root, 0)).toThrow(
      expect.objectContaining({ code: "CLIENT_CONFIG_INVALID" }),
    );
    expect(readdirSync(root).sort()).toEqual(["blocked", "gone", "mine"]);
    expect([readFileSync(path("mine"), "utf8"), readFileSync(path("gone"), "utf8")]).toEqual(["x", "x"]);
    expect(existsSync(path("folder"))).toBe(false);
  });
});
