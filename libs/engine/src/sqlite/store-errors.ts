/**
 * Turns errors of a SQLite driver into errors of a store. Corruption is the delicate case: SQLite reports a
 * read that the disk refused (EIO) as `SQLITE_CORRUPT`, the same as wrong bytes. An index must not be given
 * up because of one failed read, so a separate connection checks the file before it counts as corrupt.
 *
 * @see https://sqlite.org/rescode.html
 */
import { EngineError } from "../errors.ts";

/** Primary result codes. */
const CODES = {
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  PROTOCOL: 15,
  NOTADB: 26,
} as const;
type Code = (typeof CODES)[keyof typeof CODES];

/**
 * `SQLITE_CORRUPT_VTAB`, `_SEQUENCE` and `_INDEX`: contents contradict each other. A refused read cannot
 * cause that.
 */
const CONTRADICTIONS: readonly number[] = [267, 523, 779];

/** Messages of drivers that pass no code on; the first match counts. */
const TEXTS: readonly (readonly [RegExp, Code])[] = [
  [/SQLITE_(CORRUPT|NOTADB)|malformed|not a database/i, CODES.CORRUPT],
  [/SQLITE_FULL|disk is full/i, CODES.FULL],
  [/SQLITE_READONLY|readonly|attempt to write/i, CODES.READONLY],
  [/SQLITE_CANTOPEN|unable to open/i, CODES.CANTOPEN],
  [/SQLITE_BUSY|locked/i, CODES.BUSY],
  [/SQLITE_PROTOCOL|locking protocol/i, CODES.PROTOCOL],
  [/SQLITE_IOERR|disk I\/O/i, CODES.IOERR],
];

const REASONS: Readonly<Partial<Record<number, string>>> = {
  [CODES.FULL]: "The disk is full",
  [CODES.READONLY]: "The index cannot be written: its folder is read-only",
  [CODES.CANTOPEN]: "The index file cannot be opened",
  [CODES.BUSY]: "Another process is writing the index",
  [CODES.LOCKED]: "Another process is writing the index",
  [CODES.PROTOCOL]: "The index file cannot be locked",
  [CODES.IOERR]: "The disk refused to read or write the index",
};

/** Errors that pass once the holder of a lock releases it. */
const LOCKS: readonly number[] = [CODES.BUSY, CODES.LOCKED, CODES.PROTOCOL];
const RETRY_MS = 500;

/** Most characters of a statement in the log, half of them from its end, where the table is. */
const MAX_SQL_CHARS = 300;

/** What a failing driver was doing. */
export interface DriverWork {
  /** The statement. Values are bound, so it contains nothing from files. */
  readonly sql: string;
  /**
   * Result of `PRAGMA integrity_check(1)` over a new connection; null if there is no file. Throws what the
   * driver throws.
   */
  readonly check: (() => string) | null;
}

/**
 * Runs a driver call. Its errors become `STORE_CORRUPT` if the file is corrupt, otherwise
 * `STORE_UNAVAILABLE`.
 */
export function storeErrors<Result>(work: () => Result, context: DriverWork): Result {
  try {
    return work();
  } catch (error) {
    throw storeError(error, context);
  }
}

/** Whether the error means that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof EngineError && primaryCode(error.cause) === CODES.BUSY;
}

/**
 * Whether the disk refused to read or write. From then on, what the connection has in memory may be wrong.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof EngineError) || error.code !== "STORE_UNAVAILABLE") return false;
  const code = primaryCode(error.cause);
  return code === CODES.IOERR || code === CODES.CORRUPT || code === CODES.NOTADB;
}

/**
 * Whether the result of a check reports a failed read rather than wrong content. It usually contains the
 * result code.
 */
export function isRefusedRead(said: string): boolean {
  const [, code] = /error code[ =]+(\d+)/i.exec(said) ?? [];
  return code === undefined ? /failed to get page/i.test(said) : (Number(code) & 0xff) === CODES.IOERR;
}

/** The error for a read that the disk refused. */
export function refusedRead(cause: unknown): EngineError {
  return new EngineError("STORE_UNAVAILABLE", "The disk refused to read the index", {
    cause,
    retryAfterMs: RETRY_MS,
  });
}

function storeError(error: unknown, { sql, check }: DriverWork): EngineError {
  const code = primaryCode(error);
  const isContradiction = CONTRADICTIONS.includes(extendedCode(error) ?? 0);
  if (isContradiction || code === CODES.CORRUPT || code === CODES.NOTADB) {
    if (check === null || isContradiction || isDamaged(check))
      return new EngineError("STORE_CORRUPT", "The index file is corrupt", {
        cause: new FileCorruption(error, sql),
      });
    return refusedRead(error);
  }
  const message = REASONS[code ?? 0] ?? `The index storage failed (${textOf(error).trim()})`;
  return new EngineError("STORE_UNAVAILABLE", message, {
    cause: error,
    ...(code !== null && LOCKS.includes(code) ? { retryAfterMs: RETRY_MS } : {}),
  });
}

/**
 * Whether a second look at the file finds it corrupt. If that look fails too, the state of the file is
 * unknown.
 */
function isDamaged(check: () => string): boolean {
  try {
    const said = check();
    return said !== "ok" && !isRefusedRead(said);
  } catch (error) {
    const code = primaryCode(error);
    return code === CODES.CORRUPT || code === CODES.NOTADB;
  }
}

/** Primary result code; null if it is not an error of SQLite. */
function primaryCode(error: unknown): number | null {
  const code = extendedCode(error);
  return code === null ? (TEXTS.find(([text]) => text.test(textOf(error)))?.[1] ?? null) : code & 0xff;
}

/** Extended result code; null if there is none. libsql calls it `rawCode`, Node.js `errcode`. */
function extendedCode(error: unknown): number | null {
  const { rawCode, errcode } = (error ?? {}) as { readonly rawCode?: unknown; readonly errcode?: unknown };
  const code = rawCode ?? errcode;
  return typeof code === "number" && code > 0 ? code : null;
}

function textOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return `${String(code)} ${String(message)}`;
}

/** Corruption that SQLite found: SQLite's message, and the statement. */
export class FileCorruption extends Error {
  override readonly name = "Damage";

  constructor(cause: unknown, sql: string) {
    const said = (cause as { message?: unknown }).message ?? cause;
    super(
      sql === "" ? String(said) : `${String(said)}, at ${shortened(sql.replaceAll(/\s+/g, " ").trim())}`,
      { cause },
    );
  }
}

function shortened(sql: string): string {
  return sql.length <= MAX_SQL_CHARS
    ? sql
    : `${sql.slice(0, MAX_SQL_CHARS / 2)} … ${sql.slice(-MAX_SQL_CHARS / 2)}`;
}
