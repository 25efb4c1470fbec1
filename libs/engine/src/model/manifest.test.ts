import { describe, expect, it } from "vitest";
import { manifestOf } from "../testing/trees/manifests.ts";
import { ENTRY_KINDS, entryPath, folderDigest, merkleRoot } from "./manifest.ts";

describe("the Merkle root", () => {
  const folders = [manifestOf("", "file a.ts 1\nfolder src"), manifestOf("src", "file b.ts 2")];

  it("does not depend on the order of folders, nor on times and what is left out", () => {
    const later = [
      manifestOf("src", "file b.ts 2 99\nbinary c.bin 3\nignored_file d\nlink e"),
      manifestOf("empty", ""),
      manifestOf("", "file a.ts 1 5"),
    ];
    expect(merkleRoot(later)).toBe(merkleRoot(folders));
  });

  it.each([
    ["content", [manifestOf("", "file a.ts 3"), manifestOf("src", "file b.ts 2")]],
    ["name", [manifestOf("", "file A.ts 1"), manifestOf("src", "file b.ts 2")]],
    ["folder", [manifestOf("", "file a.ts 1"), manifestOf("lib", "file b.ts 2")]],
    ["number of files", [manifestOf("", "file a.ts 1")]],
    ["place of what is equal", [manifestOf("", "file a.ts 2"), manifestOf("src", "file b.ts 1")]],
  ])("depends on every file's %s", (_, other) => {
    expect(merkleRoot(other)).not.toBe(merkleRoot(folders));
  });

  it("is the same for names that are the same once normalised", () => {
    expect(merkleRoot([manifestOf("", "file cafe\u0301 1")])).toBe(
      merkleRoot([manifestOf("", "file caf\u00e9 1")]),
    );
  });

  it("of no files is that of nothing", () => {
    expect(merkleRoot([])).toBe(merkleRoot([manifestOf("", "folder x\nbinary b 1")]));
    expect(folderDigest(manifestOf("", "binary b 1"))).toBe("");
  });
});

it("has kinds in their stored order", () => {
  expect(ENTRY_KINDS).toEqual([
    "file",
    "folder",
    "ignored_file",
    "ignored_folder",
    "too_large",
    "binary",
    "encoding",
    "unreadable",
    "invalid_name",
    "special",
    "link",
    "unparsable",
    "lfs_pointer",
    "submodule",
  ]);
});

it("names entries below their folder, normalised", () => {
  expect([entryPath("", "a"), entryPath("src", "a"), entryPath("caf\u00e9", "n\u0303")]).toEqual([
    "a",
    "src/a",
    "caf\u00e9/\u00f1",
  ]);
});
