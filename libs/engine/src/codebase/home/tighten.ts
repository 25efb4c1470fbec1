/**
 * Takes the rights of others from what is in the home, as an earlier version made it by the umask. Only what
 * belongs to the user of this process is touched, no link is followed, and a home that people may share keeps
 * its mode. Windows has no such modes.
 */
import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { OTHERS_MODE } from "../../disk/private-files.ts";
import { OWN_ENTRIES, indexesFolder } from "./home.ts";

/** Left behind by desktops, and nobody's reason to share a folder. */
const LEFTOVERS: readonly string[] = [".DS_Store", "desktop.ini", "Thumbs.db"];

/** Homes that this process has tightened. */
const tightened = new Set<string>();

/**
 * Tightens an index folder and the files in it, and, once a process, the home around it. A home that holds
 * something besides what Satori makes may be a folder that people share: its own mode stays, those of
 * Satori's parts of it do not. Never throws.
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

/** Whether a home is there, and has nothing in it that Satori does not make. */
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
    // What is not there, or on a disk that keeps no modes, stays as it is; the doctor says what others may
    // do.
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
