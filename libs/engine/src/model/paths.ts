/** The one path normalisation: everything that compares paths uses these forms. Pure. */
import { isAbsolute, resolve, sep } from "node:path";

/**
 * A path relative to a root, in the form of the index: `/` between names, no empty or `.` names, NFC. A `\`
 * separates names where the platform says so, and a letter with a `:` names a drive; elsewhere both are
 * characters like any other. Null for an empty path, an absolute one, or one with `..`.
 */
export function normalizeRelative(path: string): string | null {
  if (isAbsolute(path) || (sep === "\\" && /^[A-Za-z]:/.test(path))) return null;
  const names = path
    .replaceAll(sep, "/")
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  return names.length === 0 || names.includes("..") ? null : names.join("/").normalize("NFC");
}

/** An argument made absolute: against `base` if it is relative, without trailing separators. */
export function normalizeAbsolute(path: string, base: string): string {
  return resolve(base, path);
}

/** `child` as a path relative to `parent` with `/`; empty if they are the same, null if it lies outside. */
export function relativeTo(parent: string, child: string): string | null {
  if (child === parent) return "";
  const prefix = parent.endsWith(sep) ? parent : `${parent}${sep}`;
  return child.startsWith(prefix) ? child.slice(prefix.length).replaceAll(sep, "/") : null;
}

/**
 * The same in the form of the index, of paths without links: on the way names may be spelled otherwise than
 * the index has them.
 */
export function indexedPath(root: string, realPath: string): string | null {
  return relativeTo(root, realPath)?.normalize("NFC") ?? null;
}

/** The path of an entry of a folder; that of the root is empty, here and below. */
export function pathIn(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The folder that a path lies in. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** What a path is called in its folder. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a relative path is `folder` or lies below it; everything lies below the empty folder. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** The same of some folders; takes as long for many as for one. */
export function isWithinAny(path: string, folders: ReadonlySet<string>): boolean {
  for (let folder = path; folder !== ""; folder = parentOf(folder)) if (folders.has(folder)) return true;
  return folders.has("");
}

/** Total order of strings by UTF-16 units, the same on every machine. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** How many of the last parts of two paths are the same. */
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
