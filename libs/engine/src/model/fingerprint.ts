/** Whether an index and the runtime match. Pure. */
import type { Compatibility, Fingerprint } from "@satori/contracts";

/**
 * Rises whenever chunking, tokenizing, stored facts, tables or grammars change, so that older indexes ask to
 * be rebuilt.
 */
export const SCHEMA_VERSION = 19;

/**
 * The fingerprint of the runtime. Contacts no service: a dimension that the embedder has not learned yet is
 * null.
 *
 * @param embedder null if the codebase is searched by words only
 */
export function fingerprintOf(
  embedder: { readonly provider: string; readonly model: string; readonly dimension: number | null } | null,
  store: string,
): Fingerprint {
  const { provider, model, dimension } = embedder ?? { provider: "none", model: "none", dimension: 0 };
  return {
    embeddingProvider: provider,
    embeddingModel: model,
    embeddingDimension: dimension,
    vectorStoreProvider: store,
    schemaVersion: SCHEMA_VERSION,
  };
}

const FIELDS = [
  "embeddingProvider",
  "embeddingModel",
  "embeddingDimension",
  "vectorStoreProvider",
  "schemaVersion",
] as const satisfies readonly (keyof Fingerprint)[];

/** Fields that differ; null if none does. An unknown dimension matches any. */
export function compareFingerprints(index: Fingerprint, runtime: Fingerprint): Compatibility | null {
  const mismatched = FIELDS.filter((field) => {
    const isUnknown = field === "embeddingDimension" && (index[field] === null || runtime[field] === null);
    return !isUnknown && index[field] !== runtime[field];
  });
  return mismatched.length === 0
    ? null
    : { indexFingerprint: index, runtimeFingerprint: runtime, mismatched };
}
