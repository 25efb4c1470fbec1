/** Continuously observes which processes write an index. */
import { closeSync, openSync, readFileSync, readSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Writers, clashIn, writersIn } from "./writers.ts";
import { indexFileOf } from "../support/home-index.ts";

/** Interval between two observations; each takes a thirtieth of a millisecond. */
const LOOK_MS = 2;

/** Offset and size of the transaction count in `index.db-shm`. */
const COUNT_AT = 8;
const COUNT_BYTES = 4;

/** An observation of a forbidden state. */
interface Suspicion {
  readonly what: string;
  readonly atOnce: number;
  /** The process that wrote without the lock; undefined if two processes hold the lock. */
  readonly pid: number | undefined;
  readonly transactions: string;
}

/**
 * Observes writers. It misses writes without the lock that begin and end between two observations, and
 * everything on systems without `/proc`. A reader that finds a half-written log header also takes the log's
 * write lock for a moment; unlike a writer, it leaves the log's transaction count unchanged.
 */
export class WriterWatch implements Disposable {
  /** Number of observations, of those with the lock held, and of those during a transaction. */
  looks = 0;
  held = 0;
  wrote = 0;
  /** Most processes that held the lock or wrote at the same time. */
  maxAtOnce = 0;
  /** All processes that ever held the lock. */
  readonly processes = new Set<number>();
  /** How long one process held the lock, as far as the observations show. */
  readonly holdsMs: number[] = [];
  /** Descriptions of forbidden states. */
  readonly clashes: string[] = [];
  private suspicion: Suspicion | null = null;
  private holder: { readonly pid: number | undefined; readonly sinceMs: number } = {
    pid: undefined,
    sinceMs: 0,
  };
  private readonly timer: NodeJS.Timeout;

  /**
   * @param home home of the processes, with one index. This process must not have the index open: reading its
   * log would release its locks
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

  /**
   * Confirms a suspicion after the process has released the log: it was a writer if there is one more
   * transaction.
   */
  private confirm(writing: readonly number[]): void {
    const { suspicion } = this;
    if (!suspicion || (suspicion.pid !== undefined && writing.includes(suspicion.pid))) return;
    if (suspicion.pid === undefined || this.transactions() !== suspicion.transactions) {
      this.clashes.push(suspicion.what);
      this.maxAtOnce = Math.max(this.maxAtOnce, suspicion.atOnce);
    }
    this.suspicion = null;
  }

  /** The log's transaction count, in any byte order. */
  private transactions(): string {
    const descriptor = openSync(`${indexFileOf(this.home)}-shm`, "r");
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

  /** Null if nothing can be observed. */
  private now(): Writers | null {
    try {
      return writersIn(readFileSync("/proc/locks", "latin1"), {
        lock: statSync(this.file("lock.db")).ino,
        log: statSync(`${indexFileOf(this.home)}-shm`).ino,
      });
    } catch {
      return null;
    }
  }
}
