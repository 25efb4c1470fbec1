/**
 * Scans every name below a root: which entries belong in the index, which are skipped and why, and which have
 * changed since the last scan. An unchanged folder costs one listing and the stats of its files: no rule is
 * evaluated, nothing is allocated. Symbolic links are never followed, so there are no loops and no way out of
 * the root.
 */
import { maxBytesOf } from "../contents/file-text.ts";
import { parentOf } from "../model/paths.ts";
import { type Dirent, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { type OpenedFolder, byName, openFolder } from "../disk/opened-folder.ts";
import { EngineError, isGone, systemCode, throwIfAborted } from "../errors.ts";
import { NESTED_CONTROL_FILES } from "../ignore/control-files.ts";
import type { DirectoryScope } from "../ignore/directory-scope.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import {
  FILE_KIND,
  type FolderManifest,
  HASH_BYTES,
  STATS_PER_ENTRY,
  UNSETTLED_MTIME,
  entryPath,
  isSettled,
  kindCode,
} from "../model/manifest.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import { statsOf } from "../stats-of.ts";
import { cooperativeYield } from "../cooperative-yield.ts";
import { nameableAmong } from "./disk-names.ts";

/** Scans a tree: `walk` or a replacement. */
export type TreeWalker = (input: WalkInput) => Promise<WalkResult>;

