import { closeSync, openSync, readFileSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { openRealPath, openedPath } from "./opened-path.ts";

/**
 * Opens a file of a small tree, changes the tree, and returns the reported path of the file, relative to the
 * tree.
 */
function openedAfter(
  platform: NodeJS.Platform,
  work: (root: string) => void,
  path = "src/a.ts",
): string | null {
  using folder = temporaryFolder();
  writeTree(folder.path, "\n//- src/a.ts\nours\n//- elsewhere/a.ts\nsecret\n");
  symlinkSync("elsewhere", join(folder.path, "link"));
  const asked = join(folder.path, path);
  const descriptor = openSync(asked, "r");
  try {
    work(folder.path);
    return openedPath(descriptor, asked, platform)?.slice(folder.path.length + 1) ?? null;
  } finally {
    closeSync(descriptor);
  }
}

const swap = (root: string): void => {
  renameSync(join(root, "src"), join(root, "moved"));
  symlinkSync("elsewhere", join(root, "src"));
};
const saveAnew = (root: string): void => {
  writeFile(join(root, "src/new"), "new\n");
  renameSync(join(root, "src/new"), join(root, "src/a.ts"));
};

describe.each<NodeJS.Platform>([
  ...(process.platform === "linux" ? ["linux" as const] : []),
  "darwin",
  "win32",
])("on %s", (platform) => {
  it("an open file lies where it was opened, and behind a link where that leads", () => {
    expect(openedAfter(platform, () => undefined)).toBe(join("src", "a.ts"));
    expect(openedAfter(platform, () => undefined, "link/a.ts")).toBe(join("elsewhere", "a.ts"));
  });

  it("is never said to lie where it does not, whatever took the place of its folder", () => {
    expect(openedAfter(platform, swap)).toBe(platform === "linux" ? join("moved", "a.ts") : null);
    expect(
      openedAfter(
        platform,
        (root) => {
          unlinkSync(join(root, "link"));
          symlinkSync("src", join(root, "link"));
        },
        "link/a.ts",
      ),
    ).toBe(platform === "linux" ? join("elsewhere", "a.ts") : null);
  });
});

describe.skipIf(process.platform !== "linux")("where the kernel tells", () => {
  it("a file that an editor has just saved anew, or that was deleted, is where it was", () => {
    expect(openedAfter("linux", saveAnew)).toBe("src/a.ts");
    expect(openedAfter("linux", (root) => unlinkSync(join(root, "src/a.ts")))).toBe("src/a.ts");
  });

  it("a file whose name says that it was deleted is where it is", () => {
    expect(
      openedAfter("linux", (root) => renameSync(join(root, "src/a.ts"), join(root, "src/b.ts (deleted)"))),
    ).toBe("src/b.ts (deleted)");
  });
});

it.each<NodeJS.Platform>(["linux", "darwin", "win32"])(
  "a file opens by its real path, given %s",
  (platform) => {
    using folder = temporaryFolder();
    writeFile(join(folder.path, "a.ts"), "ours\n");
    const descriptor = openRealPath(join(folder.path, "a.ts"), platform);
    try {
      expect(readFileSync(descriptor, "utf8")).toBe("ours\n");
    } finally {
      closeSync(descriptor);
    }
  },
);
