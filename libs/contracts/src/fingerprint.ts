/** What must agree between an index and the runtime for its vectors and chunks to be comparable. */
export interface Fingerprint {
  readonly embeddingProvider: string;
  readonly embeddingModel: string;
  /**
   * A whole number; null while it is not known yet (a remote embedder that was never asked); null is not
   * compared.
   */
  readonly embeddingDimension: number | null;
  readonly vectorStoreProvider: string;
  /**
   * Rises whenever chunking, tokenising or grammars change.
   * @asType integer
   */
  readonly schemaVersion: number;
}

/** Why an index and the runtime do not fit together. */
export interface Compatibility {
  readonly indexFingerprint: Fingerprint;
  readonly runtimeFingerprint: Fingerprint;
  /** Names of the fields that differ, in the order in which `Fingerprint` declares them. */
  readonly mismatched: readonly string[];
}
