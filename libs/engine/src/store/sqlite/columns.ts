/**
 * Columns of many rows, read as one value each. A driver takes a microsecond or two for each value that it
 * hands over, which for all files of a large codebase is most of what a process does before its first answer;
 * and libsql ends the process at a text that is not UTF-8, so that all that is read here is bytes, and looked
 * at before anything is made of it.
 */
import { isAscii, isUtf8 } from "node:buffer";
import type { Database, SqlValue } from "../../sqlite/driver.ts";
import { damaged, decoded } from "./corruption-error.ts";
import { blob } from "./rows.ts";

/** In the order in which they are given out. No column may be null. */
export interface WantedColumns {
  /** Whole numbers. */
  readonly numbers?: readonly string[];
  /** Texts without NUL. */
  readonly texts?: readonly string[];
  /** Bytes, with those of all rows behind one another; how many a row has is a number, `length(…)`. */
  readonly bytes?: readonly string[];
}

export interface ReadColumns {
  readonly count: number;
  readonly numbers: readonly (readonly number[])[];
  readonly texts: readonly (readonly string[])[];
  readonly bytes: readonly Uint8Array[];
}

/**
 * Rows in an order that is the same in all columns, and nobody's. Throws `STORE_CORRUPT` for values of other
 * types.
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
  // Of no row at all there is no text, of one there may be an empty one.
  const texts = count === 0 ? [] : toText(joined).split("\0");
  if (texts.length !== count) throw damaged(`${where}: ${texts.length} texts of ${count} rows`);
  return texts;
}

/** ASCII is read in a tenth of the time where it is said to be no more. */
function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    isAscii(bytes) ? "latin1" : "utf8",
  );
}
