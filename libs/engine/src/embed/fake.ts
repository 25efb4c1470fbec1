/**
 * A deterministic embedder for tests. Each word has a pseudo-random direction, and a text's vector is the sum
 * of its words' directions.
 */
import { EngineError } from "../errors.ts";
import type { DocumentText, EmbedOptions, Embedder, EmbedderCapabilities, EmbedderPace } from "./embedder.ts";

export interface FakeEmbedderOptions {
  /** Default 8. */
  readonly dimension?: number;
  /** Default `words-1`; another model changes the fingerprint. */
  readonly model?: string;
  /** Default: none, as with the provider's own address. */
  readonly address?: string;
  /** Default: none, as with a built-in embedder. */
  readonly host?: string;
  /** Whether the dimension is known before the first text, as with built-in models; default true. */
  readonly knowsDimension?: boolean;
  /** Whether vectors are worth caching, as those of a service are; default false. */
  readonly cacheable?: boolean;
  /** Whether a document's path counts as part of its text; default false. */
  readonly usesPaths?: boolean;
  /** Default `fast`. */
  readonly pace?: EmbedderPace;
}

export class FakeEmbedder implements Embedder {
  readonly provider = "fake";
  readonly model: string;
  readonly address?: string;
  readonly host?: string;
  readonly capabilities: EmbedderCapabilities;
  /** While set, every request fails for this reason. */
  failure: string | null = null;
  /** Number of further document requests that succeed; later ones fail. */
  requestsLeft = Number.POSITIVE_INFINITY;
  /** Texts of documents that were embedded, in order. */
  readonly embedded: string[] = [];
  /** Paths that were embedded, in order. */
  readonly embeddedPaths: string[] = [];
  private readonly size: number;
  private isSizeKnown: boolean;

  constructor({
    dimension = 8,
    model = "words-1",
    address,
    host,
    knowsDimension = true,
    cacheable = false,
    usesPaths = false,
    pace = "fast",
  }: FakeEmbedderOptions = {}) {
    this.size = dimension;
    this.model = model;
    if (address !== undefined) this.address = address;
    if (host !== undefined) this.host = host;
    this.isSizeKnown = knowsDimension;
    this.capabilities = { cacheable, local: !cacheable, usesPaths, pace };
  }

  get dimension(): number | null {
    return this.isSizeKnown ? this.size : null;
  }

  embedDocuments(documents: readonly DocumentText[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    if (this.requestsLeft-- <= 0)
      return Promise.reject(new EngineError("EMBEDDER_FAILED", "the quota is used up"));
    return this.answer(() => {
      this.embedded.push(...documents.map(({ text }) => text));
      options.onEvent?.({ kind: "embedded", texts: documents.length });
      return documents.map(({ path, text }) =>
        this.vectorOf(this.capabilities.usesPaths ? `${path} ${text}` : text),
      );
    });
  }

  embedPaths(paths: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    return this.answer(() => {
      this.embeddedPaths.push(...paths);
      options.onEvent?.({ kind: "embedded", texts: paths.length });
      return paths.map((path) => this.vectorOf(path));
    });
  }

  embedQuery(query: string): Promise<Float32Array> {
    return this.answer(() => this.vectorOf(query));
  }

  private answer<Answer>(work: () => Answer): Promise<Answer> {
    if (this.failure !== null) return Promise.reject(new EngineError("EMBEDDER_FAILED", this.failure));
    this.isSizeKnown = true;
    return Promise.resolve(work());
  }

  private vectorOf(text: string): Float32Array {
    const sum = new Float64Array(this.size);
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      for (let d = 0; d < this.size; d++) sum[d] = (sum[d] as number) + component(word, d);
    const length = Math.hypot(...sum);
    return length === 0 ? new Float32Array(this.size) : Float32Array.from(sum, (value) => value / length);
  }
}

/** A number between -1 and 1 that depends only on the word and the axis (FNV-1a, mixed once more). */
function component(word: string, axis: number): number {
  let hash = 0x811c9dc5 ^ (axis * 0x9e3779b1);
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 31 - 1;
}
