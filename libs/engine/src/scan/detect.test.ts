import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FolderManifest } from "../model/manifest.ts";
import { hashOf, manifestOf } from "../testing/trees/manifests.ts";
import { type Changes, detectChanges } from "./detect.ts";
import type { FolderScan } from "../model/folder-scan.ts";

const known = (...folders: FolderManifest[]): ReadonlyMap<string, FolderManifest> =>
  new Map(folders.map((folder) => [folder.path, folder]));
const seen = (manifest: FolderManifest, isUnchanged = false): FolderScan => ({
  manifest,
  diskPath: manifest.path,
  isUnchanged,
});

/** Changes of one folder between its known and its present state. */
function changesOf(before: string | null, now: string): Changes {
  return detectChanges(before === null ? known() : known(manifestOf("src", before)), {
    folders: [seen(manifestOf("src", now))],
    unreadable: [],
  });
}

/** `path` for a new file, `path: kind hash` for a known one. */
function candidatesOf({ candidates }: Changes): string[] {
  return candidates.map(({ path, known: was }) => (was ? `${path}: ${was.kind} ${was.hash[0]}` : path));
}

describe("files to read", () => {
  it.each([
    ["new ones", null, "file a.ts -", ["src/a.ts"]],
    [
      "those without a hash, with what is known of them",
      "file a.ts 1\nbinary b.bin 2\ntoo_large c 0\nunreadable d",
      "file a.ts -\nfile b.bin -\nfile c -\nfile d -",
      ["src/a.ts: file 1", "src/b.bin: binary 2", "src/c: too_large 0", "src/d: unreadable 0"],
    ],
    ["not those whose hash was taken over", "file a.ts 1", "file a.ts 1\nfile b.ts -", ["src/b.ts"]],
    [
      "nothing that is left out",
      "file a 1\nfile b 1",
      "ignored_file a\ntoo_large b -\nbinary c 3\nlink d\nspecial e\nfolder f\ninvalid_name g\nunreadable h",
      [],
    ],
    [
      "what had another kind of name, as if it were new",
      "ignored_file a\nlink b\nfolder c",
      "file a -\nfile b -\nfile c -",
      ["src/a", "src/b: link 0", "src/c"],
    ],
  ])("are %s", (_, before, now, expected) => {
    expect(candidatesOf(changesOf(before, now))).toEqual(expected);
  });

  it("carry where the disk has them", () => {
    const scan = {
      manifest: manifestOf("caf\u00e9", "file a\u0301.ts -"),
      diskPath: "cafe\u0301",
      isUnchanged: false,
    };
    expect(detectChanges(known(), { folders: [scan], unreadable: [] }).candidates).toEqual([
      {
        path: "caf\u00e9/\u00e1.ts",
        diskPath: "cafe\u0301/a\u0301.ts",
        sizeBytes: 10,
        folder: 0,
        entry: 0,
        known: null,
      },
    ]);
  });
});

describe("paths to remove", () => {
  const skipped = ["too_large", "binary", "encoding", "unparsable", "unreadable", "special", "link"];

  it.each([
    [
      "files that are gone",
      "file a 1\nfile b 1\nfolder c\nignored_file d\nlink e",
      "file b 1",
      ["src/a", "src/e"],
      1,
    ],
    [
      "files that are no files any more",
      "file a 1\nfile b 1\nfile c 1\nfile d 1",
      "ignored_file a\nlink b\nfolder c\ntoo_large d -",
      ["src/a", "src/b", "src/c", "src/d"],
      4,
    ],
    [
      "skipped files that are gone, which count as none",
      skipped.map((kind) => `${kind} ${kind} 2`).join("\n"),
      "",
      skipped.map((kind) => `src/${kind}`).sort(),
      0,
    ],
    [
      "skipped files that are skipped for another cause",
      "binary a 2\ntoo_large b 0",
      "too_large a -\nspecial b",
      ["src/a", "src/b"],
      0,
    ],
    [
      "nothing that is read again or stays what it is",
      "file a 1\nbinary b 2\ntoo_large c 0\nspecial d",
      "file a -\nfile b -\ntoo_large c 0\nspecial d",
      [],
      0,
    ],
  ])("are %s", (_, before, now, removed, removedFiles) => {
    expect(changesOf(before, now)).toMatchObject({ removed, removedFiles });
  });

  it("never are those of a file whose other spelling is listed as unusable", () => {
    const both = "file caf\u00e9 1\ninvalid_name cafe\u0301";
    expect(changesOf("file cafe\u0301 1", both.replace(" 1", " -"))).toMatchObject({
      removed: ["src/caf\u00e9"],
      removedFiles: 1,
      candidates: [{ path: "src/caf\u00e9", known: null }],
    });
    expect(changesOf(both, "file caf\u00e9 1")).toMatchObject({
      removed: ["src/cafe\u0301"],
      removedFiles: 0,
    });
    expect(changesOf(both, "file cafe\u0301 -")).toMatchObject({
      removed: ["src/cafe\u0301", "src/caf\u00e9"],
      removedFiles: 1,
      candidates: [{ path: "src/caf\u00e9", known: { kind: "invalid_name" } }],
    });
  });
});

