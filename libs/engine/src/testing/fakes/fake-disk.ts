/** Disks of other platforms, in memory. They ignore letter case or Unicode forms, and keep the spelling. */
import { posix, win32 } from "node:path";
import type { PathSystem } from "../../disk/real-path.ts";
import { plainWindowsPath } from "../../model/windows-paths.ts";

export interface FakeDiskOptions {
  /** Absolute paths of the files, as the disk spells them. */
  readonly files: readonly string[];
  /** Symbolic links and their targets, absolute. */
  readonly links?: Readonly<Record<string, string>>;
  /** Short names, such as `SECRET~1`, and the names that they stand for. */
  readonly shortNames?: Readonly<Record<string, string>>;
  /** Error of every call of `resolveOnDisk`, as some drivers have it. */
  readonly driverError?: string;
}

/** Of Windows: letter case does not matter, and paths from 260 characters on need the prefix `\\?\`. */
export function windowsDisk(options: FakeDiskOptions): PathSystem {
  return diskOf(options, {
    flavor: win32,
    hasOwnSpelling: true,
    keyOf: (name) => name.toLowerCase(),
    maxChars: 259,
  });
}

/** Of macOS: neither letter case nor Unicode forms matter. */
export function macDisk(options: FakeDiskOptions): PathSystem {
  return diskOf(options, {
    flavor: posix,
    hasOwnSpelling: true,
    keyOf: (name) => name.normalize("NFD").toLowerCase(),
    maxChars: 1_023,
  });
}

/** Of Linux: a name is its bytes. */
export function linuxDisk(options: FakeDiskOptions): PathSystem {
  return diskOf(options, { flavor: posix, hasOwnSpelling: false, keyOf: (name) => name, maxChars: 4_095 });
}

interface DiskRules extends Pick<PathSystem, "flavor" | "hasOwnSpelling"> {
  /** Equal for names that the disk takes for one. */
  readonly keyOf: (name: string) => string;
  readonly maxChars: number;
}

interface Place {
  /** As the disk spells it. */
  readonly onDisk: string;
  /** As the caller spells it, where no link was followed. */
  readonly written: string;
  readonly isLink: boolean;
}

function diskOf(
  { files, links = {}, shortNames = {}, driverError }: FakeDiskOptions,
  { flavor, hasOwnSpelling, keyOf, maxChars }: DiskRules,
): PathSystem {
  const paths = [...files, ...Object.keys(links)];

  const childrenOf = (folder: string): string[] => {
    const prefix = folder.endsWith(flavor.sep) ? folder : folder + flavor.sep;
    const below = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
    return [...new Set(below.map((path) => path.split(flavor.sep)[0] as string))];
  };

  const find = (path: string, followsLast: boolean): Place => {
    if (path.length > maxChars && !path.startsWith("\\\\?\\")) throw systemError("ENOENT", path);
    const plain = flavor === win32 ? plainWindowsPath(win32.normalize(path)) : path;
    const { root } = flavor.parse(plain);
    const names = plain.slice(root.length).split(/[\\/]/).filter(Boolean);
    let place: Place = { onDisk: root, written: root, isLink: false };
    for (const [at, name] of names.entries()) {
      const full = shortNames[name.toUpperCase()] ?? name;
      const entry = childrenOf(place.onDisk).find((child) => keyOf(child) === keyOf(full));
      if (entry === undefined) throw systemError("ENOENT", path);
      const onDisk = flavor.join(place.onDisk, entry);
      const target = links[onDisk];
      const follows = target !== undefined && (followsLast || at < names.length - 1);
      place = follows
        ? find(target, true)
        : { onDisk, written: flavor.join(place.written, name), isLink: target !== undefined };
    }
    return place;
  };

  return {
    resolve: (path) => find(path, true).written,
    resolveOnDisk: (path) => {
      if (driverError !== undefined) throw systemError(driverError, path);
      return find(path, true).onDisk;
    },
    isLink: (path) => find(path, false).isLink,
    names: (folder) => childrenOf(find(folder, true).onDisk),
    flavor,
    hasOwnSpelling,
  };
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
