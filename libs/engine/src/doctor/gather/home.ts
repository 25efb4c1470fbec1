/** The home: whether it exists and is writable, what disk it is on, and who else can access it. */
import { type Stats, accessSync, constants, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { indexesFolder } from "../../codebase/home/home.ts";
import { holdsOnlyOurs } from "../../codebase/home/tighten.ts";
import { isGone } from "../../errors.ts";
import type { HomeFacts, SettingFacts } from "../facts.ts";

/** Network file systems on Linux (`statfs(2)`). SQLite cannot rely on their locks and shared memory. */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x01021997, "9p"],
  [0x5346414f, "AFS"],
]);
const MODE_BITS = 0o777;

export async function gatherHome(
  home: string,
  { file, settings }: SettingFacts,
  secretNames: ReadonlySet<string>,
): Promise<HomeFacts> {
  const stats = statsOrWhyNone(home);
  const state =
    stats === "unreadable" || stats === "absent" ? stats : stats.isDirectory() ? "folder" : "not_a_folder";
  const present = state === "folder" ? home : nearestFolder(dirname(home));
  const disk = await diskOf(present);
  const indexesStats = statsOrWhyNone(indexesFolder(home));
  const configStats = statsOrWhyNone(file.path);
  return {
    path: home,
    state,
    isWritable: isFolder(present) && isWritable(present),
    freeBytes: disk && disk.freeBytes,
    networkFileSystem: disk && disk.networkFileSystem,
    mode: typeof stats === "object" ? modeOf(stats) : null,
    indexesMode: typeof indexesStats === "object" ? modeOf(indexesStats) : null,
    isShared: !holdsOnlyOurs(home),
    configFile:
      typeof configStats === "object" && modeOf(configStats) !== null
        ? {
            mode: configStats.mode & MODE_BITS,
            holdsSecrets: settings.some(({ name, source }) => source === "file" && secretNames.has(name)),
          }
        : null,
  };
}

/** Whether this process may create entries in a folder. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function statsOrWhyNone(path: string): Stats | "absent" | "unreadable" {
  try {
    return statSync(path);
  } catch (error) {
    return isGone(error) ? "absent" : "unreadable";
  }
}

function isFolder(path: string): boolean {
  const stats = statsOrWhyNone(path);
  return typeof stats === "object" && stats.isDirectory();
}

/** Windows has no such bits. */
function modeOf({ mode }: Stats): number | null {
  return process.platform === "win32" ? null : mode & MODE_BITS;
}

/**
 * The path itself, or the nearest entry above that exists. That entry may be a file, in which nothing can be
 * created.
 */
function nearestFolder(path: string): string {
  const isThere = typeof statsOrWhyNone(path) === "object";
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function diskOf(path: string): Promise<Pick<HomeFacts, "freeBytes" | "networkFileSystem"> | null> {
  try {
    const { bavail, bsize, type } = await statfs(path);
    return {
      freeBytes: bavail * bsize,
      networkFileSystem: process.platform === "linux" ? (NETWORK_FILE_SYSTEMS.get(type) ?? null) : null,
    };
  } catch {
    return null;
  }
}
