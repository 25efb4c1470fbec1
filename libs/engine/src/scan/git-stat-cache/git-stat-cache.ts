/**
 * Lets git examine the files of a large tree while this thread does other work: git reports which of them
 * differ from an index, in less CPU time than Node.js needs for as many `lstat`, and in several threads. The
 * index is made from the manifest, in a repository of our own without objects. The user's repository is not
 * read, and there need not be one.
 *
 * Nothing depends on git: if it is missing, fails, or knows too little, the scan examines every file itself,
 * with the same outcome. Git compares times by the second, so files that have just changed are never left to
 * it.
 */
import { lstatSync, readFileSync, rmSync } from "node:fs";
import { join, sep } from "node:path";
import { crc32 } from "node:zlib";
import { cooperativeYield } from "../../cooperative-yield.ts";
import { makePrivateFolder, writePrivateFile } from "../../disk/private-files.ts";
import { systemCode, throwIfAborted } from "../../errors.ts";
import { runOwnGit } from "../../git/run-git.ts";
import type { FolderScan } from "../../model/folder-scan.ts";
import {
  type FolderManifest,
  STATS_PER_ENTRY,
  UNSETTLED_MTIME,
  isSettled,
  kindCode,
} from "../../model/manifest.ts";
import { parentOf, pathIn } from "../../model/paths.ts";
import type { WalkInput } from "../walk.ts";
import { type FolderTimes, hasSameEntries, settledTimesIn } from "./folder-times.ts";
import { type IndexedFile, encodeGitIndex, isIndexable } from "./git-index.ts";
import { type Note, type ScanFacts, readNote, repositoryIn, writeNote } from "./note.ts";

/** The smallest tree for which it was measured to pay: a server's sync took 19 ms instead of 29. */
const MIN_ENTRIES = 5_000;
/** The index is made again when it covers less than this share of the entries that it covered at first. */
const LEAST_COVERED = 0.9;
/** No index is made if it would cover less than this share of the tree. */
const LEAST_SETTLED = 0.5;
const TIMEOUT_MS = 10_000;

const TOO_LARGE = kindCode("too_large");
const UNREADABLE = kindCode("unreadable");

/** Whatever the user's configuration says, everything that git can compare counts, except modes of files. */
const SETTINGS = [
  "core.checkStat=default",
  "core.trustctime=true",
  "core.fileMode=false",
  "core.preloadIndex=true",
];

export interface GitStatCacheInput {
  /** Index folder of the codebase; absolute. Git's index is inside it and removed with it. */
  readonly folder: string;
  readonly root: string;
  /** Identifies the manifest's state among all states that this folder has had. */
  readonly version: string;
  /** Smallest tree for which an index is made, in entries; default 5,000. */
  readonly minEntries?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Git's index of a codebase, during one sync. */
export class GitStatCache implements Disposable {
  /** Null if no index goes with the manifest. */
  private readonly note: Note | null;
  private readonly covered: ReadonlyMap<string, FolderTimes | null>;
  /** Folders with files that differ from git's index; null if git fails. */
  private changed: Promise<ReadonlySet<string> | null> | null = null;
  private readonly stop = new AbortController();

  constructor(private readonly input: GitStatCacheInput) {
    const note = readNote(input.folder);
    this.note = note?.version === input.version ? note : null;
    this.covered = new Map(this.note?.covered);
  }

  /** Starts git if an index goes with the manifest. The earlier, the more of it runs beside other work. */
  start(): void {
    if (this.note) this.changed ??= this.changedFolders();
  }

  /**
   * Whether a folder may have changed since the manifest; undefined if nothing is known. Git has examined the
   * files; everything else is examined here. Throws `CANCELLED`.
   */
  async changesSince(
    previous: ReadonlyMap<string, FolderManifest>,
    { maxFileBytes, nowMs }: ScanFacts,
  ): Promise<WalkInput["mayHaveChanged"]> {
    const { note } = this;
    if (!note || !this.changed || note.scan.maxFileBytes !== maxFileBytes) return undefined;
    // If the clock was set back, a file may get the same times again.
    if (note.scan.nowMs > nowMs) return undefined;
    const { root, folder, signal } = this.input;
    const same: string[] = [];
    const prefix = join(root, sep);
    const pause = cooperativeYield(signal);
    for (const [path, times] of this.covered) {
      const pausing = pause();
      if (pausing) await pausing;
      const known = previous.get(path);
      if (known && hasSameEntries(`${prefix}${path}`, known, times)) same.push(path);
    }
    const isWhole = note.checksum === crc32(readIfPresent(indexIn(folder)));
    const changed = await this.changed;
    throwIfAborted(signal);
    if (!changed || !isWhole) return undefined;
    const unchanged = new Set(same.filter((path) => !changed.has(path)));
    return (path) => !unchanged.has(path);
  }

