/** Finds the codebase and the file that a command is about. */
import { type Stats, existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path, { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { CommandError } from "./failure.ts";

/**
 * The nearest indexed folder at or above a folder, else the top level of its git repository, else the folder
 * itself.
 *
 * @param coveringRoot returns the nearest indexed folder, or null
 */
export function codebaseAround(folder: string, coveringRoot: (folder: string) => string | null): string {
  return coveringRoot(folder) ?? gitTopLevel(folder) ?? folder;
}

/**
 * Null outside a repository. Never the home folder or above it: a home folder kept in git is not a project.
 */
function gitTopLevel(folder: string): string | null {
  // The folder has its links resolved, so the home folder is resolved too; it is often behind a link. An
  // empty or relative `HOME` does not count.
  const home = isAbsolute(homedir()) ? realPathOr(homedir()) : null;
  for (let at = folder; at !== home && at !== dirname(at); at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
  }
  return null;
}

/** Whether a folder is the top level of a repository. The home folder never counts as one. */
export function isRepository(folder: string): boolean {
  return gitTopLevel(folder) === folder;
}

/**
 * Whether a folder, with links resolved, is the home folder or the root of the file system, which nobody
 * wants to index as a whole.
 */
export function isHomeOrTop(folder: string): boolean {
  return folder === dirname(folder) || folder === realPathOr(homedir());
}

/** Throws `PATH_NOT_FOUND`, `PATH_NOT_A_DIRECTORY` or `PATH_UNREADABLE`. */
export function requireFolder(path: string): void {
  if (!statsOf(path, statSync).isDirectory())
    throw new CommandError("PATH_NOT_A_DIRECTORY", `${path} is not a folder`);
}

/**
 * A folder that a server is to serve, as it can be written in SATORI_ALLOWED_ROOTS. Throws as
 * `requireFolder`, and `INVALID_ARGUMENTS` for a name that this setting cannot hold.
 */
export function servableFolder(folder: string): string {
  requireFolder(folder);
  if (folder.includes(path.delimiter))
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `${folder} has a ${path.delimiter} in its name, which separates folders in SATORI_ALLOWED_ROOTS: ` +
        "pass its parent folder",
    );
  return folder;
}

/** Null if nothing exists at the path. Throws `PATH_UNREADABLE`. */
export function linkStats(path: string): Stats | null {
  try {
    return statsOf(path, lstatSync);
  } catch (error) {
    if (error instanceof CommandError && error.code === "PATH_NOT_FOUND") return null;
    throw error;
  }
}

/** What a path leads to, following links; null for anything else and for unreadable paths. Never throws. */
export function kindAt(path: string): "file" | "folder" | null {
  try {
    const stats = statSync(path);
    return stats.isFile() ? "file" : stats.isDirectory() ? "folder" : null;
  } catch {
    return null;
  }
}

/** A path also does not exist if a file is in the place of one of its folders, or if a name is too long. */
function statsOf(path: string, stat: (path: string) => Stats): Stats {
  try {
    return stat(path);
  } catch (error) {
    const isAbsent = ["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(
      String((error as NodeJS.ErrnoException).code),
    );
    throw isAbsent
      ? new CommandError("PATH_NOT_FOUND", `${path} does not exist`)
      : new CommandError("PATH_UNREADABLE", `${path} cannot be read`);
  }
}

/**
 * The file that an operand names. It may be relative to any of the folders: the first in which it exists,
 * else the first.
 */
export function locateFile(operand: string, folders: readonly string[]): string {
  const places = folders.map((folder) => resolve(folder, operand));
  return places.find((place) => existsSync(place)) ?? places[0] ?? operand;
}

/** The codebases that a command may be about. */
export interface Codebases {
  /** The codebase around a folder; default: the command's own folder. */
  codebase(folder?: string): string;
  /** The nearest indexed folder at or above a folder, or null. */
  indexedRoot(folder: string): string | null;
}

/** A file and the codebase that contains it. */
export interface CodebaseFile {
  readonly root: string;
  /** Relative to the root, with `/`; empty for the root itself. */
  readonly file: string;
  /**
   * The root, if it may be indexed without asking: it is the command's codebase, or a repository. Null
   * otherwise: reading one file is no reason to index everything around it, and to show that from then on to
   * every client of this machine's indexes.
   */
  readonly indexable: string | null;
}

/**
 * The command's codebase if it contains the file and no indexed folder is nearer; otherwise the codebase
 * around the file. Resolves links in the path, but not a link at its end.
 */
export function locateInCodebase(place: string, { codebase, indexedRoot }: Codebases): CodebaseFile {
  const real = join(realPathOr(dirname(place)), basename(place));
  const own = codebase();
  const nearest = indexedRoot(dirname(real));
  const isNearer = nearest !== null && nearest !== own && isBelow(own, nearest);
  const isOwn = isBelow(own, real) && !isNearer;
  const root = isOwn ? own : codebase(dirname(real));
  return {
    root,
    file: path.relative(root, real).replaceAll(sep, "/"),
    indexable: isOwn || isRepository(root) ? root : null,
  };
}

/**
 * The real path if it exists, else the path itself. In the disk's letter case, as the engine names codebases:
 * Windows and macOS find a folder under any.
 */
export function realPathOr(path: string): string {
  try {
    return process.platform === "linux" ? realpathSync(path) : realpathSync.native(path);
  } catch {
    return path;
  }
}

/** @param flavor how paths are written; default: as on this platform */
export function isBelow(root: string, place: string, flavor: path.PlatformPath = path): boolean {
  const way = flavor.relative(root, place);
  // Between two drives, `relative` returns an absolute path.
  return way !== ".." && !way.startsWith(`..${flavor.sep}`) && !flavor.isAbsolute(way);
}

/**
 * How to show a path: relative to the working directory, or absolute if that is shorter. Never starts with a
 * dash, so that commands do not take it for an option.
 */
export function shownPath(cwd: string, place: string, flavor: path.PlatformPath = path): string {
  const below = flavor.relative(cwd, place);
  if (below === "") return ".";
  return below.length > place.length ? place : below.startsWith("-") ? `.${flavor.sep}${below}` : below;
}
