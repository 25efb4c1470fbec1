import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { restat, signature } from "./control-files.ts";
import { openIgnorePolicy } from "./policy.ts";
import { temporaryFolder, writtenTree } from "./testing/written-tree.ts";

/** A codebase with a control file, and a function that tells whether anything has changed since. */
function openedCodebase(): { root: string; home: string; hasChanged: () => boolean } {
  const root = writtenTree("//- .gitignore\na");
  const home = temporaryFolder();
  const options = { root, environment: { home, variables: { GIT_CONFIG_NOSYSTEM: "1" } } };
  const now = (): string => signature(openIgnorePolicy(options).controlFiles());
  const known = now();
  return { root, home, hasChanged: () => now() !== known };
}

describe("the signature of the control files", () => {
  it("stays the same while nothing changes, in whatever order they are listed", () => {
    const { root, hasChanged } = openedCodebase();
    expect(hasChanged()).toBe(false);
    const files = openIgnorePolicy({ root }).controlFiles();
    expect(signature([...files].reverse())).toBe(signature(files));
    expect(files.map(restat)).toEqual(files);
  });

  it("changes with the size or time of a file", () => {
    const { root, hasChanged } = openedCodebase();
    utimesSync(join(root, ".gitignore"), 1, 1);
    expect(hasChanged()).toBe(true);
  });

  it("changes when a file vanishes", () => {
    const { root, hasChanged } = openedCodebase();
    rmSync(join(root, ".gitignore"));
    expect(hasChanged()).toBe(true);
  });

  it("changes when a file appears that was looked for", () => {
    const { root, hasChanged } = openedCodebase();
    writeFileSync(join(root, ".satoriignore"), "");
    expect(hasChanged()).toBe(true);
  });

  it("changes when git is told of another global excludes file", () => {
    const { home, hasChanged } = openedCodebase();
    writeFileSync(join(home, ".gitconfig"), "[core]\n\texcludesFile = ~/mine\n");
    expect(hasChanged()).toBe(true);
  });
});
