/** What changed between two scans. Pure: the same scans give the same changes. */
import type { SkipCause } from "@satori/contracts";
import {
  type EntryKind,
  FILE_KIND,
  type FolderManifest,
  HASH_BYTES,
  STATS_PER_ENTRY,
  entryKind,
  entryPath,
  hashAt,
} from "../model/manifest.ts";
import { isWithinAny, pathIn } from "../model/paths.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import type { WalkResult } from "./walk.ts";

/** A file to read: it is new, or its size, times or inode differ. */
export interface Candidate {
  readonly path: string;
  readonly diskPath: string;
  readonly sizeBytes: number;
  /** Index in `WalkResult.folders`, and index of the file within its folder. */
  readonly folder: number;
  readonly entry: number;
  /** Kind and hash of the file in the index; null if it is not in the index. */
  readonly known: { readonly kind: EntryKind; readonly hash: string } | null;
}

/** Differences between two scans. */
export interface Changes {
  /** In the order of the scan. */
  readonly candidates: readonly Candidate[];
  /** Indexed or skipped files that are gone or ignored now; ascending. */
  readonly removed: readonly string[];
  /** How many of `removed` were indexed. */
  readonly removedFiles: number;
  readonly removedFolders: readonly string[];
  /** Folders below unreadable ones, as the last scan saw them. */
  readonly kept: readonly FolderManifest[];
}

/** Compares a scan with the manifests of the previous one, by folder path. */
export function detectChanges(
  previous: ReadonlyMap<string, FolderManifest>,
  { folders, unreadable }: WalkResult,
): Changes {
  const candidates: Candidate[] = [];
  const removed: { readonly path: string; readonly wasIndexed: boolean }[] = [];
  const seen = new Set<string>();
  for (const [at, scan] of folders.entries()) {
    seen.add(scan.manifest.path);
    if (scan.isUnchanged) continue;
    const before = previous.get(scan.manifest.path);
    const positions = new Map(before?.names.map((name, position) => [name, position]));
    collectCandidates(scan, at, before, positions, candidates);
    if (before) collectRemoved(before, scan.manifest, removed);
  }
  const blocked = new Set(unreadable);
  const kept: FolderManifest[] = [];
  const removedFolders: string[] = [];
  for (const [path, folder] of previous) {
    if (seen.has(path)) continue;
    if (isWithinAny(path, blocked)) kept.push(folder);
    else {
      removedFolders.push(path);
      collectRemoved(folder, null, removed);
    }
  }
  removed.sort((left, right) => (left.path < right.path ? -1 : 1));
  return {
    candidates,
    removed: removed.map(({ path }) => path),
    removedFiles: removed.filter(({ wasIndexed }) => wasIndexed).length,
    removedFolders: removedFolders.sort(),
    kept,
  };
}

function collectCandidates(
  { manifest, diskPath }: FolderScan,
  folder: number,
  before: FolderManifest | undefined,
  positions: ReadonlyMap<string, number>,
  into: Candidate[],
): void {
  for (const [entry, name] of manifest.names.entries()) {
    if (manifest.kinds[entry] !== FILE_KIND || !isUnhashed(manifest, entry)) continue;
    const was = positions.get(name);
    const kind = before && was !== undefined ? entryKind(before, was) : null;
    const isKnown =
      before !== undefined &&
      was !== undefined &&
      kind !== null &&
      (kind === "file" || SKIPPED_KINDS.has(kind));
    into.push({
      path: entryPath(manifest.path, name),
      diskPath: pathIn(diskPath, name),
      sizeBytes: manifest.stats[entry * STATS_PER_ENTRY] as number,
      folder,
      entry,
      known: isKnown ? { kind, hash: hashAt(before, was) } : null,
    });
  }
}

/**
 * Collects the files of `before` that are no longer regular, non-ignored files in `now`.
 *
 * @param now null for a removed folder
 */
function collectRemoved(
  before: FolderManifest,
  now: FolderManifest | null,
  into: { path: string; wasIndexed: boolean }[],
): void {
  const kinds = new Map(now?.names.map((name, at) => [name, entryKind(now, at)]));
  for (const [at, name] of before.names.entries()) {
    const kind = entryKind(before, at);
    if (kind !== "file" && !SKIPPED_KINDS.has(kind)) continue;
    const nowKind = kinds.get(name);
    const stays = nowKind === kind || (nowKind === "file" && kind !== "invalid_name");
    if (!stays) into.push({ path: listedPath(before.path, name, kind), wasIndexed: kind === "file" });
  }
}

/**
 * Path under which a file or skipped name is listed. A name that cannot be an index path is listed in the
 * disk's spelling: its normalized form would be the path of another file.
 */
export function listedPath(folder: string, name: string, kind: EntryKind): string {
  return kind === "invalid_name" ? pathIn(folder, name) : entryPath(folder, name);
}

/** Whether a file has no hash yet, so that it has to be read. */
export function isUnhashed({ hashes }: FolderManifest, at: number): boolean {
  for (let byte = at * HASH_BYTES; byte < (at + 1) * HASH_BYTES; byte++) if (hashes[byte] !== 0) return false;
  return true;
}

/** Kinds that `status` counts as skipped, each with its cause. */
export const SKIPPED_KINDS: ReadonlyMap<EntryKind, SkipCause> = new Map<EntryKind, SkipCause>([
  ["too_large", "too_large"],
  ["binary", "binary"],
  ["encoding", "encoding"],
  ["unparsable", "unparsable"],
  ["unreadable", "unreadable"],
  ["invalid_name", "invalid_name"],
  ["special", "special"],
  ["link", "link"],
  ["lfs_pointer", "lfs_pointer"],
  ["submodule", "submodule"],
]);
