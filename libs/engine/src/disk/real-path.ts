/**
 * Resolves links, and finds how the disk spells a path. On disks that ignore letter case, as on Windows and
 * macOS, a path has many spellings, and an index of each would be another codebase.
 *
 * The system is a parameter, so that each platform's rules are tested on every platform.
 */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import platformPath, { type PlatformPath } from "node:path";
import { isGone, systemCode } from "../errors.ts";
import { normalizeAbsolute, relativeTo } from "../model/paths.ts";

/** What this file asks of a file system. All throw the system's error. */
export interface PathReads {
  /** Resolves links, and spells names as the caller does. */
  readonly resolve: (path: string) => string;
  /** Resolves links, and spells names as the disk does. On Linux no different from `resolve`. */
  readonly resolveOnDisk: (path: string) => string;
  readonly isLink: (path: string) => boolean;
  readonly names: (folder: string) => readonly string[];
}

/** A file system, and how paths are written on it. */
export interface PathSystem extends PathReads {
  readonly flavor: PlatformPath;
  /** Whether the disk may spell a path in another way than the caller. */
  readonly hasOwnSpelling: boolean;
}

const THIS_SYSTEM: PathSystem = {
  resolve: (path) => realpathSync(path),
  resolveOnDisk: (path) => realpathSync.native(path),
  isLink: (path) => lstatSync(path).isSymbolicLink(),
  names: (folder) => readdirSync(folder),
  flavor: platformPath,
  hasOwnSpelling: process.platform === "win32" || process.platform === "darwin",
};

/** The real path of something that exists, in the disk's spelling. Throws the system's error. */
export function realPath(path: string, system: PathSystem = THIS_SYSTEM): string {
  if (!system.hasOwnSpelling) return system.resolve(path);
  try {
    return fromNamespace(system.resolveOnDisk(inNamespace(path, system)), system);
  } catch (error) {
    // Some drivers of virtual disks on Windows cannot tell the name of an open file.
    if (isGone(error) || REFUSALS.has(systemCode(error) ?? "")) throw error;
    return system.resolve(path);
  }
}

/** Like `realPath`, but returns the path itself if it does not exist or is not accessible. Never throws. */
export function realPathOr(path: string, system: PathSystem = THIS_SYSTEM): string {
  try {
    return realPath(path, system);
  } catch {
    return path;
  }
}

/**
 * Resolves links; for a path that does not exist, in the part that does. Also finds names that the disk
 * spells with other code points for the same letters (NFD): the index uses their NFC form.
 */
export function realPathOf(path: string, system: PathSystem = THIS_SYSTEM): string {
  try {
    return realPath(path, system);
  } catch (error) {
    return systemCode(error) === null ? path : realPartOf(path, system);
  }
}

/**
 * A path below a root in the disk's letter case, with `/`. As given on disks that count letter case, if there
 * is no such file, and if a link is on the way.
 *
 * @param root real
 * @param path relative to the root
 */
export function spelledAsOnDisk(root: string, path: string, system: PathSystem = THIS_SYSTEM): string {
  if (!system.hasOwnSpelling) return path;
  const { flavor } = system;
  const written = relativeTo(root, flavor.join(root, path), flavor);
  const spelled = relativeTo(root, realPathOf(flavor.join(root, path), system), flavor);
  return spelled !== null && spelled.toLowerCase() === written?.toLowerCase() ? spelled : path;
}

/** Errors that say something about the path, and not about the way in which it was resolved. */
const REFUSALS: ReadonlySet<string> = new Set(["EACCES", "EPERM", "ELOOP", "ENAMETOOLONG"]);

/** Windows resolves paths from this length on only with the prefix `\\?\`, which also makes names literal. */
const LONG_CHARS = 260;

function inNamespace(path: string, { flavor }: PathSystem): string {
  return flavor.sep === "\\" && path.length >= LONG_CHARS ? flavor.toNamespacedPath(path) : path;
}

function fromNamespace(path: string, { flavor }: PathSystem): string {
  return flavor.sep === "\\" ? normalizeAbsolute(path, path, flavor) : path;
}

/**
 * Starts at the root, so that names after one that does not exist are not looked up, however many there are.
 */
function realPartOf(path: string, system: PathSystem): string {
  const { flavor, hasOwnSpelling } = system;
  const { root } = flavor.parse(path);
  const names = path
    .slice(root.length)
    .split(flavor.sep === "/" ? "/" : /[/\\]/)
    .filter((name) => name !== "");
  // All names at once: for each name, that would take quadratic time.
  const spelled = (folder: string): string => (hasOwnSpelling ? realPathOr(folder, system) : folder);
  let real = root;
  for (const [at, name] of names.entries()) {
    const next = realEntry(real, name, system);
    if (next === null) return normalizeAbsolute(names.slice(at).join("/"), spelled(real), flavor);
    real = next;
  }
  return spelled(real);
}

/**
 * The real path of a folder's entry in the disk's spelling; null if there is no such entry or it cannot be
 * followed.
 *
 * @param folder real
 */
function realEntry(folder: string, name: string, system: PathSystem): string | null {
  const path = system.flavor.join(folder, name);
  // Only links are resolved. Resolving the whole path for each of its names would take cubic time.
  const real = isLink(path, system) === false ? path : realOrNull(path, system);
  if (real !== null || !NOT_ASCII.test(name)) return real;
  const spelled = spelledOnDisk(folder, name, system);
  return spelled === null ? null : realOrNull(system.flavor.join(folder, spelled), system);
}

/** Null if there is no entry, or if it is not accessible. */
function isLink(path: string, system: PathSystem): boolean | null {
  try {
    return system.isLink(path);
  } catch {
    return null;
  }
}

function realOrNull(path: string, system: PathSystem): string | null {
  try {
    return realPath(path, system);
  } catch {
    return null;
  }
}

const NOT_ASCII = /[^\0-\x7f]/;

/** The entry of a folder whose name is another form of the same text; null if there is none. */
function spelledOnDisk(folder: string, name: string, { names }: PathSystem): string | null {
  try {
    const wanted = name.normalize("NFC");
    return names(folder).find((entry) => entry !== name && entry.normalize("NFC") === wanted) ?? null;
  } catch {
    return null;
  }
}
