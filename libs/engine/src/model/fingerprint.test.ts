import { expect, it } from "vitest";
import type { Fingerprint } from "@satori/contracts";
import { FINGERPRINT } from "../testing/store-content.ts";
import { compareFingerprints } from "./fingerprint.ts";

it.each<[string, Partial<Fingerprint>, Partial<Fingerprint>, readonly string[] | null]>([
  ["nothing, where both are alike", {}, {}, null],
  ["the model", { embeddingModel: "words-1" }, { embeddingModel: "words-2" }, ["embeddingModel"]],
  ["the dimension", { embeddingDimension: 8 }, { embeddingDimension: 16 }, ["embeddingDimension"]],
  [
    "no dimension that the runtime does not know yet",
    { embeddingDimension: 8 },
    { embeddingDimension: null },
    null,
  ],
  ["no dimension that the index did not know", { embeddingDimension: null }, { embeddingDimension: 8 }, null],
  ["a dimension of none", { embeddingDimension: 8 }, { embeddingDimension: 0 }, ["embeddingDimension"]],
  [
    "several things, in their order",
    { schemaVersion: 1, vectorStoreProvider: "sqlite", embeddingProvider: "a" },
    { schemaVersion: 2, vectorStoreProvider: "milvus", embeddingProvider: "b" },
    ["embeddingProvider", "vectorStoreProvider", "schemaVersion"],
  ],
])("tells %s", (_, index, runtime, mismatched) => {
  const [indexFingerprint, runtimeFingerprint] = [
    { ...FINGERPRINT, ...index },
    { ...FINGERPRINT, ...runtime },
  ];
  expect(compareFingerprints(indexFingerprint, runtimeFingerprint)).toEqual(
    mismatched && { indexFingerprint, runtimeFingerprint, mismatched },
  );
});