export interface WalkInput {
  readonly root: string;
  /** Rules of the root folder. Called only if the last scan's verdict cannot be reused. */
  readonly rules: () => DirectoryScope;
  /** The last scan, by folder. */
  readonly previous: ReadonlyMap<string, FolderManifest>;
  /** False if rules outside the tree changed, so that no earlier verdict applies. */
  readonly trustsVerdicts: boolean;
  readonly maxFileBytes: number;
  /** Time of the scan in milliseconds since 1970. */
  readonly nowMs: number;
  /**
   * Whether a folder, or the path to it, may have changed since the last scan. For all other folders, the
   * last scan's data is reused without reading them. Absent: every folder is read.
   */
  readonly mayHaveChanged?: ((path: string) => boolean) | undefined;
  /**
   * Treats nothing as unchanged: every file has to be read, and every rule is evaluated again. Not combined
   * with `mayHaveChanged`.
   */
  readonly readsAll?: boolean | undefined;
  /** Called for each entry of a folder; may throw. */
  readonly check?: (() => void) | undefined;
  /** Called regularly, as a sign of progress. */
  readonly onAlive?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface WalkResult {
  /** In depth-first order of names. */
  readonly folders: readonly FolderScan[];
  /**
   * Index paths of folders that could not be listed, are too deep, or whose ignore rules are unknown. The
   * data of the last scan below them is kept.
   */
  readonly unreadable: readonly string[];
}

const FOLDER = kindCode("folder");
const IGNORED_FILE = kindCode("ignored_file");
const IGNORED_FOLDER = kindCode("ignored_folder");
const TOO_LARGE = kindCode("too_large");
const UNREADABLE = kindCode("unreadable");
const INVALID_NAME = kindCode("invalid_name");
const SPECIAL = kindCode("special");
const LINK = kindCode("link");
/** Kinds of regular files that are not ignored. Which one applies may change with the content. */
const REGULAR = new Set([
  FILE_KIND,
  TOO_LARGE,
  UNREADABLE,
  kindCode("binary"),
  kindCode("encoding"),
  kindCode("unparsable"),
]);

/** A folder to list. */
export interface PendingFolder {
  /** Its own name; empty for the root. */
  readonly name: string;
  /** Path in the index. */
  readonly path: string;
  readonly diskPath: string;
  readonly depth: number;
  /** Its rules. Called only if the last scan's verdict cannot be reused. */
  readonly scope: () => DirectoryScope;
  /** Whether the verdicts of the last scan apply here. */
  readonly isTrusted: boolean;
}

/**
 * Scans the tree. Throws `CANCELLED`. If the root cannot be listed, throws the system error; if its rules are
 * unknown, throws `PATH_UNREADABLE`.
 */
export async function walk(input: WalkInput): Promise<WalkResult> {
  const folders: FolderScan[] = [];
  const unreadable: string[] = [];
  const pending = [rootFolder(input)];
  const pause = cooperativeYield(input.signal);
  for (let folder = pending.pop(); folder; folder = pending.pop()) {
    input.onAlive?.();
    // Awaiting nothing takes microseconds while asynchronous contexts are tracked, as in a server.
    const pausing = pause();
    if (pausing) await pausing;
    throwIfAborted(input.signal);
    const scanned = scanFolder(input, folder);
    if (!scanned) unreadable.push(folder.path);
    else {
      folders.push(scanned.scan);
      // `pending` is a stack. Children are pushed in reverse, so that folders come in the order of their
      // names.
      for (const child of scanned.children.reverse()) pending.push(child);
    }
  }
  return noteUnreadableFolders({ folders, unreadable });
}

export function rootFolder({ rules, trustsVerdicts, readsAll }: WalkInput): PendingFolder {
  return {
    name: "",
    path: "",
    diskPath: "",
    depth: 0,
    scope: rules,
    isTrusted: trustsVerdicts && readsAll !== true,
  };
}

/**
 * Scans one folder and returns its subfolders to list. Null if the folder is too deep, cannot be listed, or
 * its rules are unknown.
 */
export function scanFolder(
  input: WalkInput,
  folder: PendingFolder,
): { scan: FolderScan; children: PendingFolder[] } | null {
  if (folder.depth > ENGINE_LIMITS.maxDepth) return null;
  const known = asKnown(input, folder);
  if (known)
    return {
      scan: { manifest: known, diskPath: folder.diskPath, isUnchanged: true },
      children: knownChildren(folder, known),
    };
  // An unchanged folder was checked when it was new. Opening every folder would make such a scan take half as
  // long again.
  const previous = input.previous.has(folder.path) ? scanByName(input, folder) : null;
  return previous?.scan.isUnchanged ? previous : scanOpened(input, folder);
}

interface Scanned {
  readonly scan: FolderScan;
  readonly children: PendingFolder[];
}

/** The entries of a folder, and the path prefix for their stats. */
interface Listing {
  readonly entries: readonly Dirent[];
  readonly prefix: string;
}

function scanByName(input: WalkInput, folder: PendingFolder): Scanned | null {
  const prefix = join(input.root, folder.diskPath, sep);
  const entries = unlessGone<readonly Dirent[] | null>(folder, [], () =>
    byName(readdirSync(prefix, { withFileTypes: true })),
  );
  return entries && scanListing(input, folder, { entries, prefix });
}

/**
 * Opens the folder and scans it. Null also if the folder is elsewhere, because a folder on the path became a
 * link during the scan.
 */
function scanOpened(input: WalkInput, folder: PendingFolder): Scanned | null {
  using opened = unlessGone<OpenedFolder | null>(folder, EMPTY, () =>
    openFolder(input.root, folder.diskPath),
  );
  if (!opened && folder.depth === 0)
    throw new EngineError("PATH_NOT_FOUND", `${input.root} is now a symbolic link to another folder`, {
      details: { path: input.root },
    });
  const entries = opened && unlessGone<readonly Dirent[] | null>(folder, [], () => opened.entries());
  const scanned = opened && entries && scanListing(input, folder, { entries, prefix: opened.prefix });
  return opened?.isSame() ? scanned : null;
}

function scanListing(input: WalkInput, folder: PendingFolder, { entries, prefix }: Listing): Scanned | null {
  const children: PendingFolder[] = [];
  const scan = new FolderScanner({ input, folder, entries, prefix, children }).scan();
  return scan && { scan, children };
}

/** Represents a folder that was removed since its parent was listed. */
const EMPTY: OpenedFolder = {
  prefix: "",
  entries: () => [],
  isSame: () => true,
  [Symbol.dispose]: () => undefined,
};

/**
 * Runs `look`. Returns `gone` if the folder was removed meanwhile, and null if it cannot be listed. For the
 * root, it throws.
 */
function unlessGone<Found>(folder: PendingFolder, gone: Found, look: () => Found): Found | null {
  try {
    return look();
  } catch (error) {
    if (folder.depth === 0 || systemCode(error) === null) throw error;
    return isGone(error) ? gone : null;
  }
}

/**
 * The last scan's manifest of a folder, if nothing in it can have changed. Unreadable entries are tried again
 * in every scan.
 */
function asKnown(
  { mayHaveChanged, previous }: WalkInput,
  { path, isTrusted }: PendingFolder,
): FolderManifest | undefined {
  if (!mayHaveChanged || !isTrusted || mayHaveChanged(path)) return undefined;
  const known = previous.get(path);
  return known?.kinds.includes(UNREADABLE) ? undefined : known;
}

/** Subfolders of a folder whose manifest is reused. */
function knownChildren(folder: PendingFolder, { names, kinds }: FolderManifest): PendingFolder[] {
  const children: PendingFolder[] = [];
  let rules: DirectoryScope | undefined;
  const scope = (): DirectoryScope => (rules ??= scopeOf(folder, (control) => names.includes(control)));
  for (let at = kinds.indexOf(FOLDER); at !== -1; at = kinds.indexOf(FOLDER, at + 1))
    children.push(childOf(folder, names[at] as string, scope, folder.isTrusted));
  return children;
}

function childOf(
  { path, diskPath, depth }: PendingFolder,
  name: string,
  scope: () => DirectoryScope,
  isTrusted: boolean,
): PendingFolder {
  return {
    name,
    path: entryPath(path, name),
    diskPath: join(diskPath, name),
    depth: depth + 1,
    scope,
    isTrusted,
  };
}

/** Rules of a folder: those of its parent and its own. */
function scopeOf(folder: PendingFolder, has: (control: string) => boolean): DirectoryScope {
  const outer = folder.scope();
  return folder.depth === 0
    ? outer
    : outer.enter(folder.name, { gitignore: has(".gitignore"), satoriignore: has(".satoriignore") });
}

interface ScannerInput extends Listing {
  readonly input: WalkInput;
  readonly folder: PendingFolder;
  /** Receives the subfolders to list. */
  readonly children: PendingFolder[];
}

/** Scans one folder. */
class FolderScanner {
  private readonly input: WalkInput;
  private readonly folder: PendingFolder;
  private readonly entries: readonly Dirent[];
  private readonly children: PendingFolder[];
  private readonly previous: FolderManifest | undefined;
  private readonly previousAt: ReadonlyMap<string, number>;
  private readonly kinds: Uint8Array;
  private readonly stats: Float64Array;
  private readonly hashes: Uint8Array;
  private readonly isTrusted: boolean;
  private readonly hasNewRules: boolean;
  /**
   * Path prefix with a trailing separator: joining paths for every file would cost as much as reading their
   * stats.
   */
  private readonly prefix: string;
  private readonly isNameable: (name: string) => boolean;
  private rules: DirectoryScope | undefined;
  private isUnchanged: boolean;

