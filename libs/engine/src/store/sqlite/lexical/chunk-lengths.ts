/**
 * Document lengths: the tokens in each chunk, which BM25 divides by. They are stored in the row of the file,
 * one number per chunk.
 */
import { decodeNumbers, encodeNumbers } from "../../../model/varints.ts";
import type { Database } from "../../../sqlite/driver.ts";
import { blobCheck } from "../checks/row-checks.ts";
import { readColumns } from "../columns.ts";
import { damaged } from "../corruption-error.ts";
import type { RunTables } from "../schema.ts";

export function encodeLengths(lengths: readonly number[]): Uint8Array {
  return encodeNumbers(lengths);
}

/** Lengths of a file's chunks. Throws `STORE_CORRUPT` if they differ from what was written. */
export function readLengths(
  database: Database,
  pool: number,
  file: { readonly id: number; readonly chunkCount: number },
): readonly number[] {
  const lengths = lengthsIn(database, pool, "id = ?", file.id).get(file.id);
  if (lengths?.length === file.chunkCount) return lengths;
  throw damaged(`file_${pool}, id ${file.id}: lengths of ${lengths?.length ?? 0} chunks`);
}

/**
 * Lengths of the chunks of all files of a run, by id of the file. Throws `STORE_CORRUPT` if they differ from
 * what was written.
 */
export function readAllLengths(
  database: Database,
  { run, pool }: RunTables,
): ReadonlyMap<number, readonly number[]> {
  return lengthsIn(database, pool, `id IN (SELECT file_id FROM member_${run})`);
}

function lengthsIn(
  database: Database,
  pool: number,
  where: string,
  ...values: readonly number[]
): ReadonlyMap<number, readonly number[]> {
  const table = `file_${pool}`;
  const { numbers, bytes } = readColumns(
    database,
    `${table} WHERE ${where}`,
    { numbers: ["id", "lengths_check", "length(CAST(lengths AS BLOB))"], bytes: ["lengths"] },
    ...values,
  );
  const [ids = [], checks = [], sizes = []] = numbers;
  const [all = new Uint8Array()] = bytes;
  const lengths = new Map<number, readonly number[]>();
  let at = 0;
  for (const [row, file] of ids.entries()) {
    const own = all.subarray(at, (at += sizes[row] as number));
    if (blobCheck(file, own) !== checks[row])
      throw damaged(`${table}, id ${file}: lengths does not fit its check`);
    lengths.set(file, decodeNumbers(own));
  }
  return lengths;
}
