import { expect, it } from "vitest";
import { SYMBOL_KINDS } from "@satori/contracts";
import {
  ago,
  bytes,
  callLabel,
  count,
  duration,
  freshness,
  kindMark,
  statusHeading,
  words,
} from "./wording.ts";

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [12_345, "12.3 kB"],
  [999_999, "1000 kB"],
  [123_456_789, "123 MB"],
  [5e15, "5000 TB"],
])("%d bytes are %s", (value, text) => expect(bytes(value)).toBe(text));

it.each([
  [-1, "0 s"],
  [400, "0 s"],
  [59_000, "59 s"],
  [60_000, "1 min"],
  [3_599_000, "59 min"],
  [7_200_000, "2 h"],
  [172_800_000, "2 days"],
])("%d ms are %s", (ms, text) => expect(duration(ms)).toBe(text));

it.each([
  [null, "never"],
  ["2026-01-01T00:00:00Z", "just now"],
  ["2025-12-31T23:00:00Z", "1 h ago"],
  ["2026-01-01T01:00:00Z", "just now"],
])("%s was %s", (at, text) => expect(ago(at, Date.parse("2026-01-01T00:00:01Z"))).toBe(text));

it("counts and names are words", () =>
  expect([count(1, "file"), count(2818, "file"), words("name_match")]).toEqual([
    "1 file",
    "2,818 files",
    "name match",
  ]));

it.each([
  [{ mode: "fresh", checkedAt: null }, "index compared with the disk"],
  [
    { mode: "fresh", checkedAt: "2026-01-01T00:00:00Z", reason: "no watch" },
    "index last compared with the disk 1 min ago",
  ],
  [
    { mode: "synced", checkedAt: null, changes: { added: 1, removed: 0, modified: 2 } },
    "index updated: 1 added, 2 changed, 0 removed",
  ],
  [
    { mode: "skipped_locked", checkedAt: null, reason: "another process writes" },
    "index may lack recent changes: another process writes",
  ],
  [
    { mode: "failed", checkedAt: null, reason: "`manage_index sync` compares it" },
    "index may lack recent changes: “Apply changes now” compares it",
  ],
  [{ mode: "failed", checkedAt: null }, "index may lack recent changes"],
] as const)("%j reads %s", (decision, text) =>
  expect(freshness(decision, Date.parse("2026-01-01T00:01:30Z"))).toBe(text),
);

it.each([
  [{ tool: "manage_index", args: { action: "create" } }, "Build the index"],
  [{ tool: "manage_index", args: { action: "create", path: "/a/shop" } }, "Index shop"],
  [
    { tool: "manage_index", args: { action: "create", path: "/a", force: true } },
    "Rebuild with these settings",
  ],
  [{ tool: "manage_index", args: { action: "sync", path: "/a" } }, "Apply changes now"],
  [{ tool: "manage_index", args: { action: "reindex", allowUnnecessaryReindex: true } }, "Rebuild anyway"],
  [{ tool: "search_codebase", args: {} }, "Search for it"],
] as const)("%j is told as %s", (call, text) => expect(callLabel(call)).toBe(text));

it("statuses have headings, also those of a newer server", () =>
  expect(["not_indexed", "of_tomorrow"].map(statusHeading)).toEqual(["No index yet", "of tomorrow"]));

it("a short name of a kind is that of one kind, and fits beside the names in an outline", () => {
  const marks = SYMBOL_KINDS.map(kindMark);
  expect(new Set(marks).size).toBe(SYMBOL_KINDS.length);
  expect(marks.filter((mark) => mark.length > 6)).toEqual([]);
  expect(kindMark("kind_of_tomorrow")).toBe("kind_of_tomorrow");
});
