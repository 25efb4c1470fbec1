/**
 * Limits the disk space of an index beyond its content: free pages, and the write-ahead log, whose file never
 * shrinks by itself and grows without limit if some reader is always open. Space that cannot be freed now is
 * freed later.
 */
import { statSync } from "node:fs";
import { type Database, WAIT_FOR_OTHERS } from "../../sqlite/driver.ts";
import { LOG_BYTES } from "./schema.ts";

/**
 * Free pages, and the share of all pages, that are worth keeping, because merges of posting lists need them
 * again and again. 256 pages are a megabyte.
 */
const FREE_PAGES = 256;
const FREE_SHARE = 1 / 8;
/** Pages freed per sync; moving one takes up to 40 µs. */
const PAGES_AT_ONCE = 500;
/**
 * How long to wait for readers of this process, and of others, before the log is truncated. New readers of
 * this process wait meanwhile.
 */
const OWN_READERS_MS = 300;
const OTHER_READERS_MS = 100;

/** The readers of this process. */
export interface Readers {
  /** Runs `work` while no reader is open; waits for open ones up to a limit. */
  between(maxWaitMs: number, work: () => void): Promise<void>;
}

export class DiskSpace {
  /** Size from which the log is truncated, in bytes. */
  private cutFromBytes = LOG_BYTES;

  constructor(
    private readonly database: Database,
    private readonly path: string,
    private readonly readers: Readers,
  ) {}

  /** Bytes of the file and its log. */
  sizeBytes(): number {
    return sizeOf(this.path) + this.logBytes();
  }

  /**
   * Frees space after a run, which leaves all pages of the previous one. Never throws: the run is complete,
   * and later runs free what cannot be freed now.
   */
  giveBackAll(): void {
    // No busy timeout: waiting for a reader of this process would be in vain.
    this.attempt(() =>
      this.database.exec("PRAGMA incremental_vacuum; PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)"),
    );
  }

  /** Frees some space after a sync. Never throws, because the sync's data is already written. */
  async giveBackSome(): Promise<void> {
    this.attempt(() => this.giveFreePagesBack());
    if (this.logBytes() <= this.cutFromBytes) return;
    await this.readers.between(OWN_READERS_MS, () =>
      this.attempt(() =>
        this.database.exec(`PRAGMA busy_timeout=${OTHER_READERS_MS}; PRAGMA wal_checkpoint(TRUNCATE)`),
      ),
    );
    // If the log could not be truncated, do not retry at every sync.
    this.cutFromBytes = this.logBytes() + LOG_BYTES;
  }

  /** Frees pages that the connection caches in memory. Never throws. */
  giveMemoryBack(): void {
    this.attempt(() => this.database.exec("PRAGMA shrink_memory"));
  }

  private giveFreePagesBack(): void {
    const [pages, free] = ["page_count", "freelist_count"].map((name) =>
      Number(this.database.prepare(`PRAGMA ${name}`).get()?.[0]),
    ) as [number, number];
    const kept = Math.max(FREE_PAGES, pages * FREE_SHARE);
    // Frees half of the kept pages too, so that it is not due again at once.
    if (free > kept)
      this.database.exec(`PRAGMA incremental_vacuum(${Math.min(PAGES_AT_ONCE, Math.ceil(free - kept / 2))})`);
  }

  /**
   * Ignores failures: another process is writing or reading, the disk is full, or the store was closed
   * meanwhile.
   */
  private attempt(work: () => void): void {
    for (const step of [work, (): void => this.database.exec(WAIT_FOR_OTHERS)]) {
      try {
        step();
      } catch {
        // The next sync or run tries again.
      }
    }
  }

  private logBytes(): number {
    return sizeOf(`${this.path}-wal`);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
