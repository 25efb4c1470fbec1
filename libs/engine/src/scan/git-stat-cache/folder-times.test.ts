import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { TimedTree } from "../../testing/trees/timed-tree.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { settledTimesIn } from "./folder-times.ts";

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
