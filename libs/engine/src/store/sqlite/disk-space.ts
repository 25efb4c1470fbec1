/**
 * What an index takes on the disk besides what it holds: pages that are free, and the write-ahead log, whose
 * file never gets shorter by itself and grows without end where some reader is always open. Whatever cannot
 * be given back now is given back later.
 */
import { statSync } from "node:fs";
import { type Database, WAIT_FOR_OTHERS } from "../../sqlite/driver.ts";
import { LOG_BYTES } from "./schema.ts";

/**
 * So many free pages, and such a share of all, are worth keeping: merges of word lists need them time and
 * again. 256 pages are a megabyte.
 */
const FREE_PAGES = 256;
const FREE_SHARE = 1 / 8;
/** Pages that one sync gives back: to move one takes up to 40 µs. */
const PAGES_AT_ONCE = 500;
/**
 * How long readers of this process keep the log from being cut, and how long those of others do. New readers
 * of this process wait meanwhile.
 */
const OWN_READERS_MS = 300;
const OTHER_READERS_MS = 100;

/** The readers of this process. */
export interface Readers {
  /** Does something while none is open: waits for those that are, but not for ever. */
  between(maxWaitMs: number, work: () => void): Promise<void>;
}

export class DiskSpace {
  /** From which size on the log is cut. */
  private cutFromBytes = LOG_BYTES;

  constructor(
    private readonly database: Database,
    private readonly path: string,
    private readonly readers: Readers,
  ) {}

  /** Of the file and its log. */
  sizeBytes(): number {
    return sizeOf(this.path) + this.logBytes();
  }

  /**
   * After a run, which leaves all pages of the one before. Never throws: the run is complete, and the next
   * ones make good what cannot be written back now.
   */
  giveBackAll(): void {
    // A reader of this process would be waited for in vain.
    this.attempt(() =>
      this.database.exec("PRAGMA incremental_vacuum; PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)"),
    );
  }

  /** After a sync. Never throws: so is what it has written. */
  async giveBackSome(): Promise<void> {
    this.attempt(() => this.giveFreePagesBack());
    if (this.logBytes() <= this.cutFromBytes) return;
    await this.readers.between(OWN_READERS_MS, () =>
      this.attempt(() =>
        this.database.exec(`PRAGMA busy_timeout=${OTHER_READERS_MS}; PRAGMA wal_checkpoint(TRUNCATE)`),
      ),
    );
    // Where it could not be cut, it is not tried at every sync.
    this.cutFromBytes = this.logBytes() + LOG_BYTES;
  }

  /** Pages that the connection keeps in memory. Never throws. */
  giveMemoryBack(): void {
    this.attempt(() => this.database.exec("PRAGMA shrink_memory"));
  }

  private giveFreePagesBack(): void {
    const [pages, free] = ["page_count", "freelist_count"].map((name) =>
      Number(this.database.prepare(`PRAGMA ${name}`).get()?.[0]),
    ) as [number, number];
    const kept = Math.max(FREE_PAGES, pages * FREE_SHARE);
    // Half of what is kept goes too, so that it is not due again at once.
    if (free > kept)
      this.database.exec(`PRAGMA incremental_vacuum(${Math.min(PAGES_AT_ONCE, Math.ceil(free - kept / 2))})`);
  }

  /**
   * Whatever keeps it from being done: somebody else is writing or reading, the disk is full, or the store
   * was closed meanwhile.
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
