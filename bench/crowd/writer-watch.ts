/** Looks at who writes an index, all the time. */
import { closeSync, openSync, readFileSync, readSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Writers, clashIn, writersIn } from "./writers.ts";

/** Between two looks; one takes a thirtieth of a millisecond. */
const LOOK_MS = 2;

/** Of `index.db-shm`: where the count of transactions stands, and how long it is. */
const COUNT_AT = 8;
const COUNT_BYTES = 4;

/** A look that saw what must not be. */
interface Suspicion {
  readonly what: string;
  readonly atOnce: number;
  /** Who wrote without the lock; undefined where two hold it. */
  readonly pid: number | undefined;
  readonly transactions: string;
}

/**
 * What it misses: a write without the lock that begins and ends between two looks, and everything where there
 * is no `/proc`. A reader that meets a half-written header of the log takes the log's write lock for a
 * moment, too: it is told from a writer by the log's count of transactions, which it leaves as it was.
 */
export class WriterWatch implements Disposable {
  /** Looks that were taken, those that saw the lock held, and those that saw a transaction. */
  looks = 0;
  held = 0;
  wrote = 0;
  /** Processes that held the lock or wrote at one moment. */
  maxAtOnce = 0;
  /** All that ever held it. */
  readonly processes = new Set<number>();
  /** How long one process held the lock, as far as looks can tell. */
  readonly holdsMs: number[] = [];
  /** Looks that saw what must not be, in words. */
  readonly clashes: string[] = [];
  private suspicion: Suspicion | null = null;
  private holder: { readonly pid: number | undefined; readonly sinceMs: number } = {
    pid: undefined,
    sinceMs: 0,
  };
  private readonly timer: NodeJS.Timeout;

  /**
   * @param home of the processes; holds one index, which this process must not have open: reading its log
   * would end its locks
   */
  constructor(private readonly home: string) {
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const writers = this.now();
    if (!writers) return;
    const { holding, writing } = writers;
    for (const pid of holding) this.processes.add(pid);
    this.looks++;
    this.held += Math.sign(holding.length);
    this.wrote += Math.sign(writing.length);
    this.maxAtOnce = Math.max(this.maxAtOnce, holding.length);
    this.noteHolder(holding[0]);
    this.confirm(writing);
    const what = clashIn(writers);
    if (what !== null)
      this.suspicion ??= {
        what,
        atOnce: new Set([...holding, ...writing]).size,
        pid: writing.find((pid) => pid !== holding[0]),
        transactions: this.transactions(),
      };
  }

  /** Once a suspect has let go of the log: it was a writer if there is one more transaction. */
  private confirm(writing: readonly number[]): void {
    const { suspicion } = this;
    if (!suspicion || (suspicion.pid !== undefined && writing.includes(suspicion.pid))) return;
    if (suspicion.pid === undefined || this.transactions() !== suspicion.transactions) {
      this.clashes.push(suspicion.what);
      this.maxAtOnce = Math.max(this.maxAtOnce, suspicion.atOnce);
    }
    this.suspicion = null;
  }

  /** The log's count of transactions, in whatever order its bytes are. */
  private transactions(): string {
    const descriptor = openSync(this.file("index.db-shm"), "r");
    try {
      const bytes = Buffer.alloc(COUNT_BYTES);
      readSync(descriptor, bytes, 0, COUNT_BYTES, COUNT_AT);
      return bytes.toString("hex");
    } finally {
      closeSync(descriptor);
    }
  }

  private file(name: string): string {
    const indexes = join(this.home, "indexes");
    return join(indexes, readdirSync(indexes)[0] ?? "", name);
  }

  private noteHolder(pid: number | undefined): void {
    const { pid: before, sinceMs } = this.holder;
    if (pid === before) return;
    const nowMs = performance.now();
    if (before !== undefined) this.holdsMs.push(nowMs - sinceMs);
    this.holder = { pid, sinceMs: nowMs };
  }

  /** Null where nothing can be seen. */
  private now(): Writers | null {
    try {
      return writersIn(readFileSync("/proc/locks", "latin1"), {
        lock: statSync(this.file("lock.db")).ino,
        log: statSync(this.file("index.db-shm")).ino,
      });
    } catch {
      return null;
    }
  }
}
