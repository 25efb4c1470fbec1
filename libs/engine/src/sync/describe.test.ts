import type { IndexFacts } from "@satori/contracts";
import { expect, it } from "vitest";
import { describeIndex } from "./manage-index.ts";

const FACTS: IndexFacts = {
  state: "indexed",
  files: 1,
  chunks: 2,
  symbols: 0,
  languages: [],
  skipped: [],
  secrets: { count: 0, examples: [] },
  degradedFiles: 0,
  partlyParsedFiles: 0,
  fingerprint: null,
  merkleRoot: null,
  sizeBytes: 0,
  lastIndexedAt: null,
  lastSyncedAt: null,
  customExtensions: [],
  ignorePatterns: [],
  lockOwner: null,
  watch: { state: "off", folders: 0 },
  embedding: null,
  lastFailure: null,
};
const own = (changes: Partial<IndexFacts>): string[] =>
  describeIndex({ title: "/code", commit: null }, { ...FACTS, ...changes })
    .split("\n")
    .filter((line) => line.startsWith("own "));

it("names the patterns and extensions of the codebase's own, the first ones of many", () => {
  expect(own({})).toEqual([]);
  expect(own({ ignorePatterns: ["vendor/**", "*.md"], customExtensions: [".tpl"] })).toEqual([
    "own ignore patterns: vendor/**, *.md",
    "own extensions: .tpl",
  ]);
  expect(own({ ignorePatterns: Array.from({ length: 22 }, (_, at) => `p${at}/`) })).toEqual([
    expect.stringMatching(/^own ignore patterns: p0\/, .+, p19\/ and 2 more$/),
  ]);
});
