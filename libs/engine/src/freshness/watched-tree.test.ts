import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FolderScan } from "../model/folder-scan.ts";
import type { FolderWatch, WatchListener } from "./folder-watch.ts";
import { WatchedTree } from "./background-sync.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "satori-watched-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A scan of folders, with the fields that a watch reads. */
function scanOf(...paths: readonly string[]): readonly FolderScan[] {
  return paths.map((path) => ({ manifest: { path }, diskPath: path }) as FolderScan);
}

/** A watch for any folder. `onAdd` receives each folder, with a function that ends the watch. */
function watchIn(onAdd: (folder: string, end: () => void) => void): {
  readonly tree: WatchedTree;
  readonly refusals: readonly string[];
} {
  const refusals: string[] = [];
  const openWatch = (_root: string, { onBroken }: WatchListener): FolderWatch => {
    const watched = new Set<string>();
    return {
      get count() {
        return watched.size;
      },
      has: (path) => watched.has(path),
      add: ({ path }) => {
        watched.add(path);
        onAdd(path, onBroken);
      },
      drop: (path) => void watched.delete(path),
      keep: (paths) => watched.forEach((path) => paths.has(path) || watched.delete(path)),
      [Symbol.dispose]: () => watched.clear(),
    };
  };
  return {
    tree: new WatchedTree({
      root,
      openWatch,
      onPending: () => undefined,
      onRefused: (reason) => refusals.push(reason),
    }),
    refusals,
  };
}

/** Waits until a condition is true, or long enough to know that it never will be. */
async function settled(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !isSo(); turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("a tree vouches for its index when all of it is watched", async () => {
  const { tree } = watchIn(() => undefined);
  tree.follow(scanOf("", "src"));
  expect(tree.vouches).toBe(false);
  await settled(() => tree.vouches);
  expect([tree.vouches, tree.facts()]).toEqual([true, { state: "live", folders: 2 }]);
});

test("what a later scan no longer has is watched no more", async () => {
  const { tree } = watchIn(() => undefined);
  tree.follow(scanOf("", "src", "lib"));
  await settled(() => tree.vouches);
  tree.follow(scanOf("", "lib"));
  await settled(() => !tree.watches("src"));
  expect([tree.watches("src"), tree.watches("lib"), tree.facts()]).toEqual([
    false,
    true,
    { state: "live", folders: 2 },
  ]);
});

test("not where the system ends the watch while its last folder is added", async () => {
  const { tree, refusals } = watchIn((folder, end) => {
    if (folder !== "src") return;
    // So slow that others get a turn afterwards, in which the watch ends.
    for (const until = performance.now() + 30; performance.now() < until;);
    setImmediate(end);
  });
  tree.follow(scanOf("", "src"));
  await settled(() => refusals.length > 0);
  await settled(() => tree.vouches);
  expect([tree.vouches, tree.isRefused, tree.facts().state]).toEqual([false, true, "refused"]);
});

test(
  "a folder that was moved is looked at with all below it, also by a watch that covers the whole tree at " +
    "once",
  async () => {
    let listener: WatchListener | undefined;
    const openWatch = (_root: string, given: WatchListener): FolderWatch => {
      listener = given;
      return {
        count: 1,
        has: () => true,
        add: () => undefined,
        drop: () => undefined,
        keep: () => undefined,
        [Symbol.dispose]: () => undefined,
      };
    };
    const tree = new WatchedTree({ root, openWatch, onPending: () => undefined, onRefused: () => undefined });
    tree.follow(scanOf("", "src", "src/deep", "lib"));
    await settled(() => tree.vouches);
    tree.pending.take();
    listener?.onChange("", "src");
    const changes = tree.pending.take();
    expect(["", "src", "src/deep", "lib"].filter((path) => changes.has(path))).toEqual([
      "",
      "src",
      "src/deep",
    ]);
  },
);