  /**
   * Brings git's index up to date after a scan of the whole tree, with or without git's help. If it cannot be
   * written, there is none until a later scan can write it.
   *
   * @param version of the manifest after the scan
   * @param folders all folders of the tree that could be listed
   */
  renew(version: string, folders: readonly FolderScan[], scan: ScanFacts): void {
    const { minEntries = MIN_ENTRIES } = this.input;
    // On Windows, git sees other inodes and times than Node.js.
    if (process.platform === "win32" || entriesOf(folders) < minEntries) return;
    this.unlessUnwritable(() => this.narrow(version, folders) || this.writeIndex(version, folders, scan));
  }

  /** Removes changed folders after a scan that did not examine everything. */
  follow(version: string, folders: readonly FolderScan[]): void {
    this.unlessUnwritable(() => this.narrow(version, folders));
  }

  [Symbol.dispose](): void {
    this.stop.abort();
  }

  /** The note of an index that cannot be written has an old version, so it does not count. */
  private unlessUnwritable(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (systemCode(error) === null) throw error;
    }
  }

  /** False if there is no index, or if it would cover too little. */
  private narrow(version: string, folders: readonly FolderScan[]): boolean {
    if (!this.note) return false;
    // The manifest of a changed folder may contain what the scan has not seen.
    const covered = folders.filter(
      ({ manifest, isUnchanged }) => isUnchanged && this.covered.has(manifest.path),
    );
    if (version === this.input.version && covered.length === this.covered.size) return true;
    const isEnough = entriesOf(covered) >= this.note.entries * LEAST_COVERED;
    if (isEnough)
      writeNote(this.input.folder, {
        ...this.note,
        version,
        covered: covered.map(({ manifest: { path } }) => [path, this.covered.get(path) ?? null]),
      });
    return isEnough;
  }

  /** Never rejects. */
  private async changedFolders(): Promise<ReadonlySet<string> | null> {
    const { folder, root, signal } = this.input;
    try {
      const paths = await runOwnGit(repositoryIn(folder), root, ["diff-files", "--name-only", "-z"], {
        timeoutMs: TIMEOUT_MS,
        signal: signal ? AbortSignal.any([signal, this.stop.signal]) : this.stop.signal,
        settings: SETTINGS,
      });
      return new Set(paths.split("\0").slice(0, -1).map(parentOf));
    } catch {
      return null;
    }
  }

  private writeIndex(version: string, folders: readonly FolderScan[], scan: ScanFacts): void {
    const { folder, root } = this.input;
    const settled = folders.flatMap((one) => {
      const files = one.isUnchanged ? settledFiles(one, scan.nowMs) : null;
      return files ? [{ one, files }] : [];
    });
    const covered = settled.map(({ one }) => one);
    const repository = repositoryIn(folder);
    // Without a note, the rest does not count.
    rmSync(repository, { recursive: true, force: true });
    if (entriesOf(covered) < entriesOf(folders) * LEAST_SETTLED) return;
    for (const name of ["objects", "refs"]) makePrivateFolder(join(repository, name));
    writePrivateFile(join(repository, "HEAD"), "ref: refs/heads/none\n");
    const files = settled.flatMap((folderFiles) => folderFiles.files);
    // Manifests do not contain owners. Most files have the same one; git reports the others as changed.
    const index = encodeGitIndex(files, lstatSync(join(root, files[0]?.path ?? "")));
    writePrivateFile(indexIn(folder), index);
    const timesOf = settledTimesIn(root, scan.nowMs);
    writeNote(folder, {
      version,
      scan,
      checksum: crc32(index),
      entries: entriesOf(covered),
      covered: covered.map(({ manifest: { path } }) => [path, timesOf(path)]),
    });
  }
}

function entriesOf(folders: readonly FolderScan[]): number {
  return folders.reduce((sum, { manifest }) => sum + manifest.names.length, 0);
}

/** Files of a folder that have stats in the manifest; null if one of them cannot be left to git. */
function settledFiles(
  { manifest: { path: folder, names, kinds, stats }, diskPath }: FolderScan,
  nowMs: number,
): IndexedFile[] | null {
  // The size limit may change, and unreadable files are tried again in every scan.
  if (kinds.includes(TOO_LARGE) || kinds.includes(UNREADABLE)) return null;
  // The disk spells the path in another normal form than the manifest.
  if (diskPath !== folder) return null;
  const files: IndexedFile[] = [];
  for (const [at, name] of names.entries()) {
    const slot = at * STATS_PER_ENTRY;
    const [sizeBytes = 0, mtimeMs = 0, inode = 0, ctimeMs = 0] = stats.subarray(slot, slot + STATS_PER_ENTRY);
    // Ignored files, folders and links have no stats.
    if (inode === 0) continue;
    const path = pathIn(folder, name);
    if (mtimeMs === UNSETTLED_MTIME || !isSettled(Math.max(mtimeMs, ctimeMs), nowMs) || !isIndexable(path))
      return null;
    files.push({ path, sizeBytes, mtimeMs, ctimeMs, inode });
  }
  return files;
}

function indexIn(folder: string): string {
  return join(repositoryIn(folder), "index");
}

function readIfPresent(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