  constructor({ input, folder, entries, prefix, children }: ScannerInput) {
    this.input = input;
    this.folder = folder;
    this.entries = entries;
    this.children = children;
    this.prefix = prefix;
    this.isNameable = nameableAmong(() => entries.map(({ name }) => name));
    this.previous = input.previous.get(folder.path);
    const names = this.previous?.names ?? [];
    this.isUnchanged = names.length === entries.length && entries.every(({ name }, at) => name === names[at]);
    // With equal names, positions are equal. Otherwise a table is needed.
    this.previousAt = this.isUnchanged ? NO_POSITIONS : new Map(names.map((name, at) => [name, at]));
    this.kinds = new Uint8Array(entries.length);
    this.stats = new Float64Array(entries.length * STATS_PER_ENTRY);
    this.hashes = new Uint8Array(entries.length * HASH_BYTES);
    const controlFiles = this.previous ? this.controlFiles() : null;
    this.hasNewRules = controlFiles === "changed";
    this.isTrusted = folder.isTrusted && controlFiles === "same";
  }

  /** Null if a verdict is needed and the rules are unknown. */
  scan(): FolderScan | null {
    const { check } = this.input;
    for (const [at, entry] of this.entries.entries()) {
      check?.();
      this.scanEntry(at, entry);
      if (this.rules?.isKnown === false) return null;
    }
    const { path, diskPath } = this.folder;
    if (this.isUnchanged && this.previous) return { manifest: this.previous, diskPath, isUnchanged: true };
    const manifest = {
      path,
      names: this.entries.map(({ name }) => name),
      kinds: this.kinds,
      stats: this.stats,
      hashes: this.hashes,
    };
    return {
      manifest,
      diskPath,
      isUnchanged: false,
      ...(this.hasNewRules ? { hasNewRules: true as const } : {}),
    };
  }

