/** A SQLite driver that fails at a chosen call, with the errors that SQLite reports when the system fails. */
import type { OpenRaw, RawDatabase } from "../../sqlite/raw-driver.ts";

/** Errors by the system call that failed. SQLite reports a read that failed with EIO as a malformed image. */
export const DRIVER_ERRORS = {
  "read: EIO": { code: "SQLITE_CORRUPT", rawCode: 11, message: "database disk image is malformed" },
  "read: ESTALE": { code: "SQLITE_IOERR_READ", rawCode: 266, message: "disk I/O error" },
  "write: EIO": { code: "SQLITE_IOERR_WRITE", rawCode: 778, message: "disk I/O error" },
  "write: ENOSPC": { code: "SQLITE_FULL", rawCode: 13, message: "database or disk is full" },
  "fsync: EIO": { code: "SQLITE_IOERR_FSYNC", rawCode: 1034, message: "disk I/O error" },
  "lock: EAGAIN": { code: "SQLITE_BUSY", rawCode: 5, message: "database is locked" },
} as const;
export type DriverError = keyof typeof DRIVER_ERRORS;

export interface DriverFaults {
  /** Calls of all connections so far. */
  calls: number;
  /** Number of the call that fails, from 1; null for none. */
  failAt: number | null;
  error: DriverError;
}

/** Wraps a driver: the call that `faults` names throws, and does nothing else. */
export function failingDriver(driver: OpenRaw, faults: DriverFaults): OpenRaw {
  const attempt = <Result>(work: () => Result): Result => {
    if (++faults.calls === faults.failAt) throw Object.assign(new Error(), DRIVER_ERRORS[faults.error]);
    return work();
  };
  return (path): RawDatabase => {
    const database = attempt(() => driver(path));
    return {
      // Rollbacks are not counted: whatever SQLite reports, the transaction has ended.
      exec: (sql) => (sql === "ROLLBACK" ? database.exec(sql) : attempt(() => database.exec(sql))),
      prepare: (sql) => {
        const statement = attempt(() => database.prepare(sql));
        return {
          run: (values) => attempt(() => statement.run(values)),
          get: (values) => attempt(() => statement.get(values)),
          all: (values) => attempt(() => statement.all(values)),
        };
      },
      close: () => database.close(),
    };
  };
}
