/**
 * Has git look at the files of a large tree, beside this thread: it tells which of them look otherwise than
 * an index says, in two thirds of the CPU time that Node.js takes for as many `lstat`. The index is our own,
 * made of the manifest, in a repository without objects beside it; nothing of the user's repository is asked,
 * and there need not be one.
 *
 * Nothing rests on git: where it is missing, fails or knows too little, a scan looks at every file itself,
 * and the outcome is the same. It compares times by the second, so that files which have just changed are
 * never left to it.
 */
import { lstatSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { systemCode, throwIfAborted } from "../../errors.ts";
import { runGitIn } from "../../git/run-git.ts";
import { type FolderManifest, STATS_PER_ENTRY, UNSETTLED_MTIME, isSettled } from "../../model/manifest.ts";
import { parentOf, pathIn } from "../../model/paths.ts";
import { makePrivateFolder, writePrivateFile } from "../../disk/private-files.ts";
import { cooperativeYield } from "../../cooperative-yield.ts";
import type { FolderScan } from "../../model/folder-scan.ts";
import type { WalkInput } from "../walk.ts";
import { type Bounds, type FolderLook, folderLooks, isAsBefore } from "./folder-look.ts";
import { type IndexedFile, checksumOf, encodeGitIndex, isIndexable } from "./git-index.ts";

/** At so many, the fewest that were measured, a sync by a server took 19 ms instead of 29. */
const MIN_ENTRIES = 5_000;
/** The index is made anew when it tells of less than this part of what it told of at first. */
const LEAST_COVERED = 0.9;
/** And not made where it would tell of less than this part of a tree. */
const LEAST_SETTLED = 0.5;
const TIMEOUT_MS = 10_000;

/** Whatever a user's say: all that git can compare counts, but for the mode of files. */
const SETTINGS = [
  "core.checkStat=default",
  "core.trustctime=true",
  "core.fileMode=false",
  "core.preloadIndex=true",
];

export interface GitLookInput {
  /** Absolute; git's index lies below it, and goes with it. */
  readonly folder: string;
  readonly root: string;
  /** Names a state of the manifest, and no other one of this folder. */
  readonly version: string;
  /** Entries of a tree from which on it is worth while; default 5,000. */
  readonly minEntries?: number;
  readonly signal?: AbortSignal | undefined;
}

/** What is noted beside git's index. */
interface Note {
  /** Of the manifest that the index goes with. */
  readonly version: string;
  /** Of the index: what a crash has left of one, or of another one, tells nothing. */
  readonly checksum: string;
  /** Of the folders that were covered when it was made. */
  readonly entries: number;
  /**
   * Folders all of whose files are in the index with the stats of the manifest, with what they looked like
   * themselves.
   */
  readonly covered: readonly (readonly [path: string, look: FolderLook | null])[];
}

export class GitLook implements Disposable {
  /** Null where there is none that goes with the manifest. */
  private readonly note: Note | null;
  private readonly covered: ReadonlyMap<string, FolderLook | null>;
  /** Folders with files that look otherwise than in git's index; null where git does not say. */
  private answer: Promise<ReadonlySet<string> | null> | null = null;
  private readonly stop = new AbortController();

  constructor(private readonly input: GitLookInput) {
    const note = readNote(input.folder);
    this.note = note?.version === input.version ? note : null;
    this.covered = new Map(this.note?.covered);
  }

  /**
   * Has git begin, if there is an index that goes with the manifest: the sooner, the more of it goes on
   * beside other work.
   */
  ask(): void {
    if (this.note) this.answer ??= this.changedFolders();
  }

  /**
   * Whether a folder may have changed since a manifest, as far as git tells that was asked; undefined where
   * it tells nothing. Files are git's to look at, all else is looked at here. Throws `CANCELLED`.
   */
  async changesSince(
    previous: ReadonlyMap<string, FolderManifest>,
    bounds: Bounds,
  ): Promise<WalkInput["mayHaveChanged"]> {
    if (!this.answer) return undefined;
    const { root, signal } = this.input;
    const listed: string[] = [];
    const pause = cooperativeYield(signal);
    for (const [path, look] of this.covered) {
      await pause();
      const known = previous.get(path);
      if (known && isAsBefore(join(root, path), known, look, bounds)) listed.push(path);
    }
    const isWhole = this.note?.checksum === checksumOf(readIfThere(indexIn(this.input.folder)));
    const changed = await this.answer;
    throwIfAborted(signal);
    if (!changed || !isWhole) return undefined;
    const unchanged = new Set(listed.filter((path) => !changed.has(path)));
    return (path) => !unchanged.has(path);
  }

  /**
   * Keeps git's index in step with the manifest after a scan that has looked at everything. Where it cannot
   * be written there is none, until a later scan can.
   *
   * @param version of the manifest by now
   * @param folders all of the tree that could be listed
   * @param nowMs when the scan began
   */
  renew(version: string, folders: readonly FolderScan[], nowMs: number): void {
    const { minEntries = MIN_ENTRIES } = this.input;
    // On Windows git knows other inodes and times than Node.js.
    if (entriesOf(folders) < minEntries || process.platform === "win32") return;
    this.change(() => this.narrow(version, folders) || this.writeIndex(version, folders, nowMs));
  }

  /** The same after a scan that took folders over without a look: what has changed is left out. */
  follow(version: string, folders: readonly FolderScan[]): void {
    this.change(() => this.narrow(version, folders));
  }

  [Symbol.dispose](): void {
    this.stop.abort();
  }

  private change(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (systemCode(error) === null) throw error;
      // With a note of another version it counts for nobody.
    }
  }

  /** False where too little would be left to git, or there is no index. */
  private narrow(version: string, folders: readonly FolderScan[]): boolean {
    if (!this.note) return false;
    // The manifest may say of a changed folder what the scan has not seen.
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
    const signals = signal ? AbortSignal.any([signal, this.stop.signal]) : this.stop.signal;
    try {
      const paths = await runGitIn(repositoryIn(folder), root, ["diff-files", "--name-only", "-z"], {
        timeoutMs: TIMEOUT_MS,
        signal: signals,
        settings: SETTINGS,
      });
      return new Set(paths.split("\0").slice(0, -1).map(parentOf));
    } catch {
      return null;
    }
  }

  private writeIndex(version: string, folders: readonly FolderScan[], nowMs: number): void {
    const { folder, root } = this.input;
    const settled = folders.flatMap((scan) => {
      const files = scan.isUnchanged ? settledFiles(scan, nowMs) : null;
      return files ? [{ scan, files }] : [];
    });
    const covered = settled.map(({ scan }) => scan);
    const repository = repositoryIn(folder);
    // Without a note none of it counts.
    rmSync(repository, { recursive: true, force: true });
    if (entriesOf(covered) < entriesOf(folders) * LEAST_SETTLED) return;
    for (const name of ["objects", "refs"]) makePrivateFolder(join(repository, name));
    writePrivateFile(join(repository, "HEAD"), "ref: refs/heads/none\n");
    const files = settled.flatMap((one) => one.files);
    // Manifests do not say who owns a file: most belong to the owner of any. Others' git takes for changed.
    const index = encodeGitIndex(files, lstatSync(join(root, files[0]?.path ?? "")));
    writePrivateFile(indexIn(folder), index);
    const lookOf = folderLooks(root, nowMs);
    writeNote(folder, {
      version,
      checksum: checksumOf(index) ?? "",
      entries: entriesOf(covered),
      covered: covered.map(({ manifest: { path } }) => [path, lookOf(path)]),
    });
  }
}

