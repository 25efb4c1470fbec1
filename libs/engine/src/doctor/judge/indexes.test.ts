import { expect, it } from "vitest";
import type { IndexFact } from "../facts.ts";
import { judgeIndexes } from "./indexes.ts";

const SOUND: IndexFact = {
  root: "/code/my shop",
  commit: null,
  folder: "/home/indexes/shop-1",
  state: "indexed",
  files: 2,
  chunks: 5,
  sizeBytes: 2_048,
  folders: 1,
  failure: null,
  hasCause: true,
  damage: null,
  unchecked: null,
  mismatched: [],
  rootState: "folder",
  isWritable: true,
  lock: null,
};
const judge = (fact: Partial<IndexFact>) =>
  judgeIndexes({ indexes: [{ ...SOUND, ...fact }], orphans: [], problem: null });

it.each<[string, Partial<IndexFact>, readonly string[]]>([
  ["one that answers", {}, ["ok index.state"]],
  ["one that was synced", { state: "sync_completed" }, ["ok index.state"]],
  [
    "one that is being made",
    { state: "indexing", lock: { pid: 1, since: "now", isAlive: true } },
    ["ok index.state", "ok index.lock"],
  ],
  [
    "one of another configuration",
    { state: "requires_reindex", mismatched: ["embeddingModel"] },
    ["warning index.state"],
  ],
  ["one whose only run failed", { state: "indexfailed", failure: "no space" }, ["error index.state"]],
  [
    "one whose only run somebody has ended",
    { state: "indexfailed", failure: "it was cancelled", hasCause: false },
    ["warning index.state"],
  ],
  ["one that cannot be opened", { state: "unopenable", failure: "damaged" }, ["error index.state"]],
  [
    "one of a newer version",
    { state: "newer", failure: "written by a newer version" },
    ["error index.state"],
  ],
  [
    "one that answers, though its file is damaged",
    { damage: "Tree 7 page 12: btreeInitPage() returns error code 11" },
    ["ok index.state", "error index.file"],
  ],
  [
    "one whose file the disk does not let be read",
    { unchecked: "The disk refused to read the index" },
    ["ok index.state", "error index.file"],
  ],
  ["one that was only begun", { state: "not_found" }, ["warning index.state"]],
  ["one whose last run failed", { failure: "no space" }, ["ok index.state", "warning index.failure"]],
  ["one whose folder went", { rootState: "gone" }, ["ok index.state", "warning index.root"]],
  [
    "one whose path leads elsewhere",
    { rootState: { leadsTo: "/code/shop" } },
    ["ok index.state", "warning index.root"],
  ],
  [
    "one whose folder may not be looked at",
    { rootState: { code: "EACCES" } },
    ["ok index.state", "warning index.root"],
  ],
  ["one that cannot be written", { isWritable: false }, ["ok index.state", "error index.permissions"]],
  [
    "one whose writer died",
    { lock: { pid: 1, since: "then", isAlive: false } },
    ["ok index.state", "warning index.lock"],
  ],
])("%s", (_, fact, expected) => {
  expect(judge(fact).map(({ level, id }) => `${level} ${id}`)).toEqual(expected);
});

it("what is found has counts and size, and fixes are commands for that codebase", () => {
  expect(judge({})[0]?.found).toBe("2 files, 5 chunks, 2.0 KiB");
  expect(judge({ files: 1, chunks: 1 })[0]?.found).toBe("1 file, 1 chunk, 2.0 KiB");
  expect(judge({ state: "unopenable", failure: "damaged" })[0]).toMatchObject({
    found: "cannot be opened: damaged",
    fix: 'satori clear "/code/my shop", then satori index "/code/my shop"',
  });
  expect(judge({ state: "newer", failure: "written by a newer version" })[0]).toMatchObject({
    found: "cannot be used: written by a newer version",
    fix: 'use that version; or satori clear "/code/my shop", then satori index "/code/my shop"',
  });
  expect(judge({ failure: "no space" })[1]?.fix).toBe('fix the cause, then satori reindex "/code/my shop"');
  expect(judge({ failure: "it died", hasCause: false })[1]?.fix).toBe('satori reindex "/code/my shop"');
  const lock = { pid: 1, since: "then", isAlive: false };
  expect(judge({ lock })[1]?.fix).toBe('satori sync "/code/my shop"');
  expect(judge({ state: "indexfailed", failure: "it died", hasCause: false, lock })[1]?.fix).toBe(
    'satori index "/code/my shop"',
  );
  expect(judge({ rootState: "gone" })[1]).toMatchObject({
    found: "the folder does not exist; its index takes 2.0 KiB",
    fix: expect.stringContaining("satori clear"),
  });
  expect(judge({ rootState: { code: "EIO" } })[1]).toMatchObject({
    found: expect.stringContaining("cannot be accessed (EIO)"),
    fix: expect.not.stringContaining("clear"),
  });
  expect(
    judge({ state: "requires_reindex", mismatched: ["embeddingModel", "schemaVersion"] })[0]?.found,
  ).toContain("differs in embeddingModel, schemaVersion");
});

it("folders that belong to no codebase, and a home that cannot be listed, are told", () => {
  const orphan = { folder: "/home/indexes/x", sizeBytes: 0, claimedRoot: null };
  expect(
    judgeIndexes({ indexes: [], orphans: [orphan, { ...orphan, claimedRoot: "/other" }], problem: null }),
  ).toMatchObject([
    { id: "index.state", found: "nothing is indexed yet" },
    { id: "index.orphan", level: "warning", fix: "remove the folder /home/indexes/x" },
    { found: expect.stringContaining("/other") },
  ]);
  expect(judgeIndexes({ indexes: [], orphans: [], problem: "refused" })).toMatchObject([
    { level: "error", found: "refused" },
  ]);
});

it.each<[string, Partial<IndexFact>, readonly string[]]>([
  ["that answers", {}, ["ok index.state"]],
  ["that is being made", { state: "indexing" }, ["ok index.state"]],
  ["of another configuration", { state: "requires_reindex", mismatched: ["a"] }, ["ok index.state"]],
  ["whose only run failed", { state: "indexfailed", failure: "no space" }, ["warning index.state"]],
  ["that was only begun", { state: "not_found" }, ["warning index.state"]],
  ["that is damaged", { damage: "page 12" }, ["ok index.state", "error index.file"]],
  ["that cannot be written", { isWritable: false }, ["ok index.state", "error index.permissions"]],
  ["whose folder went", { rootState: "gone" }, ["ok index.state"]],
])("the finding about a commit %s names the commit", (_, fact, expected) => {
  const findings = judge({ ...fact, commit: "0123456789abcdef0123456789abcdef01234567" });
  expect(findings.map(({ level, id }) => `${level} ${id}`)).toEqual(expected);
  for (const { level, id, subject, fix } of findings) {
    expect(subject).toBe("commit 0123456789ab of /code/my shop");
    if (level !== "ok" && id !== "index.permissions")
      expect(fix).toMatch(/^satori clear "\/code\/my shop" --at 0123456789ab; /);
  }
});
