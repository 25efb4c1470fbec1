import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { openFolderWatch, reportedPath } from "./folder-watch.ts";

/** A watch of an empty folder, and its events. */
function watched(): { path: string; told: { changes: number; overflows: number } } {
  const folder = temporaryFolder();
  const told = { changes: 0, overflows: 0 };
  const watch = openFolderWatch(folder.path, {
    onChange: () => void told.changes++,
    onOverflow: () => void told.overflows++,
    onBroken: () => undefined,
  });
  watch.add({ path: "", diskPath: "" });
  onTestFinished(() => {
    watch[Symbol.dispose]();
    folder[Symbol.dispose]();
  });
  return { path: folder.path, told };
}

it.runIf(process.platform === "linux")(
  "so many changes at once that the system may have dropped some make every tree doubtful, not only " +
    "the one that they were seen in",
  async () => {
    const [busy, quiet] = [watched(), watched()];
    // In one turn, as when the process is busy for a while.
    for (let at = 0; at < 6_000; at++) writeFileSync(join(busy.path, `f${at}`), "x");
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(busy.told.changes).toBeGreaterThan(0);
    expect([busy.told.overflows, quiet.told.overflows]).toEqual([1, 1]);
  },
);

it("a few changes make no tree doubtful", async () => {
  const tree = watched();
  writeFileSync(join(tree.path, "a.txt"), "x");
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  expect(tree.told.overflows).toBe(0);
});

it.each<[string, string, string]>([
  ["src\\deep\\a.ts", "\\", "src/deep/a.ts"],
  ["a.ts", "\\", "a.ts"],
  ["src/a\\b", "/", "src/a\\b"],
  ["cafe\u0301/a.ts", "/", "caf\u00e9/a.ts"],
])("a watch of a whole tree that reports %j with %j between names means %j", (name, separator, expected) => {
  expect(reportedPath(name, separator)).toBe(expected);
});
