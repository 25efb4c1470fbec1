/**
 * An embedder behind the cache: what was embedded before, for any codebase and by any process, is not embedded again. What
 * comes out are directions of int8, as the cache holds them, be they found or new: a text has the same vector either way.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { EngineConfig } from "../config.ts";
import type { Clock, LogEvent } from "../engine-context.ts";
import { quantize, unitOf } from "../vectors/quantize.ts";
import type { DocumentText, Embedder, EmbedderCapabilities } from "./embedder.ts";
import { EmbeddingCache } from "./embedding-cache.ts";

/** Of the home; may be removed whenever nobody has it open. */
const CACHE_FILE = "cache.db";

export interface CacheContext {
  readonly config: Pick<EngineConfig, "home" | "cacheBytes">;
  readonly clock: Clock;
  readonly log: LogEvent;
}

/** The embedder behind the home's cache, if its vectors are worth keeping; else the embedder itself. Opens nothing yet. */
export function withCache<Given extends Embedder | null>(embedder: Given, { config, clock, log }: CacheContext): Given | CachedEmbedder {
  if (!embedder?.capabilities.cacheable) return embedder;
  const onFailure = (error: unknown): void => log("warn", "embedding_cache_failed", { cause: String((error as { cause?: unknown }).cause ?? error) });
  const options = { path: join(config.home, CACHE_FILE), maxBytes: config.cacheBytes, nowMs: () => clock.nowMs(), onFailure };
  return new CachedEmbedder(embedder, config.cacheBytes > 0 ? new EmbeddingCache(options) : null);
}

/** One sort of thing that is embedded. */
interface Work<Item> {
  readonly kind: "document" | "path";
  readonly textOf: (item: Item) => string;
  readonly embed: (items: readonly Item[]) => Promise<Float32Array[]>;
}

export class CachedEmbedder implements Embedder {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: EmbedderCapabilities;
  /** Since it was opened: texts that the embedder was asked for, and all others. */
  readonly counts = { hits: 0, misses: 0 };
  private readonly inner: Embedder;
  private readonly cache: EmbeddingCache | null;
  private foundDimension: number | null = null;

  /** @param cache null where nothing is to be kept */
  constructor(inner: Embedder, cache: EmbeddingCache | null) {
    this.inner = inner;
    this.cache = cache;
    this.provider = inner.provider;
    this.model = inner.model;
    this.capabilities = inner.capabilities;
  }

  /** What the provider said, be it when vectors were made that have been found since. */
  get dimension(): number | null {
    return this.inner.dimension ?? this.foundDimension;
  }

  embedDocuments(documents: readonly DocumentText[], signal?: AbortSignal): Promise<Float32Array[]> {
    const { usesPaths } = this.capabilities;
    const textOf = ({ path, text }: DocumentText): string => (usesPaths ? `${path}\0${text}` : text);
    return this.throughCache(documents, { kind: "document", textOf, embed: (missing) => this.inner.embedDocuments(missing, signal) });
  }

  embedPaths(paths: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return this.throughCache(paths, { kind: "path", textOf: (path) => path, embed: (missing) => this.inner.embedPaths(missing, signal) });
  }

  /** Questions seldom come twice. */
  embedQuery(query: string, signal?: AbortSignal): Promise<Float32Array> {
    return this.inner.embedQuery(query, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cache?.[Symbol.dispose]();
    await this.inner[Symbol.asyncDispose]?.();
  }

  /** In the order of the items; a text that comes several times is embedded once. */
  private async throughCache<Item>(items: readonly Item[], work: Work<Item>): Promise<Float32Array[]> {
    if (items.length === 0) return [];
    const keys = items.map((item) => this.keyOf(work.kind, work.textOf(item)));
    const wanted = new Map(items.map((item, at) => [keys[at] as string, item]));
    const rows = this.find([...wanted.keys()]);
    const misses = this.counts.misses;
    await this.embed([...wanted].filter(([key]) => !rows.has(key)), rows, work);
    // A model may give vectors of another length than it once did under the same name.
    const { dimension } = this.inner;
    if (dimension !== null) await this.embed([...wanted].filter(([key]) => rows.get(key)?.length !== dimension), rows, work);
    this.counts.hits += items.length - (this.counts.misses - misses);
    return keys.map((key) => unitOf(rows.get(key) as Int8Array));
  }

  /** Rows that are in the cache, all of one dimension: the embedder's as far as it is known. */
  private find(keys: readonly string[]): Map<string, Int8Array> {
    const rows = this.cache?.read(keys) ?? new Map<string, Int8Array>();
    const dimension = this.dimension ?? [...rows.values()][0]?.length ?? null;
    for (const [key, { length }] of rows) if (length !== dimension) rows.delete(key);
    if (rows.size > 0) this.foundDimension = dimension;
    return rows;
  }

  private async embed<Item>(missing: readonly (readonly [string, Item])[], rows: Map<string, Int8Array>, work: Work<Item>): Promise<void> {
    if (missing.length === 0) return;
    const vectors = await work.embed(missing.map(([, item]) => item));
    this.counts.misses += missing.length;
    const fresh = new Map(missing.map(([key], at) => [key, rowOf(vectors[at] as Float32Array)]));
    for (const [key, row] of fresh) rows.set(key, row);
    await this.cache?.write(fresh);
  }

  private keyOf(kind: Work<never>["kind"], text: string): string {
    return createHash("sha256").update(`${this.provider}\0${this.model}\0${kind}\0${text}`).digest("base64url");
  }
}

function rowOf(vector: Float32Array): Int8Array {
  return quantize([vector], vector.length).values;
}
