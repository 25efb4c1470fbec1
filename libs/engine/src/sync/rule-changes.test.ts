import { describe, expect, it } from "vitest";
import { type FolderManifest, STATS_PER_ENTRY } from "../model/manifest.ts";
import { hashOf, manifestOf } from "../testing/trees/manifests.ts";
import { type RuleChanges, ruleChanges } from "./preflight.ts";

const UNSETTLED = "-1";

function compare(before: readonly FolderManifest[], now: readonly FolderManifest[]): RuleChanges | null {
  const folders = now.map((manifest) => ({ manifest, diskPath: manifest.path, isUnchanged: false }));
  return ruleChanges(new Map(before.map((folder) => [folder.path, folder])), folders);
}

/** Differences between two scans of a root folder, given by their lines. */
const differing = (before: string, now: string): RuleChanges | null =>
  compare([manifestOf("", before)], [manifestOf("", now)]);

/** The manifest with one number of an entry's stats changed. */
function withStat(folder: FolderManifest, name: string, stat: "size" | "inode" | "ctime"): FolderManifest {
  const stats = folder.stats.slice();
  stats[folder.names.indexOf(name) * STATS_PER_ENTRY + { size: 0, inode: 2, ctime: 3 }[stat]] = 99;
  return { ...folder, stats };
}

const NOTHING: RuleChanges = { hasNewControlFile: false, doubtful: [] };
const CONTROL_FILE: RuleChanges = { hasNewControlFile: true, doubtful: [] };

describe("ignore rules explain", () => {
  it.each([
    ["nothing that differs", "file a 1\nfolder b", "file a 1\nfolder b"],
    ["a file that is ignored now", "file a 1", "ignored_file a"],
    ["a file that no longer is", "ignored_file a", "file a - 7"],
    ["a folder that is ignored now", "folder a", "ignored_folder a"],
    ["a folder that no longer is", "ignored_folder a", "folder a"],
    ["a large file that no longer is", "ignored_file a", "too_large a"],
    ["an unreadable folder that is ignored now", "unreadable a", "ignored_folder a"],
    [
      "ignored names that come and go",
      "ignored_file a\nignored_folder b",
      "ignored_file c\nignored_folder d",
    ],
    ["an ignored name that is another thing now", "ignored_file a", "ignored_folder a"],
    ["what is as unreadable as before", "unreadable a\nunreadable b", "file a\nunreadable b"],
    [
      "links and pipes that are there as before",
      "link a\nspecial b\ninvalid_name c",
      "link a\nspecial b\ninvalid_name c",
    ],
  ])("%s", (_, before, now) => expect(differing(before, now)).toEqual(NOTHING));

  it("all that is in a folder that is no longer ignored", () => {
    const now = [
      manifestOf("", "folder a"),
      manifestOf("a", "file b\nfolder c\nfile .gitignore"),
      manifestOf("a/c", "file d"),
    ];
    expect(compare([manifestOf("", "ignored_folder a")], now)).toEqual(NOTHING);
  });
});

describe("ignore rules do not explain", () => {
  it.each([
    ["a new file", "file a 1", "file a 1\nfile b"],
    ["a new folder", "file a 1", "file a 1\nfolder b"],
    ["a new link", "file a 1", "file a 1\nlink b"],
    ["a file that is gone", "file a 1\nfile b 1", "file a 1"],
    ["a folder that is gone", "folder a", ""],
    ["a file with another time", "file a 1 5", "file a 1 6"],
    ["a file that is a folder now", "file a 1", "folder a"],
    ["an ignored file that is a folder now", "ignored_file a", "folder a"],
    ["a folder that is an ignored file now", "folder a", "ignored_file a"],
    ["a link that is an ignored file now", "link a", "ignored_file a"],
    ["another limit of size", "file a 1", "too_large a"],
    ["a limit of size that was lifted", "too_large a", "file a"],
    ["a folder that cannot be listed any more", "folder a", "unreadable a"],
    ["a folder that can be listed again", "unreadable a", "folder a"],
  ])("%s", (_, before, now) => expect(differing(before, now)).toBe(null));

  it.each(["size", "inode", "ctime"] as const)("a file with another %s, however young it was", (stat) => {
    for (const mtime of ["1", UNSETTLED]) {
      const folder = manifestOf("", `file a 1 ${mtime}`);
      expect(compare([folder], [withStat(folder, "a", stat)])).toBe(null);
    }
  });

  it("a change far below", () => {
    const above = [manifestOf("", "folder a\nfile .gitignore 1 5"), manifestOf("a", "folder b")];
    expect(
      compare([...above, manifestOf("a/b", "file c 1 5")], [...above, manifestOf("a/b", "file c 1 6")]),
    ).toBe(null);
  });

  it("a tree of which nothing was known", () => expect(compare([], [manifestOf("", "file a")])).toBe(null));
});

describe("an ignore file", () => {
  it.each([
    ["that changed", "file .gitignore 1 5", "file .gitignore - 6"],
    ["that changed and is ignored itself", "ignored_file .gitignore - 5", "ignored_file .gitignore - 6"],
    ["that appeared", "file a 1", "file .satoriignore\nfile a 1"],
    ["that vanished", "file .satoriignore 1", ""],
    ["that changed in size alone", "file .gitignore 1 5", "file .gitignore - 5"],
  ])("%s is told of", (name, before, now) => {
    const after = manifestOf("", now);
    expect(
      compare(
        [manifestOf("", before)],
        [name.includes("size") ? withStat(after, ".gitignore", "size") : after],
      ),
    ).toEqual(CONTROL_FILE);
  });

  it("is told of wherever it lies", () => {
    const root = manifestOf("", "folder a");
    expect(
      compare([root, manifestOf("a", "file b 1")], [root, manifestOf("a", "file b 1\nfile .gitignore")]),
    ).toEqual(CONTROL_FILE);
  });

  it(
    "that was young at the last scan and looks the same counts as unchanged, so that no rebuild is " +
      "refused for it",
    () => {
      expect(differing(`file .gitignore 1 ${UNSETTLED}`, "file .gitignore 1 5")).toEqual(NOTHING);
    },
  );

  it("does not pass for one where it is a folder", () => {
    expect(differing("", "folder .gitignore")).toBe(null);
    expect(differing("folder .gitignore", "file .gitignore")).toBe(null);
  });
});

describe("a file that looks the same, but was young at a scan", () => {
  it.each([
    ["the last", UNSETTLED, "5"],
    ["this", "5", UNSETTLED],
    ["both", UNSETTLED, UNSETTLED],
  ])("such as %s is in doubt", (_, before, now) => {
    expect(
      compare(
        [manifestOf("", "folder a"), manifestOf("a", `file b 7 ${before}`)],
        [manifestOf("", "folder a"), manifestOf("a", `file b 7 ${now}`)],
      ),
    ).toEqual({
      hasNewControlFile: false,
      doubtful: [{ diskPath: "a/b", hash: hashOf("7") }],
    });
  });

  it("is in doubt as well if it was skipped for its content", () => {
    expect(differing(`binary a 7 ${UNSETTLED}`, "file a - 5")).toMatchObject({
      doubtful: [{ diskPath: "a", hash: hashOf("7") }],
    });
  });

  it("is in no doubt if the index has no content of it", () => {
    expect(
      differing(`too_large a - ${UNSETTLED}\nunreadable b - ${UNSETTLED}`, "too_large a - 5\nfile b - 5"),
    ).toEqual(NOTHING);
  });
});
