import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type EntryKind, type FolderManifest, kindCode } from "../../model/manifest.ts";
import { TimedTree } from "../../testing/trees/timed-tree.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { folderLooks, isAsBefore } from "./folder-look.ts";

const HOUR_MS = 3_600_000;

function newTree(): TimedTree {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const tree = new TimedTree(join(folder.path, "code"));
  tree.write("a.ts", "alpha");
  return tree;
}

/** What is known of the tree's folder. */
function known(tree: TimedTree, kind: EntryKind): FolderManifest {
  const { size, mtimeMs, ino, ctimeMs } = statSync(tree.at("a.ts"));
  return {
    path: "",
    names: ["a.ts"],
    kinds: Uint8Array.of(kindCode(kind)),
    stats: Float64Array.of(size, mtimeMs, ino, ctimeMs),
    hashes: new Uint8Array(16),
  };
}

it.each<[EntryKind, number, boolean]>([
  ["file", 100, true],
  // The limit may be another one than at the last scan.
  ["too_large", 100, false],
  ["file", 4, false],
  ["unreadable", 100, false],
])(
  "a folder with a name that was %s, where files have %d bytes at most, is as before: %s",
  (kind, maxFileBytes, expected) => {
    const tree = newTree();
    expect(
      isAsBefore(tree.root, known(tree, kind), null, { maxFileBytes, nowMs: tree.nowMs + HOUR_MS }),
    ).toBe(expected);
  },
);

it.runIf(process.platform === "linux")(
  "what a folder looked like says nothing where it changed shortly before: it may look the same after " +
    "a change",
  () => {
    const tree = newTree();
    const { mtimeMs, ctimeMs } = statSync(tree.root);
    const changedMs = Math.max(mtimeMs, ctimeMs);
    expect([
      folderLooks(tree.root, changedMs + 1_000)(""),
      folderLooks(tree.root, changedMs + HOUR_MS)("")?.slice(1),
    ]).toEqual([null, [mtimeMs, ctimeMs]]);
  },
);
