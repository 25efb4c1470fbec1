/**
 * Removes other users' access rights from the home, which earlier versions created with the umask's mode. It
 * changes only entries of the current user, follows no links, and keeps the mode of a home that people may
 * share. Windows has no such modes.
 */
import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { OTHERS_MODE } from "../../disk/private-files.ts";
import { OWN_ENTRIES, indexesFolder } from "./home.ts";

/** Files that desktops leave behind. They do not mean that a folder is shared. */
const LEFTOVERS: readonly string[] = [".DS_Store", "desktop.ini", "Thumbs.db"];

/** Homes that this process has tightened. */
const tightened = new Set<string>();

/**
 * Tightens an index folder and its files and, once per process, the home around it. A home with foreign
 * entries may be a shared folder: its own mode stays, but Satori's entries in it are tightened. Never throws.
 *
 * @param indexFolder one that is about to be opened
 */
export function tightenHome(home: string, indexFolder: string): void {
  if (process.getuid === undefined) return;
  if (!tightened.has(home)) {
    tightened.add(home);
    if (holdsOnlyOurs(home)) tighten(home);
    for (const name of [...OWN_ENTRIES.folders, ...OWN_ENTRIES.files]) tighten(join(home, name));
  }
  tighten(indexesFolder(home));
  tighten(indexFolder);
  for (const name of entriesOf(indexFolder)) tighten(join(indexFolder, name));
}

/** Whether all entries of a home are Satori's. True for an empty or missing home. */
export function holdsOnlyOurs(home: string): boolean {
  const ours: readonly string[] = [...OWN_ENTRIES.folders, ...OWN_ENTRIES.files, ...LEFTOVERS];
  return entriesOf(home).every((name) => ours.includes(name));
}

function tighten(path: string): void {
  try {
    const stats = lstatSync(path);
    const isOurs = stats.uid === process.getuid?.() && (stats.isDirectory() || stats.isFile());
    if (isOurs && (stats.mode & OTHERS_MODE) !== 0) chmodSync(path, stats.mode & 0o7777 & ~OTHERS_MODE);
  } catch {
    // Missing entries, and disks without modes, stay as they are. `satori doctor` reports what others can
    // access.
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
