import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { VERSIONS, treeAt, writeVersion } from "./tree.ts";

const VERSION_NUMBERS = Array.from({ length: VERSIONS }, (_, version) => version);

test("versions differ in most files, and each has some that the others have not", () => {
  for (const from of VERSION_NUMBERS) {
    for (const to of VERSION_NUMBERS.filter((version) => version !== from)) {
      const [before, after] = [treeAt(from), treeAt(to)];
      const count = (isSo: (path: string) => boolean): number => [...after.keys()].filter(isSo).length;
      expect(count((path) => before.has(path) && before.get(path) !== after.get(path))).toBeGreaterThan(50);
      expect(count((path) => before.get(path) === after.get(path))).toBeGreaterThan(10);
      expect(count((path) => !before.has(path))).toBeGreaterThan(5);
    }
  }
});

test("a folder holds the version that was written last, whatever was there before", () => {
  const root = mkdtempSync(join(tmpdir(), "satori-tree-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  let from: number | null = null;
  for (const version of [0, 3, 1, 2, 0]) {
    writeVersion(root, version, from);
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(new Map(files.map((path) => [path.slice(root.length + 1), readFileSync(path, "utf8")]))).toEqual(
      treeAt(version),
    );
    from = version;
  }
});
