/**
 * Reads columns of many rows as one value each. A driver takes a microsecond or two per value, which for all
 * files of a large codebase would be most of the time before the first answer. Also, libsql ends the process
 * on a text that is not UTF-8. So everything is read as bytes and checked before it is decoded.
 */
import type { SqlValue } from "../../sqlite/raw-driver.ts";
import { isAscii, isUtf8 } from "node:buffer";
import type { Database } from "../../sqlite/driver.ts";
import { damaged, decoded } from "./corruption-error.ts";
import { blob } from "./rows.ts";

/** In the order of the results. No column may be null. */
export interface WantedColumns {
  /** Whole numbers. */
  readonly numbers?: readonly string[];
  /** Texts without NUL. */
  readonly texts?: readonly string[];
  /** Bytes, those of all rows one after another. Request the length of each row as a number, `length(…)`. */
  readonly bytes?: readonly string[];
}

export interface ReadColumns {
  readonly count: number;
  readonly numbers: readonly (readonly number[])[];
  readonly texts: readonly (readonly string[])[];
  readonly bytes: readonly Uint8Array[];
}

/**
 * Columns of some rows. The order of the rows is the same in all columns, but otherwise undefined. Throws
 * `STORE_CORRUPT` for values of other types.
 *
 * @param from a table, and which of its rows
 */
export function readColumns(
  database: Database,
  from: string,
  { numbers = [], texts = [], bytes = [] }: WantedColumns,
  ...values: SqlValue[]
): ReadColumns {
  const columns = [
    ...numbers.map((column) => `group_concat(${column})`),
    ...texts.map((column) => `group_concat(${column}, x'00')`),
    ...bytes.map((column) => `group_concat(${column}, '')`),
  ];
  const [rows, ...all] =
    database
      .prepare(
        `SELECT count(*), ${columns.map((column) => `CAST(${column} AS BLOB)`).join(", ")} FROM ${from}`,
      )
      .get(...values) ?? [];
  const count = Number(rows);
  const read = all.map(blob);
  return {
    count,
    numbers: numbers.map((column, at) =>
      numbersOf(read[at] as Uint8Array, { count, where: `${from}, ${column}` }),
    ),
    texts: texts.map((column, at) =>
      textsOf(read[numbers.length + at] as Uint8Array, { count, where: `${from}, ${column}` }),
    ),
    bytes: read.slice(numbers.length + texts.length),
  };
}

interface OfRows {
  readonly count: number;
  readonly where: string;
}

function numbersOf(joined: Uint8Array, { count, where }: OfRows): readonly number[] {
  const numbers = decoded(where, () => JSON.parse(`[${toText(joined)}]`) as unknown[]);
  if (numbers.length !== count) throw damaged(`${where}: ${numbers.length} numbers of ${count} rows`);
  if (!numbers.every(Number.isSafeInteger))
    throw damaged(
      `${where}: no whole number at row ` +
        `${numbers.findIndex((number) => !Number.isSafeInteger(number))} of ${count} as they are read`,
    );
  return numbers as number[];
}

function textsOf(joined: Uint8Array, { count, where }: OfRows): readonly string[] {
  if (!isUtf8(joined)) throw damaged(`${where}: not UTF-8`);
  // No row has no text, but one row may have an empty one.
  const texts = count === 0 ? [] : toText(joined).split("\0");
  if (texts.length !== count) throw damaged(`${where}: ${texts.length} texts of ${count} rows`);
  return texts;
}

/** Decodes ASCII as Latin-1, which takes a tenth of the time. */
function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    isAscii(bytes) ? "latin1" : "utf8",
  );
}
