/** When an index and the runtime fit together. Pure. */
import type { Compatibility, Fingerprint } from "@satori/contracts";

/**
 * Rises whenever chunking, tokenising, stored facts, tables or grammars change, so that an older index asks
 * to be rebuilt.
 */
export const SCHEMA_VERSION = 16;

/**
 * The runtime's. Known without asking anybody: a dimension that an embedder has yet to learn is null.
 *
 * @param embedder null where the codebase is searched by words alone
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

/** What differs, or null when nothing does. A dimension that is not known yet agrees with any. */
export function compareFingerprints(index: Fingerprint, runtime: Fingerprint): Compatibility | null {
  const mismatched = FIELDS.filter((field) => {
    const isUnknown = field === "embeddingDimension" && (index[field] === null || runtime[field] === null);
    return !isUnknown && index[field] !== runtime[field];
  });
  return mismatched.length === 0
    ? null
    : { indexFingerprint: index, runtimeFingerprint: runtime, mismatched };
}
