import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { FolderManifest } from "../../model/manifest.ts";
import { TimedTree } from "../../testing/trees/timed-tree.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { hasSameEntries, settledTimesIn } from "./folder-times.ts";

const HOUR_MS = 3_600_000;

it.runIf(process.platform === "linux")(
  "the times of a folder that changed shortly before do not count: they may be the same after a change",
  () => {
    const folder = temporaryFolder();
    onTestFinished(() => folder[Symbol.dispose]());
    const tree = new TimedTree(join(folder.path, "code"));
    tree.write("a.ts", "alpha");
    const { mtimeMs, ctimeMs } = statSync(tree.root);
    const changedMs = Math.max(mtimeMs, ctimeMs);
    expect([
      settledTimesIn(tree.root, changedMs + 1_000)(""),
      settledTimesIn(tree.root, changedMs + HOUR_MS)("")?.slice(1),
    ]).toEqual([null, [mtimeMs, ctimeMs]]);
  },
);

it("a folder that cannot be listed does not have the same entries as an empty one", () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const tree = new TimedTree(join(folder.path, "code"));
  tree.write("a.ts", "alpha");
  tree.folder("empty");
  const manifest = {
    path: "empty",
    names: [],
    kinds: new Uint8Array(),
    stats: new Float64Array(),
    hashes: new Uint8Array(),
  } satisfies FolderManifest;
  expect(hasSameEntries(tree.at("empty"), manifest, null)).toBe(true);
  // Listing a file fails as listing a folder without permission does.
  for (const path of ["a.ts", "missing"]) expect(hasSameEntries(tree.at(path), manifest, null)).toBe(false);
});
