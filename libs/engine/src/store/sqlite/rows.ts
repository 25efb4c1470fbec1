/** Converts rows of the tables to values of the model and back. Pure. */
import type { SqlValue } from "../../sqlite/raw-driver.ts";
import type { Fingerprint, RunPhase } from "@satori/contracts";
import { ENTRY_KINDS, type FolderManifest, HASH_BYTES, STATS_PER_ENTRY } from "../../model/manifest.ts";
import type { RunFailure, RunKind, RunRecord } from "../../model/run.ts";
import { folderCheck } from "./checks/row-checks.ts";
import { damaged, decoded } from "./corruption-error.ts";
import type { RunTables } from "./run-tables.ts";

export const RUN_COLUMNS =
  "id, kind, state, fingerprint, owner_pid, owner_started, phase, files_done, files_total, chunks, " +
  "started_at, updated_at, finished_at, failure, generation, pool, view";
/** Columns of the table before version 8. */
export const OLDER_RUN_COLUMNS = RUN_COLUMNS.replace(", pool, view", "");

/** A run with the numbers of its tables. */
export interface StoredRun extends RunRecord {
  readonly tables: RunTables;
}

/** Run in a row of `RUN_COLUMNS`, as written by `runValues`; older rows have one number for all tables. */
export function runFromRow(row: readonly SqlValue[]): StoredRun {
  const text = (at: number): string => String(row[at]);
  return {
    id: text(0),
    kind: text(1) as RunKind,
    state: text(2) as RunRecord["state"],
    fingerprint: parsed<Fingerprint>("run, fingerprint", text(3)),
    owner: { pid: Number(row[4]), startedAt: text(5) },
    phase: text(6) as RunPhase,
    counts: {
      filesDone: Number(row[7]),
      filesTotal: row[8] === null ? null : Number(row[8]),
      chunks: Number(row[9]),
    },
    startedAt: text(10),
    updatedAt: text(11),
    finishedAt: row[12] === null ? null : text(12),
    failure: row[13] === null ? null : parsed<RunFailure>("run, failure", text(13)),
    tables: { run: Number(row[14]), pool: Number(row[15] ?? row[14]) },
  };
}

/** In the order of `RUN_COLUMNS`. */
export function runValues(run: RunRecord, tables: RunTables, view: number): SqlValue[] {
  const { counts, owner } = run;
  return [
    run.id,
    run.kind,
    run.state,
    JSON.stringify(run.fingerprint),
    owner.pid,
    owner.startedAt,
    run.phase,
    counts.filesDone,
    counts.filesTotal,
    counts.chunks,
    run.startedAt,
    run.updatedAt,
    run.finishedAt,
    run.failure === null ? null : JSON.stringify(run.failure),
    tables.run,
    tables.pool,
    view,
  ];
}

/**
 * Path, names, kinds, stats, hashes, check. Names are joined with `/`, which they cannot contain. NUL would
 * work too, but drivers end a text there.
 */
export function folderValues({ path, names, kinds, stats, hashes }: FolderManifest): SqlValue[] {
  const [joined, statBytes] = [
    names.join("/"),
    new Uint8Array(stats.buffer, stats.byteOffset, stats.byteLength),
  ];
  return [
    path,
    joined,
    kinds,
    statBytes,
    hashes,
    folderCheck({ path, kinds, stats: statBytes, hashes }, joined),
  ];
}

/**
 * Stored folder. Throws `STORE_CORRUPT` if its parts do not match each other.
 *
 * @param names as joined by `folderValues`
 * @param where as for `damaged`
 */
export function folderOf(
  { names, ...folder }: Omit<FolderManifest, "names"> & { readonly names: string },
  where: string,
): FolderManifest {
  const entries = names === "" ? [] : names.split("/");
  const { kinds, stats, hashes } = folder;
  const isWhole =
    kinds.length === entries.length &&
    stats.length === entries.length * STATS_PER_ENTRY &&
    hashes.length === entries.length * HASH_BYTES;
  if (!isWhole)
    throw damaged(
      `${where}: ${entries.length} names, ${kinds.length} kinds, ${stats.length} stats, ` +
        `${hashes.length} bytes of hashes`,
    );
  if (kinds.some((kind) => kind >= ENTRY_KINDS.length)) throw damaged(`${where}: a kind that there is not`);
  return { ...folder, names: entries };
}

/**
 * Parsed JSON document. Throws `STORE_CORRUPT` if it is invalid.
 *
 * @param where as for `damaged`
 */
export function parsed<Document>(where: string, text: string): Document {
  return decoded(where, () => JSON.parse(text) as Document);
}

/**
 * Bytes of a value as a plain array; empty if it is no blob. Drivers return a Node `Buffer`, whose `slice`
 * shares memory, whereas that of every other array copies.
 */
export function blob(value: SqlValue | undefined): Uint8Array {
  return value instanceof Uint8Array
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array();
}

/** A copy in its own buffer, because typed views need an alignment that drivers do not guarantee. */
export function alignedCopy(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}
