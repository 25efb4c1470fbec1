/**
 * An embedder with a cache: a text that was embedded before, for any codebase and by any process, is not
 * embedded again. All vectors come back as int8 directions, the form that the cache stores, so that a text
 * has the same vector whether it was cached or not.
 */
import type { LogEvent, Clock } from "../ports.ts";
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { EngineConfig } from "../config.ts";
import { inTurn } from "../in-turn.ts";
import { type Metrics, NO_METRICS } from "../metrics.ts";
import { CACHE_LEVELS, quantize, unitOf } from "../vectors/quantize.ts";
import type { DocumentText, EmbedOptions, Embedder, EmbedderCapabilities } from "./embedder.ts";
import { EmbeddingCache } from "./embedding-cache.ts";

/** Name of the cache file in the home. It may be deleted whenever no process has it open. */
const CACHE_FILE = "cache.db";

export interface CacheContext {
  readonly config: Pick<EngineConfig, "home" | "cacheBytes">;
  readonly clock: Clock;
  readonly log: LogEvent;
  /** Default: no metrics. */
  readonly metrics?: Metrics;
}

/**
 * The embedder with the home's cache if its vectors are worth caching, otherwise the embedder itself. Does
 * not open the cache yet.
 */
export function withCache<Given extends Embedder | null>(
  embedder: Given,
  { config, clock, log, metrics = NO_METRICS }: CacheContext,
): Given | CachedEmbedder {
  if (!embedder?.capabilities.cacheable) return embedder;
  const onFailure = (error: unknown): void =>
    log("warn", "embedding_cache_failed", { cause: String((error as { cause?: unknown }).cause ?? error) });
  const options = {
    path: join(config.home, CACHE_FILE),
    maxBytes: config.cacheBytes,
    nowMs: () => clock.nowMs(),
    onFailure,
  };
  return new CachedEmbedder(embedder, config.cacheBytes > 0 ? new EmbeddingCache(options) : null, metrics);
}

/** One kind of input to embed. */
interface Work<Item> {
  readonly kind: "document" | "path";
  readonly textOf: (item: Item) => string;
  readonly embed: (items: readonly Item[], options: EmbedOptions) => Promise<Float32Array[]>;
  readonly options: EmbedOptions;
}

export class CachedEmbedder implements Embedder {
  readonly provider: string;
  readonly model: string;
  readonly address?: string;
  readonly host?: string;
  readonly capabilities: EmbedderCapabilities;
  /** Texts since opening: hits came from the cache, misses from the embedder. */
  readonly counts = { hits: 0, misses: 0 };
  private readonly inner: Embedder;
  private readonly cache: EmbeddingCache | null;
  private readonly metrics: Metrics;
  private foundDimension: number | null = null;

  /** @param cache null to cache nothing */
  constructor(inner: Embedder, cache: EmbeddingCache | null, metrics: Metrics) {
    this.inner = inner;
    this.cache = cache;
    this.metrics = metrics;
    this.provider = inner.provider;
    this.model = inner.model;
    if (inner.address !== undefined) this.address = inner.address;
    if (inner.host !== undefined) this.host = inner.host;
    this.capabilities = inner.capabilities;
  }

  /** Dimension from the embedder, or of cached vectors if the embedder has not been called yet. */
  get dimension(): number | null {
    return this.inner.dimension ?? this.foundDimension;
  }

