/** Rows of the tables ↔ values of the model. Pure. */
import { isUtf8 } from "node:buffer";
import type { Fingerprint, RunPhase } from "@satori/contracts";
import { ENTRY_KINDS, type FolderManifest, HASH_BYTES, STATS_PER_ENTRY } from "../../model/manifest.ts";
import type { RunFailure, RunKind, RunRecord } from "../../model/run.ts";
import type { SqlValue } from "../../sqlite/driver.ts";
import { damaged, decoded } from "./damaged.ts";

export const RUN_COLUMNS =
  "id, kind, state, fingerprint, owner_pid, owner_started, phase, files_done, files_total, chunks, started_at, updated_at, finished_at, failure, generation";

/** Of a row of `RUN_COLUMNS`; what these columns hold was written by `runValues`. */
export function runFromRow(row: readonly SqlValue[]): RunRecord & { readonly generation: number } {
  const text = (at: number): string => String(row[at]);
  return {
    id: text(0),
    kind: text(1) as RunKind,
    state: text(2) as RunRecord["state"],
    fingerprint: parsed<Fingerprint>(text(3)),
    owner: { pid: Number(row[4]), startedAt: text(5) },
    phase: text(6) as RunPhase,
    counts: { filesDone: Number(row[7]), filesTotal: row[8] === null ? null : Number(row[8]), chunks: Number(row[9]) },
    startedAt: text(10),
    updatedAt: text(11),
    finishedAt: row[12] === null ? null : text(12),
    failure: row[13] === null ? null : parsed<RunFailure>(text(13)),
    generation: Number(row[14]),
  };
}

/** In the order of `RUN_COLUMNS`. */
export function runValues(run: RunRecord, generation: number): SqlValue[] {
  const { counts, owner } = run;
  return [
    run.id, run.kind, run.state, JSON.stringify(run.fingerprint), owner.pid, owner.startedAt, run.phase, counts.filesDone, counts.filesTotal,
    counts.chunks, run.startedAt, run.updatedAt, run.finishedAt, run.failure === null ? null : JSON.stringify(run.failure), generation,
  ];
}

/** Path, names, kinds, stats, hashes. Names cannot hold `/`; between them NUL would do as well, but drivers end a text there. */
export function folderValues({ path, names, kinds, stats, hashes }: FolderManifest): SqlValue[] {
  return [path, names.join("/"), kinds, new Uint8Array(stats.buffer, stats.byteOffset, stats.byteLength), hashes];
}

/** All values as bytes. Throws `STORE_CORRUPT`. */
export function folderFromRow([path, names, kinds, stats, hashes]: readonly SqlValue[]): FolderManifest {
  const joined = textOf(names);
  const folder = {
    path: textOf(path),
    names: joined === "" ? [] : joined.split("/"),
    kinds: blob(kinds),
    stats: floatsOf(blob(stats)),
    hashes: blob(hashes),
  };
  const entries = folder.names.length;
  const isWhole = folder.kinds.length === entries && folder.stats.length === entries * STATS_PER_ENTRY && folder.hashes.length === entries * HASH_BYTES;
  if (!isWhole || folder.kinds.some((kind) => kind >= ENTRY_KINDS.length)) throw damaged();
  return folder;
}

/** A document as it was written. Throws `STORE_CORRUPT` for what is none. */
export function parsed<Document>(text: string): Document {
  return decoded(() => JSON.parse(text) as Document);
}

/** Drivers give a Node `Buffer`, whose `slice` shares its bytes where every other array's copies them. */
export function blob(value: SqlValue | undefined): Uint8Array {
  return value instanceof Uint8Array ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array();
}

/** Of a text that was read as bytes, since a driver may end the process at one that is not UTF-8. Throws `STORE_CORRUPT`. */
function textOf(value: SqlValue | undefined): string {
  const bytes = blob(value);
  if (!isUtf8(bytes)) throw damaged();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/** Copied only where they lie so that no view fits. Throws `STORE_CORRUPT` for a part of a number. */
function floatsOf(bytes: Uint8Array): Float64Array {
  const { BYTES_PER_ELEMENT } = Float64Array;
  if (bytes.byteLength % BYTES_PER_ELEMENT !== 0) throw damaged();
  return bytes.byteOffset % BYTES_PER_ELEMENT === 0 ? new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / BYTES_PER_ELEMENT) : new Float64Array(alignedCopy(bytes));
}

/** A buffer of its own: typed views need an alignment that a driver's buffers do not promise. */
export function alignedCopy(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}
