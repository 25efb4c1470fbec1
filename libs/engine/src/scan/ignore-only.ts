/**
 * Whether ignore rules explain all differences between two scans. Names of ignored files and folders are in
 * the manifest too, so that an entry that became ignored, or no longer is, differs from one that appeared or
 * vanished. Pure.
 */
import { NESTED_CONTROL_FILES } from "../ignore/control-files.ts";
import {
  STATS_PER_ENTRY,
  UNSETTLED_MTIME,
  type EntryKind,
  type FolderManifest,
  entryKind,
  hashAt,
} from "../model/manifest.ts";
import { pathIn } from "../model/paths.ts";
import type { FolderScan } from "../model/folder-scan.ts";

/**
 * A file that looks unchanged, but was so young at one of the scans that a later write may have gone
 * unnoticed.
 */
export interface DoubtfulFile {
  /** The disk's spelling of the path, relative to the root. */
  readonly diskPath: string;
  /** Hash of its content at the last scan. */
  readonly hash: string;
}

export interface RuleChanges {
  /** An ignore file inside the tree changed, appeared or vanished. */
  readonly hasNewControlFile: boolean;
  /** In the order of the scan. */
  readonly doubtful: readonly DoubtfulFile[];
}

/** Compares two scans. Returns null if there is a difference that ignore rules do not explain. */
export function ruleChanges(
  previous: ReadonlyMap<string, FolderManifest>,
  folders: readonly FolderScan[],
): RuleChanges | null {
  if (!previous.has("")) return null;
  const doubtful: DoubtfulFile[] = [];
  let hasNewControlFile = false;
  for (const scan of folders) {
    const before = previous.get(scan.manifest.path);
    // For a folder that was not scanned before, its entry in the parent folder shows whether rules explain
    // it.
    if (scan.isUnchanged || !before) continue;
    for (const { name, was, is } of entryPairs(before, scan.manifest)) {
      const difference = compareEntry(name, was, is);
      if (difference === "other") return null;
      if (difference === "control_file") hasNewControlFile = true;
      if (difference === "doubtful" && was)
        doubtful.push({ diskPath: pathIn(scan.diskPath, name), hash: was.hash });
    }
  }
  return { hasNewControlFile, doubtful };
}

interface Entry {
  readonly kind: EntryKind;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly inode: number;
  readonly ctimeMs: number;
  readonly hash: string;
}

/** `same`: no difference, or one that ignore rules explain. */
type Difference = "same" | "control_file" | "doubtful" | "other";

function* entryPairs(
  before: FolderManifest,
  now: FolderManifest,
): Generator<{ name: string; was: Entry | null; is: Entry | null }> {
  const positions = new Map(before.names.map((name, at) => [name, at]));
  for (const [at, name] of now.names.entries()) {
    const position = positions.get(name);
    yield { name, was: position === undefined ? null : entryAt(before, position), is: entryAt(now, at) };
    positions.delete(name);
  }
  for (const [name, position] of positions) yield { name, was: entryAt(before, position), is: null };
}

function entryAt(folder: FolderManifest, at: number): Entry {
  const [sizeBytes = 0, mtimeMs = 0, inode = 0, ctimeMs = 0] = folder.stats.subarray(
    at * STATS_PER_ENTRY,
    (at + 1) * STATS_PER_ENTRY,
  );
  return { kind: entryKind(folder, at), sizeBytes, mtimeMs, inode, ctimeMs, hash: hashAt(folder, at) };
}

function compareEntry(name: string, was: Entry | null, is: Entry | null): Difference {
  if (NESTED_CONTROL_FILES.has(name) && !isFolder(was) && !isFolder(is)) return compareControlFile(was, is);
  if (isIgnored(was) && isIgnored(is)) return "same";
  // Entries that appeared or vanished while they were ignored do not affect the index.
  if (!was || !is) return isIgnored(was ?? is) ? "same" : "other";
  if (isIgnored(was) || isIgnored(is)) return hasSameShape(was, is) ? "same" : "other";
  const [before, now] = [shapeOf(was.kind), shapeOf(is.kind)];
  if (before !== now || before === "other") return was.kind === is.kind ? "same" : "other";
  return before === "folder" ? "same" : compareContent(was, is);
}

/**
 * Compares a control file of two scans. One that was young at a scan and looks unchanged counts as unchanged.
 * If that is wrong, a rebuild goes ahead where a sync would do; no useful rebuild is refused.
 */
function compareControlFile(was: Entry | null, is: Entry | null): Difference {
  if (!was || !is || !hasSameStats(was, is)) return "control_file";
  return was.mtimeMs === is.mtimeMs || isUnsettled(was, is) ? "same" : "control_file";
}

function compareContent(was: Entry, is: Entry): Difference {
  // The size limit for files is not an ignore rule.
  if (!hasSameStats(was, is) || (was.kind === "too_large") !== (is.kind === "too_large")) return "other";
  if (was.mtimeMs === is.mtimeMs && was.mtimeMs !== UNSETTLED_MTIME) return "same";
  if (!isUnsettled(was, is)) return "other";
  // These have no content in the index. If they become readable, their ctime changes.
  return was.kind === "too_large" || was.kind === "unreadable" ? "same" : "doubtful";
}

/**
 * Compares everything except the mtime. The ctime changes with the content too, except for two writes within
 * one tick of the system's clock.
 */
function hasSameStats(was: Entry, is: Entry): boolean {
  return was.sizeBytes === is.sizeBytes && was.inode === is.inode && was.ctimeMs === is.ctimeMs;
}

function isUnsettled(was: Entry, is: Entry): boolean {
  return was.mtimeMs === UNSETTLED_MTIME || is.mtimeMs === UNSETTLED_MTIME;
}

function isIgnored(entry: Entry | null): boolean {
  return entry?.kind === "ignored_file" || entry?.kind === "ignored_folder";
}

function isFolder(entry: Entry | null): boolean {
  return entry?.kind === "folder" || entry?.kind === "ignored_folder";
}

/** An unreadable entry may be a file or a folder. */
function hasSameShape(was: Entry, is: Entry): boolean {
  return shapeOf(was.kind) === shapeOf(is.kind) || [was, is].some(({ kind }) => kind === "unreadable");
}

function shapeOf(kind: EntryKind): "file" | "folder" | "other" {
  switch (kind) {
    case "folder":
    case "ignored_folder":
      return "folder";
    case "file":
    case "ignored_file":
    case "too_large":
    case "binary":
    case "encoding":
    case "unreadable":
    case "unparsable":
      return "file";
    case "invalid_name":
    case "special":
    case "link":
      return "other";
  }
}
