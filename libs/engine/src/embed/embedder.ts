/**
 * The embedder interface: turns text into vectors. There is one implementation per provider;
 * `embedder.suite.ts` defines their common behaviour.
 */

export interface EmbedderCapabilities {
  /** Whether vectors are worth caching, because embedding again costs more than a lookup. */
  readonly cacheable: boolean;
  /** Whether the embedder answers without network or waiting. */
  readonly local: boolean;
  /**
   * Whether a document's path affects its vector, so that the same text under another path has another
   * vector.
   */
  readonly usesPaths: boolean;
  /** How fast the embedder answers a question; limits what a search does besides. */
  readonly pace: EmbedderPace;
}

/**
 * `fast`: built in, or a cloud of one of the largest services. `standard`: other clouds. `slow`: a model on
 * the user's own machine.
 */
export type EmbedderPace = "fast" | "standard" | "slow";

export interface DocumentText {
  /** Relative to the codebase's root; embedders may use its words. */
  readonly path: string;
  readonly text: string;
}

/** Progress of an embedder. */
export type EmbedEvent =
  /** Number of texts whose vectors came from the cache or were computed. */
  | { readonly kind: "from_cache" | "embedded"; readonly texts: number }
  /** Number of texts longer than the model's limit. Their ends do not affect their vectors. */
  | { readonly kind: "truncated"; readonly texts: number }
  /** A request was sent. It fails if there is no answer in time. */
  | { readonly kind: "asking"; readonly timeoutMs: number }
  /** The service asked to wait, or a request is retried. */
  | { readonly kind: "waiting"; readonly waitMs: number; readonly reason: string };

export interface EmbedOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: EmbedEvent) => void) | undefined;
  /**
   * Receives vectors as they arrive, by position among the texts, whatever happens to the rest. Not every
   * embedder calls it.
   */
  readonly onVectors?: ((vectors: ReadonlyMap<number, Float32Array>) => Promise<void>) | undefined;
}

/** Turns texts into vectors. An embedder that holds resources must be disposed of by its opener. */
export interface Embedder extends Partial<AsyncDisposable> {
  /** Part of the fingerprint. */
  readonly provider: string;
  readonly model: string;
  /**
   * Address of the service, if it is not the provider's own; another server may have a different model under
   * the same name. Absent for the provider's own address.
   */
  readonly address?: string;
  /**
   * Host of the service that texts are sent to, with its port if that is not the default; absent if texts are
   * not sent anywhere.
   */
  readonly host?: string;
  /** Null until the provider has answered for the first time. */
  readonly dimension: number | null;
  readonly capabilities: EmbedderCapabilities;
  /**
   * One unit vector per text, in the order of the texts; all zeros for a text without known words. Throws
   * `EngineError` with `EMBEDDER_FAILED`, or `CANCELLED` as soon as the signal aborts.
   */
  embedDocuments(documents: readonly DocumentText[], options?: EmbedOptions): Promise<Float32Array[]>;
  /**
   * As above, for relative paths: the words in names of folders and files. All zeros if a path is not worth a
   * request.
   */
  embedPaths(paths: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /**
   * Positions of the documents, or paths, whose vectors are cached and need no request. Absent without a
   * cache.
   */
  keptDocuments?(documents: readonly DocumentText[]): ReadonlySet<number>;
  keptPaths?(paths: readonly string[]): ReadonlySet<number>;
  /** As above, for a question. */
  embedQuery(query: string, options?: EmbedOptions): Promise<Float32Array>;
}
