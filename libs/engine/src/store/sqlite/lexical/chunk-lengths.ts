/**
 * Document lengths: the tokens in each chunk, which BM25 divides by. They are stored in the row of the file,
 * one number per chunk.
 */
import { NumberReader, decodeNumbers, encodeNumbers } from "../../../model/varints.ts";
import type { Database } from "../../../sqlite/driver.ts";
import { blobCheck } from "../checks/row-checks.ts";
import { readColumns } from "../columns.ts";
import { damaged } from "../corruption-error.ts";
import type { RunTables } from "../run-tables.ts";

export function encodeLengths(lengths: readonly number[]): Uint8Array {
  return encodeNumbers(lengths);
}

/** Lengths of a file's chunks. Throws `STORE_CORRUPT` if they differ from what was written. */
export function readLengths(
  database: Database,
  pool: number,
  file: { readonly id: number; readonly chunkCount: number },
): readonly number[] {
  let lengths: readonly number[] = [];
  eachFile(
    database,
    pool,
    { where: "id = ?", values: [file.id] },
    (_, bytes) => (lengths = decodeNumbers(bytes)),
  );
  if (lengths.length === file.chunkCount) return lengths;
  throw damaged(`file_${pool}, id ${file.id}: lengths of ${lengths.length} chunks`);
}

/** Where the lengths of a file's chunks go. */
export interface LengthsTarget {
  readonly first: number;
  readonly end: number;
}

/**
 * Fills an array with the lengths of the chunks of all files of a run. Throws `STORE_CORRUPT` if they differ
 * from what was written.
 *
 * @param targetOf by id of the file; null if the run has none of that id
 */
export function readAllLengths(
  database: Database,
  { run, pool }: RunTables,
  into: Uint32Array,
  targetOf: (id: number) => LengthsTarget | null,
): void {
  let missing = into.length;
  const ofRun = { where: `id IN (SELECT file_id FROM member_${run})`, values: [] };
  eachFile(database, pool, ofRun, (id, bytes) => {
    const target = targetOf(id);
    if (target === null) throw damaged(`member_${run}, file_id ${id}: the run has no such file`);
    const reader = new NumberReader(bytes);
    let at = target.first;
    while (reader.at < bytes.length && at < target.end) into[at++] = reader.next();
    if (at < target.end || reader.at < bytes.length)
      throw damaged(`file_${pool}, id ${id}: not the lengths of ${target.end - target.first} chunks`);
    missing -= target.end - target.first;
  });
  if (missing !== 0) throw damaged(`file_${pool}: no lengths of ${missing} chunks`);
}

function eachFile(
  database: Database,
  pool: number,
  { where, values }: { readonly where: string; readonly values: readonly number[] },
  visit: (id: number, bytes: Uint8Array) => void,
): void {
  const table = `file_${pool}`;
  const { numbers, bytes } = readColumns(
    database,
    `${table} WHERE ${where}`,
    { numbers: ["id", "lengths_check", "length(CAST(lengths AS BLOB))"], bytes: ["lengths"] },
    ...values,
  );
  const [ids = [], checks = [], sizes = []] = numbers;
  const [all = new Uint8Array()] = bytes;
  let at = 0;
  for (const [row, file] of ids.entries()) {
    const own = all.subarray(at, (at += sizes[row] as number));
    if (blobCheck(file, own) !== checks[row])
      throw damaged(`${table}, id ${file}: lengths does not fit its check`);
    visit(file, own);
  }
}
