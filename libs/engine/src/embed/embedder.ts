/** Text → vectors. One implementation for each provider; `embedder.suite.ts` states how all of them behave. */

export interface EmbedderCapabilities {
  /** Worth keeping in the shared cache: embedding again costs more than a look-up. */
  readonly cacheable: boolean;
  /** Answers without network or waiting. */
  readonly local: boolean;
  /** A document's path has a part in its vector: the same text elsewhere has another one. */
  readonly usesPaths: boolean;
}

export interface DocumentText {
  /** Relative to the codebase's root; embedders may use its words. */
  readonly path: string;
  readonly text: string;
}

/** Whoever opened one that holds something open disposes of it. */
export interface Embedder extends Partial<AsyncDisposable> {
  /** What goes into the fingerprint. */
  readonly provider: string;
  readonly model: string;
  /** Null until the provider was asked for the first time. */
  readonly dimension: number | null;
  readonly capabilities: EmbedderCapabilities;
  /**
   * One unit vector for each text, in the order of the texts; all zeros for a text without known words.
   * Throws `EngineError` with `EMBEDDER_FAILED`.
   */
  embedDocuments(documents: readonly DocumentText[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** As above, for relative paths: what the names of folders and files say. All zeros where that is not worth a request. */
  embedPaths(paths: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** As above, for a question. */
  embedQuery(query: string, signal?: AbortSignal): Promise<Float32Array>;
}
