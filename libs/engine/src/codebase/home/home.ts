/** Where Satori keeps what it makes: one folder for each codebase below `$SATORI_HOME/indexes`. */
import { createHash } from "node:crypto";
import { homedir, userInfo } from "node:os";
import { basename, isAbsolute, join, resolve } from "node:path";
import { CONFIG_FILE, withHome } from "@satori/contracts";
import { relativeTo } from "../../model/paths.ts";
import { makePrivateFolder } from "../../disk/private-files.ts";

/** Files of an index folder that are no store's. */
export const INDEX_FILES = {
  /** Says which root the folder belongs to; the folder counts as long as this lies in it. */
  identity: "codebase.json",
  /** See `lock.ts`. */
  lock: "lock.db",
  lockOwner: "lock-owner.json",
  /** Asks the process that works on a run to cancel it. */
  cancel: "cancel",
  /** See `damage.ts`. */
  damage: "damage.json",
  /** Says which services were told of before files were sent there. */
  upload: "upload.json",
} as const;

/**
 * What of the home is made or read by Satori: `indexes`, settings with keys in them, the cache of embeddings
 * with the files of SQLite beside it, `compiled` code.
 */
export const OWN_ENTRIES = {
  folders: ["indexes", "compiled"],
  files: [CONFIG_FILE, "cache.db", "cache.db-wal", "cache.db-shm", "cache.db-journal", "cache-lock.db"],
} as const;

/** Absolute. @param flag of a command line, which comes before the environment */
export function homeOf(environment: Readonly<Record<string, string | undefined>>, flag?: string): string {
  return settingPath(flag || environment["SATORI_HOME"] || defaultHome(environment, process.platform));
}

/** A path of a setting or flag made absolute, `~` and relative ones too. */
export function settingPath(text: string): string {
  return resolve(text.startsWith("~") ? withHome(text, userHome()) : text);
}

/**
 * Absolute: of an empty or relative `HOME`, as cron and containers have it, each working directory would get
 * indexes of its own.
 */
export function userHome(): string {
  const home = homedir();
  return isAbsolute(home) ? home : userInfo().homedir;
}

/**
 * The platform's folder for application data. A relative `XDG_DATA_HOME` does not count, as its specification
 * asks.
 */
export function defaultHome(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  if (platform === "darwin") return join(userHome(), "Library", "Application Support", "satori");
  if (platform === "win32")
    return join(environment["LOCALAPPDATA"] ?? join(userHome(), "AppData", "Local"), "satori");
  const data = environment["XDG_DATA_HOME"] ?? "";
  return join(isAbsolute(data) ? data : join(userHome(), ".local", "share"), "satori");
}

export function indexesFolder(home: string): string {
  return join(home, "indexes");
}

/** Folder of a codebase's index. The name is for people, the hash tells equal names apart. */
export function indexFolder(home: string, root: string): string {
  const name =
    basename(root)
      .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
      .slice(0, 40) || "root";
  return join(indexesFolder(home), `${name}-${createHash("sha256").update(root).digest("hex").slice(0, 12)}`);
}

/**
 * What the kernel shows of itself: files without end, devices, and no source code. A disk in memory is
 * ordinary.
 */
const OF_THE_KERNEL = ["/proc", "/sys", "/dev"];
const IN_MEMORY = "/dev/shm";

export function isOfTheKernel(path: string): boolean {
  return (
    OF_THE_KERNEL.some((folder) => relativeTo(folder, path) !== null) &&
    (relativeTo(IN_MEMORY, path) ?? "") === ""
  );
}

/** Makes a folder in the home, with those above it, for its owner alone. Throws what the system says. */
export function makeHomeFolder(path: string): void {
  // Node.js would try for ever in there: the kernel says of each folder above that it is not there.
  if (isOfTheKernel(path))
    throw Object.assign(new Error(`${path} belongs to the kernel`), { code: "EACCES" });
  makePrivateFolder(path);
}
