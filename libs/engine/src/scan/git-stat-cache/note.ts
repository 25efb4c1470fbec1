/** What is stored beside git's index of a codebase: what the index belongs to, and what it covers. */
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "../../disk/private-files.ts";
import type { FolderTimes } from "./folder-times.ts";

/** The scan that a manifest comes from, or is compared with. */
export interface ScanFacts {
  readonly maxFileBytes: number;
  /** Start of the scan, in milliseconds since 1970. */
  readonly nowMs: number;
}

export interface Note {
  /** Version of the manifest that the index goes with. */
  readonly version: string;
  /** The scan that the index was made from. */
  readonly scan: ScanFacts;
  /** CRC-32 of the index: an index that was cut by a crash, or another one, does not count. */
  readonly checksum: number;
  /** Entries of the covered folders when the index was made. */
  readonly entries: number;
  /** Folders all of whose files are in the index with the manifest's stats, and the folders' own times. */
  readonly covered: readonly (readonly [path: string, times: FolderTimes | null])[];
}

/** Git's repository in the index folder of a codebase. */
export function repositoryIn(folder: string): string {
  return join(folder, "git-stat-cache");
}

function noteIn(folder: string): string {
  return join(repositoryIn(folder), "note.json");
}

/** Null if there is none, or if another version of this program or a damaged disk wrote it. */
export function readNote(folder: string): Note | null {
  try {
    const note = JSON.parse(readFileSync(noteIn(folder), "utf8")) as
      | { readonly [Name in keyof Note]?: unknown }
      | null;
    const { version, scan, checksum, entries, covered } = note ?? {};
    return typeof version === "string" &&
      isScanFacts(scan) &&
      typeof checksum === "number" &&
      typeof entries === "number" &&
      Array.isArray(covered) &&
      covered.every(isCovered)
      ? { version, scan, checksum, entries, covered }
      : null;
  } catch {
    return null;
  }
}

function isScanFacts(value: unknown): value is ScanFacts {
  const { maxFileBytes, nowMs } = (value ?? {}) as { readonly [Name in keyof ScanFacts]?: unknown };
  return typeof maxFileBytes === "number" && typeof nowMs === "number";
}

function isCovered(entry: unknown): entry is Note["covered"][number] {
  if (!Array.isArray(entry)) return false;
  const [path, times] = entry as readonly unknown[];
  return (
    typeof path === "string" &&
    (times === null ||
      (Array.isArray(times) && times.length === 3 && times.every((value) => typeof value === "number")))
  );
}

/**
 * Replaces the note in one step. Not flushed to the disk, since syncs of a watched tree would wait for that:
 * a note that a power failure cuts does not count.
 */
export function writeNote(folder: string, note: Note): void {
  const written = `${noteIn(folder)}.new`;
  writePrivateFile(written, JSON.stringify(note), false);
  renameSync(written, noteIn(folder));
}
