import { expect, it } from "vitest";
import { notIndexed, notReady, requiresReindex, WARNINGS } from "@satori/contracts";
import { actionsIn, inPlainWords } from "./plain-words.ts";

const context = { tool: "search_codebase", echo: { path: "/a b/c.d", effectiveRoot: "/a b/c.d" } } as const;
const gated = { ...context, durationMs: 1 };
const fingerprint = {
  embeddingProvider: "static",
  embeddingModel: "m",
  embeddingDimension: 1,
  vectorStoreProvider: "sqlite",
  schemaVersion: 1,
} as const;
const older = {
  indexFingerprint: fingerprint,
  runtimeFingerprint: { ...fingerprint, schemaVersion: 2 },
  mismatched: ["schemaVersion"],
} as unknown as Parameters<typeof requiresReindex>[1];

it.each([
  [notIndexed(gated).message, "/a b/c.d has no complete index."],
  [notIndexed({ ...gated, toCreate: "/a b" }).message, "/a b/c.d has no complete index."],
  [
    notIndexed({ ...gated, indexedBelow: ["/a b/c.d/e"] }).message,
    "/a b/c.d has no complete index, but these folders below it do: /a b/c.d/e. Open one of them, or " +
      "index all of it.",
  ],
  [
    notIndexed({ ...gated, coveredBy: "/a b" }).message,
    "/a b/c.d has no index of its own: it is part of the index of /a b. Open that folder.",
  ],
  [
    notReady(gated, { progressPct: 7, lastUpdated: null, phase: null }).message,
    "/a b/c.d is being indexed (7 %).",
  ],
  [
    requiresReindex(gated, older).message,
    "The index of /a b/c.d was built by an older version of Satori (schemaVersion). Choose “Rebuild the " +
      "index”.",
  ],
  ["Indexing of /a has started. Poll manage_index status until it is ok.", "Indexing of /a has started."],
  [
    "Should use sync, not reindex: run manage_index sync. To rebuild anyway, run manage_index reindex with " +
      "allowUnnecessaryReindex.",
    "Should use sync, not reindex: choose “Apply changes now”. To rebuild anyway, choose “Rebuild " +
      "anyway”.",
  ],
  [
    "No symbol f. Similar: g (a.ts:1). To select it, pass its symbolId.",
    "No symbol f. Similar: g (a.ts:1). Choose it below.",
  ],
  [
    "2 symbols are called f. Open one by its symbolId, or pass a file or folder that contains it.",
    "2 symbols are called f. Choose one below.",
  ],
  ["remove its index with `manage_index clear`", "remove its index with “Remove the index”"],
  ["The file has manage_indexes.", "The file has manage_indexes."],
])("%s", (sentence, words) => expect(inPlainWords(sentence)).toBe(words));

it("a sentence tells which buttons belong to it", () =>
  expect([
    actionsIn(WARNINGS.LAST_RUN_FAILED.nextStep),
    actionsIn("run manage_index sync, or `manage_index sync`"),
    actionsIn("manage_indexes sync"),
  ]).toEqual([["status", "reindex"], ["sync"], []]));
