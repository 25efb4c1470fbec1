/** The normal forms of paths: all code that compares paths uses them. Pure. */
import platformPath, { type PlatformPath } from "node:path";
import { plainWindowsPath } from "./windows-paths.ts";

/**
 * Normalizes a path relative to a root to an index path: `/` between names, no empty or `.` names, NFC. Null
 * for an empty path, an absolute one, or one with `..`. On Windows, `\` separates names and a letter with `:`
 * names a drive; elsewhere, both are ordinary characters.
 *
 * @param flavor how paths are written; here and below, the default is as on this platform
 */
export function normalizeRelative(path: string, flavor: PlatformPath = platformPath): string | null {
  if (flavor.isAbsolute(path) || (flavor.sep === "\\" && /^[A-Za-z]:/.test(path))) return null;
  const names = path
    .replaceAll(flavor.sep, "/")
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  return names.length === 0 || names.includes("..") ? null : names.join("/").normalize("NFC");
}

/**
 * Makes an argument absolute: relative paths are resolved against `base`. Removes trailing separators, and on
 * Windows the prefix `\\?\`.
 */
export function normalizeAbsolute(path: string, base: string, flavor: PlatformPath = platformPath): string {
  const absolute = flavor.resolve(base, path);
  return flavor.sep === "\\" ? plainWindowsPath(absolute) : absolute;
}

/**
 * `child` as a path relative to `parent`, with `/`. Empty if they are equal, null if it is outside. Both are
 * real paths, in the disk's spelling: letter case counts on every platform.
 */
export function relativeTo(
  parent: string,
  child: string,
  flavor: PlatformPath = platformPath,
): string | null {
  if (child === parent) return "";
  const prefix = parent.endsWith(flavor.sep) ? parent : `${parent}${flavor.sep}`;
  return child.startsWith(prefix) ? child.slice(prefix.length).replaceAll(flavor.sep, "/") : null;
}

/**
 * Index path of a real path below a real root; null if it is outside. The disk may spell names differently
 * from the index.
 */
export function indexedPath(root: string, realPath: string): string | null {
  return relativeTo(root, realPath)?.normalize("NFC") ?? null;
}

/** Path of a folder's entry. The root's path is empty, here and in the functions below. */
export function pathIn(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The folder that contains a path. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a relative path is `folder` or below it. Everything is below the empty folder. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** Like `isWithin`, for a set of folders. Takes the same time for any number of folders. */
export function isWithinAny(path: string, folders: ReadonlySet<string>): boolean {
  for (let folder = path; folder !== ""; folder = parentOf(folder)) if (folders.has(folder)) return true;
  return folders.has("");
}

/** Total order of strings by UTF-16 units, the same on every machine. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Number of trailing parts that two paths have in common. */
export function sharedParts(parts: readonly string[], others: readonly string[]): number {
  let shared = 0;
  while (
    shared < parts.length &&
    shared < others.length &&
    parts[parts.length - 1 - shared] === others[others.length - 1 - shared]
  )
    shared++;
  return shared;
}
