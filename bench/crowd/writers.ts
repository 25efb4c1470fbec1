/**
 * Which processes write an index, from the system's lock table. A writer holds two locks: the codebase's lock
 * (`lock.db`, the whole file) and, during each transaction, SQLite's write lock on the index (one byte of
 * `index.db-shm`). One read of `/proc/locks` shows both at the same time: the process that writes has to be
 * the one that holds the codebase's lock. Pure.
 */
/**
 * From SQLite's file format: the bytes of a database that an exclusive lock covers, and the byte of the log's
 * write lock.
 */
const SHARED_FIRST = 0x40000002;
const SHARED_LAST = SHARED_FIRST + 509;
const LOG_WRITE_BYTE = 120;

/**
 * A line such as `1: POSIX  ADVISORY  WRITE 4711 fe:00:1234 120 120`: process, inode, first and last byte.
 * Waiting locks have an arrow.
 */
const WRITE_LOCK = /^\d+: POSIX +\w+ +WRITE +(\d+) +\w+:\w+:(\d+) +(\d+) +(\d+|EOF)/gm;

/** Inodes of the files whose locks are observed. */
export interface LockFiles {
  /** `lock.db` */
  readonly lock: number;
  /** `index.db-shm` */
  readonly log: number;
}

/** Processes that hold the codebase's lock, and those that are writing into the index. */
export interface Writers {
  readonly holding: readonly number[];
  readonly writing: readonly number[];
}

/**
 * @param locks contents of `/proc/locks`. A long list is read in parts, between which it may change, so that
 * a lock may occur twice
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
 * Describes a forbidden state: two processes that write or may write, or one that writes without the lock.
 * Null if all is well.
 */
export function clashIn({ holding, writing }: Writers): string | null {
  if (holding.length <= 1 && writing.every((pid) => pid === holding[0])) return null;
  return `${holding.join(", ") || "nobody"} held the lock while ${writing.join(", ") || "nobody"} wrote`;
}