describe("folders", () => {
  const before = known(
    manifestOf("", "folder src\nfile a 1"),
    manifestOf("src", "file b 1\nfolder deep"),
    manifestOf("src/deep", "file c 1\nbinary d 2"),
    manifestOf("srcs", "file e 1"),
  );

  it("that are gone take their files with them", () => {
    const changes = detectChanges(before, {
      folders: [seen(manifestOf("", "folder srcs\nfile a 1")), seen(manifestOf("srcs", "file e 1"), true)],
      unreadable: [],
    });
    expect(changes).toEqual({
      candidates: [],
      removed: ["src/b", "src/deep/c", "src/deep/d"],
      removedFiles: 2,
      removedFolders: ["src", "src/deep"],
      kept: [],
    });
  });

  it("that cannot be listed keep theirs, with all that is below them", () => {
    const { removed, removedFolders, kept } = detectChanges(before, {
      folders: [seen(manifestOf("", "folder src\nfolder srcs\nfile a 1"))],
      unreadable: ["src"],
    });
    expect([removed, removedFolders, kept.map(({ path }) => path)]).toEqual([
      ["srcs/e"],
      ["srcs"],
      ["src", "src/deep"],
    ]);
  });

  it("that are unchanged are not looked at", () => {
    const odd = seen(manifestOf("src", "file never-seen -"), true);
    expect(detectChanges(before, { folders: [odd], unreadable: [""] })).toMatchObject({
      candidates: [],
      removed: [],
      removedFolders: [],
    });
  });
});

it("turns what was known into what is seen, whatever the two are", () => {
  const entry = fc.record({
    name: fc.constantFrom("a", "b", "c", "d"),
    kind: fc.constantFrom("file", "folder", "ignored_file", "too_large", "binary", "link", "unreadable"),
    hash: fc.constantFrom("1", "2"),
  });
  const folder = fc.uniqueArray(entry, { selector: ({ name }) => name });
  const tree = fc.dictionary(fc.constantFrom("", "x", "x/y"), folder, { noNullPrototype: true });
  fc.assert(
    fc.property(tree, tree, (was, is) => {
      const lines = (entries: { kind: string; name: string; hash: string }[], hashes: boolean): string =>
        entries
          .map(({ kind, name, hash }) => `${kind} ${name} ${hashes && /file|binary/.test(kind) ? hash : "-"}`)
          .join("\n");
      const before = new Map(
        Object.entries(was).map(([path, entries]) => [path, manifestOf(path, lines(entries, true))]),
      );
      const folders = Object.entries(is).map(([path, entries]) =>
        seen(manifestOf(path, lines(entries, false))),
      );
      const { candidates, removed, removedFolders } = detectChanges(before, { folders, unreadable: [] });
      const indexed = new Set([...before.values()].flatMap(filesOf));
      for (const path of removed) indexed.delete(path);
      for (const { path } of candidates) indexed.add(path);
      expect([...indexed].sort()).toEqual(folders.flatMap(({ manifest }) => filesOf(manifest)).sort());
      expect(
        [...before.keys()].filter((path) => !removedFolders.includes(path)).every((path) => path in is),
      ).toBe(true);
      expect(removed).toEqual([...new Set(removed)].sort());
    }),
    { numRuns: 300, seed: 3 },
  );
});

function filesOf(folder: FolderManifest): string[] {
  return folder.names
    .filter((_, at) => folder.kinds[at] === 0)
    .map((name) => (folder.path === "" ? name : `${folder.path}/${name}`));
}

it("knows a hash by its digits", () => {
  expect(changesOf("file a a", "file a -").candidates[0]?.known?.hash).toBe(hashOf("a"));
});