function entriesOf(folders: readonly FolderScan[]): number {
  return folders.reduce((sum, { manifest }) => sum + manifest.names.length, 0);
}

/** Files of a folder whose stats the manifest has; null where one of them cannot be left to git. */
function settledFiles(
  { manifest: { path: folder, names, stats }, diskPath }: FolderScan,
  nowMs: number,
): IndexedFile[] | null {
  // The manifest spells some accents in another way.
  if (diskPath !== folder) return null;
  const files: IndexedFile[] = [];
  for (const [at, name] of names.entries()) {
    const [sizeBytes, mtimeMs, inode, ctimeMs] = stats.subarray(
      at * STATS_PER_ENTRY,
      (at + 1) * STATS_PER_ENTRY,
    ) as unknown as [number, number, number, number];
    // What is ignored, a folder or a link has none.
    if (inode === 0) continue;
    const path = pathIn(folder, name);
    if (mtimeMs === UNSETTLED_MTIME || !isSettled(Math.max(mtimeMs, ctimeMs), nowMs) || !isIndexable(path))
      return null;
    files.push({ path, sizeBytes, mtimeMs, ctimeMs, inode });
  }
  return files;
}

function repositoryIn(folder: string): string {
  return join(folder, "git-look");
}

function noteIn(folder: string): string {
  return join(repositoryIn(folder), "note.json");
}

function indexIn(folder: string): string {
  return join(repositoryIn(folder), "index");
}

/**
 * Null for what is none, as a note that another version of this file has written, or that a disk has damaged.
 */
function readNote(folder: string): Note | null {
  try {
    const note = JSON.parse(readFileSync(noteIn(folder), "utf8")) as
      | { readonly [Name in keyof Note]?: unknown }
      | null;
    const { version, checksum, entries, covered } = note ?? {};
    return typeof version === "string" &&
      typeof checksum === "string" &&
      typeof entries === "number" &&
      Array.isArray(covered) &&
      covered.every(isCovered)
      ? { version, checksum, entries, covered }
      : null;
  } catch {
    return null;
  }
}

function isCovered(entry: unknown): entry is Note["covered"][number] {
  if (!Array.isArray(entry)) return false;
  const [path, look] = entry as readonly unknown[];
  return (
    typeof path === "string" &&
    (look === null ||
      (Array.isArray(look) && look.length === 3 && look.every((value) => typeof value === "number")))
  );
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

/** In the place of the one before in one step. */
function writeNote(folder: string, note: Note): void {
  const written = `${noteIn(folder)}.new`;
  writePrivateFile(written, JSON.stringify(note));
  renameSync(written, noteIn(folder));
}
