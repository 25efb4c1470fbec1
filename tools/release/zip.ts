/** Writes a folder as a ZIP archive whose bytes depend on nothing but paths, contents and permissions. */
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { type Zippable, zipSync } from "fflate";

/** The earliest time that the format has, in the time zone of the machine, as the format wants it. */
const EPOCH = new Date(1980, 0, 1);
/** The archive is from a system with permissions as on Unix. */
const UNIX = 3;

/**
 * The archive's bytes: regular files by path, ascending, compressed by fflate, which has no native code and
 * therefore compresses alike everywhere. Permissions are reduced to 755 for programs and 644 for all others.
 */
export function zipFolder(folder: string): Uint8Array {
  const entries: Zippable = {};
  for (const path of filesBelow(folder)) {
    const isProgram = (statSync(join(folder, path)).mode & 0o100) !== 0;
    // Above the permissions: that it is a regular file.
    const mode = 0o100000 | (isProgram ? 0o755 : 0o644);
    entries[path] = [
      new Uint8Array(readFileSync(join(folder, path))),
      { level: 9, mtime: EPOCH, os: UNIX, attrs: (mode << 16) >>> 0 },
    ];
  }
  return zipSync(entries);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join(posix.sep))
    .sort();
}
