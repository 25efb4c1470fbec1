import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { INDEX_FILES, indexFolder, indexesFolder } from "./home.ts";
import { IndexedRoots } from "./indexed-roots.ts";
import { establish, renew, track } from "./tracking.ts";

function newHome(...established: readonly string[]): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  for (const root of established) establish(folder.path, root);
  return folder.path;
}

describe("established folders below a path", () => {
  it("are told by path, without the path itself and what only begins alike", () => {
    const roots = new IndexedRoots(newHome("/code/b", "/code/a/deep", "/code", "/coded", "/other"));
    expect(["/code", "/code/a", "/", "/none"].map((path) => roots.establishedBelow(path))).toEqual([
      ["/code/a/deep", "/code/b"],
      ["/code/a/deep"],
      ["/code", "/code/a/deep", "/code/b", "/coded", "/other"],
      [],
    ]);
  });

  it("follow what other processes do meanwhile", () => {
    const home = newHome("/code/a");
    const roots = new IndexedRoots(home);
    const below = (): string[] => roots.establishedBelow("/code");
    expect(below()).toEqual(["/code/a"]);
    track(home, "/code/b");
    expect(below()).toEqual(["/code/a"]);
    establish(home, "/code/b");
    expect(below()).toEqual(["/code/a", "/code/b"]);
    renew(home, "/code/a");
    expect(below()).toEqual(["/code/b"]);
    rmSync(indexFolder(home, "/code/b"), { recursive: true });
    expect(below()).toEqual([]);
  });

  it("cost no look at the indexes of other folders, once these are known", () => {
    const home = newHome("/code/a", "/other");
    const roots = new IndexedRoots(home);
    expect(roots.establishedBelow("/code")).toEqual(["/code/a"]);
    // Visible to the next call.
    writeFileSync(
      join(indexFolder(home, "/other"), INDEX_FILES.identity),
      JSON.stringify({ path: "/code/b", isEstablished: true }),
    );
    expect(roots.establishedBelow("/code")).toEqual(["/code/a"]);
  });

  it("are not taken from the name of a copied index folder", () => {
    const home = newHome("/code/a");
    cpSync(indexFolder(home, "/code/a"), join(indexesFolder(home), "copy"), { recursive: true });
    const roots = new IndexedRoots(home);
    expect(roots.establishedBelow("/none")).toEqual([]);
    writeFileSync(
      join(indexesFolder(home), "copy", INDEX_FILES.identity),
      JSON.stringify({ path: "/none/b", isEstablished: true }),
    );
    expect(roots.establishedBelow("/none")).toEqual(["/none/b"]);
  });
});