  embedDocuments(documents: readonly DocumentText[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    const textOf = (document: DocumentText): string => this.keyTextOf(document);
    return this.throughCache(documents, {
      kind: "document",
      textOf,
      embed: (missing, told) => this.inner.embedDocuments(missing, told),
      options,
    });
  }

  embedPaths(paths: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    return this.throughCache(paths, {
      kind: "path",
      textOf: (path) => path,
      embed: (missing, told) => this.inner.embedPaths(missing, told),
      options,
    });
  }

  keptDocuments(documents: readonly DocumentText[]): ReadonlySet<number> {
    return this.kept(documents.map((document) => this.keyOf("document", this.keyTextOf(document))));
  }

  keptPaths(paths: readonly string[]): ReadonlySet<number> {
    return this.kept(paths.map((path) => this.keyOf("path", path)));
  }

  /** Not cached: questions rarely repeat. */
  embedQuery(query: string, options?: EmbedOptions): Promise<Float32Array> {
    return this.inner.embedQuery(query, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await inTurn([() => this.cache?.[Symbol.dispose](), () => this.inner[Symbol.asyncDispose]?.()]);
  }

  /** Vectors in the order of the items. A text that occurs several times is embedded once. */
  private async throughCache<Item>(items: readonly Item[], work: Work<Item>): Promise<Float32Array[]> {
    if (items.length === 0) return [];
    const keys = items.map((item) => this.keyOf(work.kind, work.textOf(item)));
    const wanted = new Map(items.map((item, at) => [keys[at] as string, item]));
    const rows = this.find([...wanted.keys()]);
    let made = await this.embed(
      [...wanted].filter(([key]) => !rows.has(key)),
      rows,
      work,
    );
    // A model may return vectors of another length than it once did under the same name.
    const { dimension } = this.inner;
    if (dimension !== null)
      made += await this.embed(
        [...wanted].filter(([key]) => rows.get(key)?.length !== dimension),
        rows,
        work,
      );
    const found = items.length - made;
    this.counts.hits += found;
    this.metrics.count("satori_embedding_texts_total", { cache: "hit" }, found);
    if (found > 0) work.options.onEvent?.({ kind: "from_cache", texts: found });
    return keys.map((key) => unitOf(rows.get(key) as Int8Array));
  }

  /** Cached rows, all of one dimension: the embedder's if that is known, otherwise that of the first row. */
  private find(keys: readonly string[]): Map<string, Int8Array> {
    const rows = this.cache?.read(keys) ?? new Map<string, Int8Array>();
    const dimension = this.dimension ?? [...rows.values()][0]?.length ?? null;
    for (const [key, { length }] of rows) if (length !== dimension) rows.delete(key);
    if (rows.size > 0) this.foundDimension = dimension;
    return rows;
  }

  /** Embeds the missing items and adds their vectors to the rows. Returns the number of missing items. */
  private async embed<Item>(
    missing: readonly (readonly [string, Item])[],
    rows: Map<string, Int8Array>,
    work: Work<Item>,
  ): Promise<number> {
    if (missing.length === 0) return 0;
    const kept = new Set<number>();
    const keep = async (vectors: ReadonlyMap<number, Float32Array>): Promise<void> => {
      const fresh = new Map([...vectors].map(([at, vector]) => [missing[at]?.[0] as string, rowOf(vector)]));
      for (const at of vectors.keys()) kept.add(at);
      for (const [key, row] of fresh) rows.set(key, row);
      await this.cache?.write(fresh);
    };
    // Vectors that arrive before a request fails are cached.
    const vectors = await work.embed(
      missing.map(([, item]) => item),
      { ...work.options, onVectors: keep },
    );
    this.counts.misses += missing.length;
    this.metrics.count("satori_embedding_texts_total", { cache: "miss" }, missing.length);
    await keep(new Map([...vectors.entries()].filter(([at]) => !kept.has(at))));
    return missing.length;
  }

  private kept(keys: readonly string[]): ReadonlySet<number> {
    const there = this.cache?.keysAmong(keys) ?? new Set<string>();
    return new Set(keys.flatMap((key, at) => (there.has(key) ? [at] : [])));
  }

  private keyTextOf({ path, text }: DocumentText): string {
    return this.capabilities.usesPaths ? `${path}\0${text}` : text;
  }

  private keyOf(kind: Work<never>["kind"], text: string): string {
    const model = this.address === undefined ? this.model : `${this.model}\0${this.address}`;
    return createHash("sha256").update(`${this.provider}\0${model}\0${kind}\0${text}`).digest("base64url");
  }
}

function rowOf(vector: Float32Array): Int8Array {
  return quantize([vector], vector.length, CACHE_LEVELS).values;
}
