/**
 * Reads the log of folder changes that `inject.c` writes, and simulates the disk after a power failure. Pure.
 *
 * Syncing a file makes its written contents durable; syncing a folder, its entries. Everything else may be on
 * disk completely, partly or not at all: writes may be torn at sectors, and later writes may be there without
 * earlier ones. Folder entries reach the disk in the order of their changes, as in every journaling file
 * system. Changes whose sync failed never become durable.
 */
import { type Random, below } from "../support/random.ts";

const RECORD_KINDS = [
  "wrote",
  "cut",
  "synced",
  "created",
  "removed",
  "renamed",
  "madeFolder",
  "removedFolder",
  "lost",
] as const;

export interface LogRecord {
  readonly kind: (typeof RECORD_KINDS)[number];
  /** Relative to the folder; empty for the folder itself. */
  readonly path: string;
  /** Offset of the write, or the length after a truncation. */
  readonly offset: number;
  /** The written bytes; for a rename, the new path. */
  readonly data: Buffer;
}

/** What happens to unsynced changes. */
export type Unsynced = "kept" | "dropped" | "reordered";

/** Files by path, and folders. */
export interface DiskState {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly folders: ReadonlySet<string>;
}

const HEAD_BYTES = 24;
const SECTOR_BYTES = 512;

export function parseLog(bytes: Buffer): LogRecord[] {
  const records: LogRecord[] = [];
  for (let at = 0; at < bytes.length;) {
    const kind = RECORD_KINDS[bytes.readInt32LE(at) - 1];
    if (!kind) throw new Error(`The log has no record at byte ${at}`);
    const [pathEnd, offset] = [
      at + HEAD_BYTES + bytes.readInt32LE(at + 4),
      Number(bytes.readBigInt64LE(at + 8)),
    ];
    const end = pathEnd + Number(bytes.readBigInt64LE(at + 16));
    records.push({
      kind,
      path: bytes.toString("utf8", at + HEAD_BYTES, pathEnd),
      offset,
      data: bytes.subarray(pathEnd, end),
    });
    at = end;
  }
  return records;
}

interface Change {
  readonly record: LogRecord;
  fate: "pending" | "durable" | "lost";
}

/** A file, independent of its name. */
interface Inode {
  readonly before: Buffer;
  readonly changes: Change[];
}

export interface CutOptions {
  /** Initial state, all of it durable. */
  readonly before: DiskState;
  /** Changes up to the power failure. */
  readonly records: readonly LogRecord[];
  readonly unsynced: Unsynced;
  /** Decides what is kept when unsynced changes are reordered. */
  readonly random: Random;
}

/** Contents of the disk after a power failure. */
export function afterPowerLoss({ before, records, unsynced, random }: CutOptions): DiskState {
  const initial = new Map(
    [...before.files].map(([path, bytes]): [string, Inode] => [path, { before: bytes, changes: [] }]),
  );
  const { entries, durableEntries } = replay(new Map(initial), records);
  const pending = entries.length - durableEntries;
  const kept = { kept: pending, dropped: 0, reordered: below(pending + 1, random) }[unsynced];
  const folders = new Set(before.folders);
  for (const { record, inode } of entries.slice(0, durableEntries + kept)) {
    if (record.kind === "created" && inode) initial.set(record.path, inode);
    if (record.kind === "removed" || record.kind === "renamed") initial.delete(record.path);
    if (record.kind === "renamed" && inode) initial.set(record.data.toString("utf8"), inode);
    if (record.kind === "madeFolder") folders.add(record.path);
    if (record.kind === "removedFolder") folders.delete(record.path);
  }
  return {
    files: new Map([...initial].map(([path, inode]) => [path, contentOf(inode, unsynced, random)])),
    folders,
  };
}

/** A change of a folder entry, and the file concerned. */
interface EntryChange {
  readonly record: LogRecord;
  readonly inode: Inode | null;
}

/**
 * Replays the log: the changes of each file are collected in its inode.
 *
 * @param names files by path; updated as well
 */
function replay(
  names: Map<string, Inode>,
  records: readonly LogRecord[],
): { readonly entries: readonly EntryChange[]; readonly durableEntries: number } {
  const entries: EntryChange[] = [];
  let durableEntries = 0;
  for (const record of records) {
    const { kind, path } = record;
    const inode = kind === "created" ? { before: Buffer.alloc(0), changes: [] } : (names.get(path) ?? null);
    if (kind === "wrote" || kind === "cut") inode?.changes.push({ record, fate: "pending" });
    else if (kind === "lost") settle(inode, "lost");
    else if (kind === "synced" && inode) settle(inode, "durable");
    else if (kind === "synced") durableEntries = entries.length;
    else entries.push({ record, inode });
    if (kind === "created" && inode) names.set(path, inode);
    if (kind === "removed" || kind === "renamed") names.delete(path);
    if (kind === "renamed" && inode) names.set(record.data.toString("utf8"), inode);
  }
  return { entries, durableEntries };
}

function settle(inode: Inode | null, fate: "durable" | "lost"): void {
  for (const change of inode?.changes ?? []) if (change.fate === "pending") change.fate = fate;
}

function contentOf({ before, changes }: Inode, unsynced: Unsynced, random: Random): Buffer {
  let content: Buffer = Buffer.from(before);
  for (const { record, fate } of changes) {
    if (fate === "durable" || unsynced === "kept") content = applied(content, record, () => true);
    else if (unsynced === "reordered") content = applied(content, record, oneFate(random));
  }
  return content;
}

/** Whether sectors of a write reach the disk: all of them, none, or each at random. */
function oneFate(random: Random): () => boolean {
  const fate = below(3, random);
  return fate === 2 ? () => random() < 0.5 : () => fate === 1;
}

function applied(content: Buffer, { kind, offset, data }: LogRecord, isKept: () => boolean): Buffer {
  if (kind === "cut") return isKept() ? resized(content, offset) : content;
  let grown = content;
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + SECTOR_BYTES - ((offset + from) % SECTOR_BYTES));
    if (isKept()) {
      grown = resized(grown, Math.max(grown.length, offset + to));
      data.copy(grown, offset + from, from, to);
    }
    from = to;
  }
  return grown;
}

function resized(content: Buffer, length: number): Buffer {
  if (length <= content.length) return content.subarray(0, length);
  return Buffer.concat([content, Buffer.alloc(length - content.length)]);
}
