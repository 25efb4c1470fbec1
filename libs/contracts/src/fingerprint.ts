/** What must match between an index and the runtime for its vectors and chunks to be comparable. */
export interface Fingerprint {
  readonly embeddingProvider: string;
  readonly embeddingModel: string;
  /** A whole number; null while unknown (a remote embedder that was never called); null is not compared. */
  readonly embeddingDimension: number | null;
  readonly vectorStoreProvider: string;
  /**
   * Rises when chunking, tokenizing or grammars change.
   * @asType integer
   */
  readonly schemaVersion: number;
}

/** Why an index and the runtime are incompatible. */
export interface Compatibility {
  readonly indexFingerprint: Fingerprint;
  readonly runtimeFingerprint: Fingerprint;
  /** Names of the fields that differ, in the order in which `Fingerprint` declares them. */
  readonly mismatched: readonly string[];
}
