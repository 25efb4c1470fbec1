import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { FolderScan } from "../../model/folder-scan.ts";
import { TimedTree } from "../../testing/trees/timed-tree.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { areSameRules, nestedRules } from "./comparisons.ts";

/** Whether the rules of a tree are still the same after an edit. */
function isSameAfter(edit: (tree: TimedTree) => void): boolean {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const tree = new TimedTree(join(folder.path, "code"));
  tree.writeAll({ "a.ts": "", "src/.gitignore": "*.log\n" });
  const { size, mtimeMs, ino, ctimeMs } = statSync(tree.at("src/.gitignore"));
  const scans = [
    { manifest: { path: "", names: ["a.ts", "src"] }, diskPath: "" },
    {
      manifest: { path: "src", names: [".gitignore"], stats: Float64Array.of(size, mtimeMs, ino, ctimeMs) },
      diskPath: "src",
    },
  ];
  const rules = nestedRules(tree.root, scans as unknown as readonly FolderScan[]);
  edit(tree);
  return areSameRules(rules);
}

test.each<[string, (tree: TimedTree) => void, boolean]>([
  [
    "other files are written",
    (tree) => tree.writeAll({ "a.ts": "1", "src/b.log": "", "new/.gitignore": "" }),
    true,
  ],
  ["one is written", (tree) => tree.write("src/.gitignore", "*.logs\n"), false],
  [
    "one is written to the same size, and its time is set back",
    (tree) => tree.rewriteUnseen("src/.gitignore", "*.txt\n"),
    false,
  ],
  ["one goes", (tree) => tree.remove("src/.gitignore"), false],
  ["one comes", (tree) => tree.write(".satoriignore", ""), false],
])("ignore files in the folders of a scan, after %s: %s", (_, edit, expected) =>
  expect(isSameAfter(edit)).toBe(expected),
);
