import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { git } from "../../testing/trees/git.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { type IndexedFile, encodeGitIndex, isIndexable } from "./git-index.ts";

const OWNER = { uid: 1_000, gid: 100 };

/** Files that git reads from an index. */
function readBack(files: readonly IndexedFile[]): IndexedFile[] {
  using folder = temporaryFolder();
  git(folder.path, "init", "--quiet");
  const index = encodeGitIndex(files, OWNER);
  expect(index.subarray(-20)).toEqual(createHash("sha1").update(index.subarray(0, -20)).digest());
  writeFileSync(join(folder.path, ".git", "index"), index);
  const paths = git(folder.path, "ls-files", "-z").split("\0").slice(0, -1);
  const all = git(folder.path, "ls-files", "--debug", "-z");
  const stats = [
    ...all.matchAll(
      /ctime: (\d+):0\n +mtime: (\d+):0\n +dev: 0\tino: (\d+)\n +uid: (\d+)\tgid: (\d+)\n +size: (\d+)\tflags: 0\n/g,
    ),
  ];
  expect(stats).toHaveLength(paths.length);
  return stats.map(([, ctime, mtime, inode, uid, gid, size], at) => {
    expect([Number(uid), Number(gid)]).toEqual([OWNER.uid, OWNER.gid]);
    return {
      path: paths[at] ?? "",
      sizeBytes: Number(size),
      mtimeMs: Number(mtime) * 1_000,
      ctimeMs: Number(ctime) * 1_000,
      inode: Number(inode),
    };
  });
}

const name = fc.string({
  unit: fc.constantFrom("a", "B", "é", "日", " ", "\n", "-", ".x", "~", "\u{e000}"),
  minLength: 1,
  maxLength: 12,
});
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const seconds = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => value * 1_000);
const file: fc.Arbitrary<IndexedFile> = fc.record({
  path,
  sizeBytes: fc.nat(),
  mtimeMs: seconds,
  ctimeMs: seconds,
  inode: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
});

it("git reads the files back, in the order of bytes", () => {
  fc.assert(
    fc.property(fc.uniqueArray(file, { selector: (one) => one.path, maxLength: 20 }), (files) => {
      const expected = [...files].sort((left, right) =>
        Buffer.compare(Buffer.from(left.path), Buffer.from(right.path)),
      );
      expect(readBack(files)).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

it("stores the part of larger numbers that git stores, and the seconds of times", () => {
  expect(
    readBack([{ path: "a", sizeBytes: 2 ** 32 + 7, mtimeMs: 1_999.9, ctimeMs: 2_000, inode: 2 ** 40 + 9 }]),
  ).toEqual([{ path: "a", sizeBytes: 7, mtimeMs: 1_000, ctimeMs: 2_000, inode: 9 }]);
});

it("stores paths that are longer than the field for their length can express", () => {
  const long = `${"d".repeat(200)}/`.repeat(25) + "e";
  expect(readBack([{ path: long, sizeBytes: 1, mtimeMs: 0, ctimeMs: 0, inode: 1 }])).toMatchObject([
    { path: long },
  ]);
});

it.each([
  ["a/b.ts", true],
  ["日本/é", true],
  ["\u{1f98a}.ts", false],
  ["a\ufffd", false],
])("%j is indexable: %j", (text, expected) => expect(isIndexable(text)).toBe(expected));
