/**
 * Text → vectors. One implementation for each provider; `embedder.suite.ts` states how all of them behave.
 */

export interface EmbedderCapabilities {
  /** Worth keeping in the shared cache: embedding again costs more than a look-up. */
  readonly cacheable: boolean;
  /** Answers without network or waiting. */
  readonly local: boolean;
  /** A document's path has a part in its vector: the same text elsewhere has another one. */
  readonly usesPaths: boolean;
  /** How soon it answers a question, and so what a search can afford beside it. */
  readonly pace: EmbedderPace;
}

/**
 * fast: built in, and the clouds of the largest services; standard: other clouds; slow: a model on a machine
 * of one's own.
 */
export type EmbedderPace = "fast" | "standard" | "slow";

export interface DocumentText {
  /** Relative to the codebase's root; embedders may use its words. */
  readonly path: string;
  readonly text: string;
}

/** What happens while an embedder works. */
export type EmbedEvent =
  /** Vectors of so many texts are there: found in the cache, or made. */
  | { readonly kind: "from_cache" | "embedded"; readonly texts: number }
  /** So many texts were longer than the model takes: their ends have no part in their vectors. */
  | { readonly kind: "truncated"; readonly texts: number }
  /** A request goes out, which fails when it is not answered in time. */
  | { readonly kind: "asking"; readonly timeoutMs: number }
  /** The service asks for patience, or is tried again. */
  | { readonly kind: "waiting"; readonly waitMs: number; readonly reason: string };

export interface EmbedOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: EmbedEvent) => void) | undefined;
  /**
   * Told of vectors as they come, by position among the texts, whatever becomes of the rest. Not every
   * embedder does.
   */
  readonly onVectors?: ((vectors: ReadonlyMap<number, Float32Array>) => Promise<void>) | undefined;
}

/** Whoever opened one that holds something open disposes of it. */
export interface Embedder extends Partial<AsyncDisposable> {
  /** What goes into the fingerprint. */
  readonly provider: string;
  readonly model: string;
  /**
   * Address of the service, where it is not the provider's own: what another one calls by the same name may
   * be another model. Absent where it is.
   */
  readonly address?: string;
  /**
   * Host of the service that texts are sent to, with its port where that is another one than usual; absent
   * where none is asked.
   */
  readonly host?: string;
  /** Null until the provider was asked for the first time. */
  readonly dimension: number | null;
  readonly capabilities: EmbedderCapabilities;
  /**
   * One unit vector for each text, in the order of the texts; all zeros for a text without known words.
   * Throws `EngineError` with `EMBEDDER_FAILED`, or `CANCELLED` as soon as the signal says so.
   */
  embedDocuments(documents: readonly DocumentText[], options?: EmbedOptions): Promise<Float32Array[]>;
  /**
   * As above, for relative paths: what the names of folders and files say. All zeros where that is not worth
   * a request.
   */
  embedPaths(paths: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /**
   * Positions of the documents, and of paths, that nobody would be asked for. Absent where nothing is kept.
   */
  keptDocuments?(documents: readonly DocumentText[]): ReadonlySet<number>;
  keptPaths?(paths: readonly string[]): ReadonlySet<number>;
  /** As above, for a question. */
  embedQuery(query: string, options?: EmbedOptions): Promise<Float32Array>;
}
