/**
 * Who writes an index, as the system sees it. Every process that writes holds two locks: the codebase's lock
 * (`lock.db`, whole), and for the length of each transaction SQLite's write lock on the index (a byte of
 * `index.db-shm`). One look at `/proc/locks` shows all of both at one moment: whoever writes has to be the
 * one that holds the codebase's lock. Pure.
 */
/**
 * Of SQLite's file format: the bytes of a database whose write lock keeps all others out, and the one of the
 * log's write lock.
 */
const SHARED_FIRST = 0x40000002;
const SHARED_LAST = SHARED_FIRST + 509;
const LOG_WRITE_BYTE = 120;

/**
 * E.g. `1: POSIX  ADVISORY  WRITE 4711 fe:00:1234 120 120`: process, inode, first and last byte. A waiting
 * one has an arrow.
 */
const WRITE_LOCK = /^\d+: POSIX +\w+ +WRITE +(\d+) +\w+:\w+:(\d+) +(\d+) +(\d+|EOF)/gm;

/** Inodes of the files whose locks count. */
export interface LockFiles {
  /** `lock.db` */
  readonly lock: number;
  /** `index.db-shm` */
  readonly log: number;
}

/** Processes that hold the codebase's lock, and those that write into the index at this moment. */
export interface Writers {
  readonly holding: readonly number[];
  readonly writing: readonly number[];
}

/**
 * @param locks as in `/proc/locks`; a long list is read in parts, between which others change it, so that one
 * lock may stand there twice
 */
export function writersIn(locks: string, files: LockFiles): Writers {
  const holding = new Set<number>();
  const writing = new Set<number>();
  for (const [, pid, inode, from, to] of locks.matchAll(WRITE_LOCK)) {
    const [first, last] = [Number(from), to === "EOF" ? Number.POSITIVE_INFINITY : Number(to)];
    if (Number(inode) === files.lock && first <= SHARED_FIRST && last >= SHARED_LAST)
      holding.add(Number(pid));
    if (Number(inode) === files.log && first <= LOG_WRITE_BYTE && last >= LOG_WRITE_BYTE)
      writing.add(Number(pid));
  }
  return { holding: [...holding], writing: [...writing] };
}

/**
 * What must not be: two that write or may write, or one that writes without the lock; null when all is well.
 */
export function clashIn({ holding, writing }: Writers): string | null {
  if (holding.length <= 1 && writing.every((pid) => pid === holding[0])) return null;
  return `${holding.join(", ") || "nobody"} held the lock while ${writing.join(", ") || "nobody"} wrote`;
}
