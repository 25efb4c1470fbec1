/** Which codebase a command is about, and which file. */
import { type Stats, existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path, { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { CommandError } from "./failure.ts";

/**
 * The nearest indexed folder at or above a folder, else the top level of its git repository, else the folder
 * itself.
 *
 * @param coveringRoot the nearest indexed folder, or null
 */
export function codebaseAround(folder: string, coveringRoot: (folder: string) => string | null): string {
  return coveringRoot(folder) ?? gitTopLevel(folder) ?? folder;
}

/** Null outside a repository. A home folder kept in git is nobody's project, so the search ends below it. */
function gitTopLevel(folder: string): string | null {
  // Folders come with links resolved, and a home folder is often behind one. An empty or relative `HOME` is
  // none.
  const home = isAbsolute(homedir()) ? realPathOr(homedir()) : null;
  for (let at = folder; at !== home && at !== dirname(at); at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
  }
  return null;
}

/** Whether a folder is the top level of a repository, which the home folder is not taken for. */
export function isRepository(folder: string): boolean {
  return gitTopLevel(folder) === folder;
}

/** Whether a folder, with links resolved, is one that nobody means as a whole. */
export function isHomeOrTop(folder: string): boolean {
  return folder === dirname(folder) || folder === realPathOr(homedir());
}

/** Throws `PATH_NOT_FOUND`, `PATH_NOT_A_DIRECTORY` or `PATH_UNREADABLE`. */
export function requireFolder(path: string): void {
  if (!statsOf(path, statSync).isDirectory())
    throw new CommandError("PATH_NOT_A_DIRECTORY", `${path} is not a folder`);
}

/** Null for what does not exist. Throws `PATH_UNREADABLE`. */
export function linkStats(path: string): Stats | null {
  try {
    return statsOf(path, lstatSync);
  } catch (error) {
    if (error instanceof CommandError && error.code === "PATH_NOT_FOUND") return null;
    throw error;
  }
}

/**
 * What a path leads to, by links too; null for anything else, and for what cannot be looked at. Never throws.
 */
export function kindAt(path: string): "file" | "folder" | null {
  try {
    const stats = statSync(path);
    return stats.isFile() ? "file" : stats.isDirectory() ? "folder" : null;
  } catch {
    return null;
  }
}

/** A file in the place of a folder on the way, and a name too long to exist, are ways not to exist. */
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
 * The file that an operand names: relative to one of the folders, the first in which it exists; if it exists
 * in none, the first.
 */
export function locateFile(operand: string, folders: readonly string[]): string {
  const places = folders.map((folder) => resolve(folder, operand));
  return places.find((place) => existsSync(place)) ?? places[0] ?? operand;
}

/** The codebases that a command may be about. */
export interface Codebases {
  /** The codebase around a folder; default that of the command's own folder. */
  codebase(folder?: string): string;
  /** The nearest indexed folder at or above a folder, or null. */
  indexedRoot(folder: string): string | null;
}

/** A file and the codebase that it belongs to. */
export interface CodebaseFile {
  readonly root: string;
  /** Relative to the root, with `/`; empty for the root itself. */
  readonly file: string;
  /**
   * The root where an index of it may be made unasked: it is the command's codebase, or a repository. Null
   * elsewhere: a look at one file is no reason to index all that lies beside it, and from then on to show it
   * to whoever asks this machine's indexes.
   */
  readonly indexable: string | null;
}

/**
 * The command's codebase if the file lies in it and in no indexed folder below, else the one around the file.
 * Links on the way are resolved, but not one at its end.
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

/** The real path of what exists, else the path as it is. */
export function realPathOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** @param flavor how paths are written; default: as this platform does */
export function isBelow(root: string, place: string, flavor: path.PlatformPath = path): boolean {
  const way = flavor.relative(root, place);
  // From one drive to another there is no way.
  return way !== ".." && !way.startsWith(`..${flavor.sep}`) && !flavor.isAbsolute(way);
}

/**
 * How a path is shown: from the working directory, or absolute where that is shorter. Never as what a command
 * takes for an option.
 */
export function shownPath(cwd: string, place: string, flavor: path.PlatformPath = path): string {
  const below = flavor.relative(cwd, place);
  if (below === "") return ".";
  return below.length > place.length ? place : below.startsWith("-") ? `.${flavor.sep}${below}` : below;
}
