/** Where Satori stores its data: one folder per codebase below `$SATORI_HOME/indexes`. */
import { createHash } from "node:crypto";
import { homedir, userInfo } from "node:os";
import { basename, isAbsolute, join, posix, resolve, win32 } from "node:path";
import { CONFIG_FILE, withHome } from "@satori/contracts";
import { relativeTo } from "../../model/paths.ts";
import { viewParts } from "../../model/view-name.ts";
import { makePrivateFolder } from "../../disk/private-files.ts";

/** Files of an index folder that do not belong to a store. */
export const INDEX_FILES = {
  /** Names the root that the folder belongs to. The folder counts as an index while this file exists. */
  identity: "codebase.json",
  /** See `lock.ts`. */
  lock: "lock.db",
  lockOwner: "lock-owner.json",
  /** Asks the process that works on a run to cancel it. */
  cancel: "cancel",
  /** See `corruption.ts`. */
  damage: "damage.json",
  /** In the folder of a commit: its mtime is when the commit was last used. */
  used: "used",
  /** Lists the services that the user was notified of before files were sent to them. */
  upload: "upload.json",
} as const;

/**
 * Entries of the home that Satori creates or reads: `indexes`, index files that work trees share, settings
 * with keys in them, the embedding cache with SQLite's own files, `compiled` code, and `sockets` of
 * local processes.
 */
export const OWN_ENTRIES = {
  folders: ["indexes", "repositories", "compiled", "sockets"],
  files: [CONFIG_FILE, "cache.db", "cache.db-wal", "cache.db-shm", "cache.db-journal", "cache-lock.db"],
} as const;

/**
 * The home; absolute.
 *
 * @param flag value of the command line flag, which overrides the environment
 */
export function homeOf(environment: Readonly<Record<string, string | undefined>>, flag?: string): string {
  return settingPath(flag || environment["SATORI_HOME"] || defaultHome(environment, process.platform));
}

/** Makes the path of a setting or flag absolute; resolves `~`. */
export function settingPath(text: string): string {
  return resolve(text.startsWith("~") ? withHome(text, userHome()) : text);
}

/**
 * The user's home folder; absolute. With an empty or relative `HOME`, as cron and containers have it, each
 * working directory would get its own indexes.
 */
export function userHome(): string {
  const home = homedir();
  return isAbsolute(home) ? home : userInfo().homedir;
}

/**
 * The platform's folder for application data. A relative `XDG_DATA_HOME` is ignored, as its specification
 * requires, and so is a relative `LOCALAPPDATA`: each working directory would get its own indexes.
 *
 * @param user the user's home folder; absolute
 */
export function defaultHome(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  user: string = userHome(),
): string {
  if (platform === "darwin") return posix.join(user, "Library", "Application Support", "satori");
  const { isAbsolute: isWhole, join: joined } = platform === "win32" ? win32 : posix;
  const [variable, ...below] =
    platform === "win32" ? ["LOCALAPPDATA", "AppData", "Local"] : ["XDG_DATA_HOME", ".local", "share"];
  const data = environment[variable as string] ?? "";
  return joined(isWhole(data) ? data : joined(user, ...below), "satori");
}

export function indexesFolder(home: string): string {
  return join(home, "indexes");
}

/** Folder of the index files that codebases of one repository share. */
export function repositoriesFolder(home: string): string {
  return join(home, "repositories");
}

/**
 * Folder of a codebase's index. The name is for people; the hash distinguishes views of the same name.
 *
 * @param view see `viewName`
 */
export function indexFolder(home: string, view: string): string {
  const name =
    basename(viewParts(view).root)
      .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
      .slice(0, 40) || "root";
  return join(indexesFolder(home), `${name}-${createHash("sha256").update(view).digest("hex").slice(0, 12)}`);
}

/**
 * File systems of the kernel: endless files, devices, no source code. `/dev/shm`, a disk in memory, is an
 * ordinary folder.
 */
const OF_THE_KERNEL = ["/proc", "/sys", "/dev"];
const IN_MEMORY = "/dev/shm";

/** Whether a path is in one of the kernel's file systems. */
export function isOfTheKernel(path: string): boolean {
  return (
    OF_THE_KERNEL.some((folder) => relativeTo(folder, path) !== null) &&
    (relativeTo(IN_MEMORY, path) ?? "") === ""
  );
}

/**
 * Creates a folder in the home, and its parents, with access for its owner alone. Throws the system's error.
 */
export function makeHomeFolder(path: string): void {
  // Node.js would loop forever there: the kernel reports each parent folder as missing.
  if (isOfTheKernel(path))
    throw Object.assign(new Error(`${path} belongs to the kernel`), { code: "EACCES" });
  makePrivateFolder(path);
}
