/**
 * A driver of SQLite that fails at a call of choice, with the errors that SQLite gives when the system fails
 * it.
 */
import type { OpenRaw, RawDatabase } from "../../sqlite/raw-driver.ts";

/** By what the system did. SQLite reports a read that gave EIO as a malformed image. */
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
  /** Calls of all connections until now. */
  calls: number;
  /** Which of them fails, from 1; null for none. */
  failAt: number | null;
  error: DriverError;
}

/** The same driver, in whose connections the call fails that the faults name; it does nothing then. */
export function failingDriver(driver: OpenRaw, faults: DriverFaults): OpenRaw {
  const attempt = <Result>(work: () => Result): Result => {
    if (++faults.calls === faults.failAt) throw Object.assign(new Error(), DRIVER_ERRORS[faults.error]);
    return work();
  };
  return (path): RawDatabase => {
    const database = attempt(() => driver(path));
    return {
      // Whatever SQLite answers to it, the transaction has ended.
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