  private scanEntry(at: number, entry: Dirent): void {
    const was = this.positionBefore(at, entry.name);
    const before = was === -1 ? -1 : (this.previous?.kinds[was] ?? -1);
    const kind = this.kindOf(entry, before);
    this.kinds[at] = kind;
    // Rules may have changed while a folder could not be listed, so its earlier verdicts do not apply.
    if (kind === FOLDER || (kind === UNREADABLE && entry.isDirectory()))
      this.children.push(
        childOf(this.folder, entry.name, () => this.scope(), this.isTrusted && before !== UNREADABLE),
      );
    if ((REGULAR.has(kind) && entry.isFile()) || NESTED_CONTROL_FILES.has(entry.name))
      this.statFile(at, entry.name, was);
    if (this.kinds[at] !== before) this.isUnchanged = false;
  }

  private kindOf(entry: Dirent, before: number): number {
    const isLink = entry.isSymbolicLink();
    const isFolder = entry.isDirectory();
    if (!isFolder && !entry.isFile() && !isLink) return SPECIAL;
    if (!this.isNameable(entry.name)) return INVALID_NAME;
    const couldBe = isFolder
      ? before === FOLDER || before === IGNORED_FOLDER
      : before === IGNORED_FILE || (isLink ? before === LINK : REGULAR.has(before));
    if (this.isTrusted && couldBe) return before;
    // To the rules, a link is a file, whatever it leads to.
    const { ignored } = this.scope().verdict(entry.name, isFolder ? "directory" : "file");
    if (isFolder)
      return ignored ? IGNORED_FOLDER : this.folder.depth >= ENGINE_LIMITS.maxDepth ? UNREADABLE : FOLDER;
    if (ignored) return IGNORED_FILE;
    return isLink ? LINK : REGULAR.has(before) ? before : FILE_KIND;
  }

  /** Reads size, times and inode. Reuses the hash if all are unchanged. */
  private statFile(at: number, name: string, was: number): void {
    const isIndexed = REGULAR.has(this.kinds[at] as number);
    const slot = at * STATS_PER_ENTRY;
    const stats = statsOf(this.prefix + name);
    if (!stats) {
      // Removed since the listing, or its folder is inaccessible. Reading the file will show which; nothing
      // is lost until then.
      if (isIndexed) this.kinds[at] = FILE_KIND;
      this.isUnchanged = false;
      return;
    }
    this.stats[slot] = stats.size;
    this.stats[slot + 1] = isSettled(stats.mtimeMs, this.input.nowMs) ? stats.mtimeMs : UNSETTLED_MTIME;
    this.stats[slot + 2] = stats.ino;
    this.stats[slot + 3] = stats.ctimeMs;
    if (!isIndexed) return this.noteChange(slot, was);
    if (stats.size > maxBytesOf(name, this.input.maxFileBytes)) this.kinds[at] = TOO_LARGE;
    else if (this.kinds[at] === TOO_LARGE) this.kinds[at] = FILE_KIND;
    // An unreadable file is tried again in every scan: gaining access changes neither size nor time.
    const isSame =
      this.input.readsAll !== true &&
      this.kinds[at] !== UNREADABLE &&
      this.isSameFile(slot, was) &&
      this.kinds[at] === this.previous?.kinds[was];
    if (isSame && this.previous)
      this.hashes.set(
        this.previous.hashes.subarray(was * HASH_BYTES, (was + 1) * HASH_BYTES),
        at * HASH_BYTES,
      );
    else if (this.kinds[at] !== TOO_LARGE) this.kinds[at] = FILE_KIND;
    if (!isSame) this.isUnchanged = false;
  }

