/**
 * Data in memory that all views of one index file share, because it belongs to versions of files and not to
 * the views that list them: contents, call facts and vectors, and connections for readers. Ids are never
 * reused within a pool, so an entry cannot become stale.
 */
import type { CallFacts } from "@satori/sidecar";
import { type Database, releaseMappedPages } from "../../../sqlite/driver.ts";
import { bytesOfFlow } from "./flow-bytes.ts";
import { PoolVectors } from "./pool-vectors.ts";
import { RecentCache } from "./recent-cache.ts";
import type { StoredContent } from "./stored-content.ts";

/** Most connections kept for later searches; enough for the usual number at a time. */
const MAX_IDLE = 4;
/** Readers that end between two releases of the pages that idle connections have mapped. */
const READERS_PER_RELEASE = 16;
/** Most characters of text in the cache of a pool. */
const MAX_CONTENT_CHARS = 16_000_000;
/** Most bytes of decoded call facts in the cache of a pool, by a rough estimate. */
const MAX_FLOW_BYTES = 46_000_000;

/** The files that a view lists, by database id. */
export type ListedFiles = ReadonlyMap<number, unknown>;

/** A file's call facts; null inside if it has none. */
export interface KeptFlow {
  readonly flow: CallFacts | null;
}

/** Versions of files in memory, for all views of a pool that use it. */
export class PoolMemory {
  /** Recently read texts with their chunks and symbols. */
  readonly contents = new RecentCache<StoredContent>(MAX_CONTENT_CHARS, ({ text }) => text.length);
  readonly flows = new RecentCache<KeptFlow>(MAX_FLOW_BYTES, ({ flow }) => bytesOfFlow(flow));
  /** Encoded name uses; null for a file without them. */
  readonly nameUses = new Map<number, Uint8Array | null>();
  readonly vectors: PoolVectors;
  private readonly users = new Map<object, ListedFiles>();

  constructor(pool: number) {
    this.vectors = new PoolVectors(pool);
  }

  /** Whether a view uses it. */
  get isUsed(): boolean {
    return this.users.size > 0;
  }

  /** Records which files a view lists now, and drops those that no view lists any more. */
  use(user: object, files: ListedFiles): void {
    this.users.set(user, files);
    this.keepListed();
  }

  leave(user: object): void {
    if (this.users.delete(user) && this.isUsed) this.keepListed();
  }

  private keepListed(): void {
    const lists = [...this.users.values()];
    const isListed = (id: number): boolean => lists.some((files) => files.has(id));
    for (const cache of [this.contents, this.flows, this.vectors]) cache.keepOnly(isListed);
    for (const id of this.nameUses.keys()) if (!isListed(id)) this.nameUses.delete(id);
  }
}

/** What the open views of one index file share. */
export class FileMemory {
  private readonly idle: Database[] = [];
  private readonly pools = new Map<number, PoolMemory>();
  private readersEnded = 0;
  /** Views that have it open. */
  private views = 0;

  /**
   * @param identity the file's identity in the file system; null if views do not share this memory: the path
   *   is not checked for a replaced file then
   * @param onUnused called when the last view has closed it
   */
  constructor(
    readonly identity: string | null,
    private readonly onUnused: () => void = () => undefined,
  ) {}

  open(): this {
    this.views++;
    return this;
  }

  /** @param user as in `use` */
  close(user: object): void {
    this.leave(user);
    if (--this.views > 0) return;
    this.closeIdle();
    this.onUnused();
  }

  /** Memory of the pool that a view uses from now on, instead of an earlier one. */
  use(user: object, pool: number, files: ListedFiles): PoolMemory {
    for (const [number, memory] of this.pools) if (number !== pool) this.leavePool(user, number, memory);
    const memory = this.pools.get(pool) ?? new PoolMemory(pool);
    this.pools.set(pool, memory);
    memory.use(user, files);
    return memory;
  }

  /** Drops what only this view uses. Does not affect open readers. */
  leave(user: object): void {
    for (const [number, memory] of this.pools) this.leavePool(user, number, memory);
    if (this.pools.size === 0) this.closeIdle();
  }

  /** A connection without a transaction that a reader has given back. */
  takeConnection(): Database | undefined {
    return this.idle.pop();
  }

  /** Keeps a connection for later readers, or closes it. */
  giveConnection(database: Database): void {
    if (this.views === 0 || this.idle.length >= MAX_IDLE) return database.close();
    this.idle.push(database);
    // The first reader has read every file; later ones map more and more pages.
    if (this.readersEnded++ % READERS_PER_RELEASE === 0) this.releaseIdle();
  }

  private leavePool(user: object, number: number, memory: PoolMemory): void {
    memory.leave(user);
    if (!memory.isUsed) this.pools.delete(number);
  }

  private releaseIdle(): void {
    try {
      for (const database of this.idle) releaseMappedPages(database);
    } catch {
      // Their state is unknown.
      this.closeIdle();
    }
  }

  private closeIdle(): void {
    for (const database of this.idle.splice(0)) database.close();
  }
}

/** The index files that a process has open. */
export class FileMemories {
  private readonly files = new Map<string, FileMemory>();

  /**
   * What the views of a file share.
   *
   * @param identity null for a file that views do not share
   */
  of(identity: string | null): FileMemory {
    if (identity === null) return new FileMemory(null);
    let memory = this.files.get(identity);
    if (!memory) {
      memory = new FileMemory(identity, () => this.files.delete(identity));
      this.files.set(identity, memory);
    }
    return memory;
  }
}