  private noteChange(slot: number, was: number): void {
    if (!this.isSameFile(slot, was)) this.isUnchanged = false;
  }

  private isSameFile(slot: number, was: number): boolean {
    if (was === -1 || !this.previous || this.stats[slot + 1] === UNSETTLED_MTIME) return false;
    const before = was * STATS_PER_ENTRY;
    for (let at = 0; at < STATS_PER_ENTRY; at++)
      if (this.stats[slot + at] !== this.previous.stats[before + at]) return false;
    return true;
  }

  /** Rules of this folder; built when the first verdict is needed. */
  private scope(): DirectoryScope {
    return (this.rules ??= scopeOf(this.folder, (control) =>
      this.entries.some(({ name }) => name === control),
    ));
  }

  /**
   * Compares the ignore files of this folder with those of the last scan. The caller checks the root's own. A
   * file that was written shortly before that scan may have been written again, so no earlier verdict
   * applies.
   */
  private controlFiles(): "same" | "unsettled" | "changed" {
    let outcome: "same" | "unsettled" = "same";
    for (const control of NESTED_CONTROL_FILES.keys()) {
      const at = this.entries.findIndex(({ name }) => name === control);
      const was = this.positionBefore(at, control);
      if (at === -1 && was === -1) continue;
      if (at === -1 || was === -1 || !this.previous) return "changed";
      const stats = statsOf(this.prefix + control);
      // While the file is inaccessible, the last scan's state applies.
      if (!stats) continue;
      const before = was * STATS_PER_ENTRY;
      const { stats: known } = this.previous;
      if (stats.size !== known[before] || stats.ctimeMs !== known[before + 3]) return "changed";
      if (known[before + 1] === UNSETTLED_MTIME) outcome = "unsettled";
      else if (stats.mtimeMs !== known[before + 1]) return "changed";
    }
    return outcome;
  }

  private positionBefore(at: number, name: string): number {
    if (this.previousAt !== NO_POSITIONS) return this.previousAt.get(name) ?? -1;
    return at === -1 || !this.previous || this.previous.names[at] !== name ? -1 : at;
  }
}

const NO_POSITIONS: ReadonlyMap<string, number> = new Map();

/**
 * Returns the scan with such folders as unreadable entries, so that they are counted. Content known from the
 * last scan stays.
 */
function noteUnreadableFolders({ folders, unreadable }: WalkResult): WalkResult {
  if (unreadable.length === 0) return { folders, unreadable };
  const byParent = new Map<string, Set<string>>();
  for (const path of unreadable)
    byParent.set(parentOf(path), (byParent.get(parentOf(path)) ?? new Set()).add(path));
  const noted = folders.map((scan) => {
    const paths = byParent.get(scan.manifest.path);
    return paths ? withUnreadable(scan, paths) : scan;
  });
  return { folders: noted, unreadable };
}

function withUnreadable(scan: FolderScan, paths: ReadonlySet<string>): FolderScan {
  const { manifest } = scan;
  const kinds = manifest.kinds.map((kind, at) =>
    paths.has(entryPath(manifest.path, manifest.names[at] as string)) ? UNREADABLE : kind,
  );
  // A folder that is too deep is already marked.
  if (kinds.every((kind, at) => kind === manifest.kinds[at])) return scan;
  // The data of changed folders is written to, and the store may return the previous manifest again.
  const [stats, hashes] = [manifest.stats.slice(), manifest.hashes.slice()];
  return { ...scan, manifest: { ...manifest, kinds, stats, hashes }, isUnchanged: false };
}
