/**
 * Lists exactly the folder of a tree that was found. Between finding and listing it, a folder on the path may
 * become a link that leads out of the tree. On Linux, the path of the opened folder is checked, and the
 * folder is listed through its descriptor. Elsewhere, the path is checked before and after.
 */
import { type Dirent, closeSync, constants, existsSync, openSync, readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { systemCode } from "../errors.ts";
import { nameOf, parentOf } from "../model/paths.ts";
import { isOpenedIn } from "./opened-path.ts";
import { realPath } from "./real-path.ts";

/** A folder of the tree, open until it is disposed of. */
export interface OpenedFolder extends Disposable {
  /** Sorted by name, in the disk's spelling. Throws the system's error. */
  entries(): Dirent[];
  /**
   * Put before the name of an entry, it makes a path to the entry while the folder is open. Ends with a
   * separator.
   */
  readonly prefix: string;
  /** False if entries read through `prefix` may be elsewhere. Check it at the end. */
  isSame(): boolean;
}

/** Opens a folder of a tree. */
export type FolderOpener = (root: string, diskPath: string) => OpenedFolder | null;

/** Folders by their descriptors, on Linux. */
const DESCRIPTORS = "/proc/self/fd";
const hasDescriptors = process.platform === "linux" && existsSync(DESCRIPTORS);

/**
 * Opens a folder of a tree; null if it is elsewhere. Throws the system's error, `ELOOP` or `ENOTDIR` for a
 * link in its place.
 *
 * @param root canonical; the disk may use another spelling (NFD) in parts
 * @param diskPath relative to the root; empty for the root
 */
export const openFolder: FolderOpener = hasDescriptors ? openByDescriptor : openByPath;

function openByDescriptor(root: string, diskPath: string): OpenedFolder | null {
  const descriptor = openSync(
    join(root, diskPath),
    constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
  );
  try {
    if (!isOpenedIn(root, diskPath, descriptor)) {
      closeSync(descriptor);
      return null;
    }
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  const folder = `${DESCRIPTORS}/${descriptor}`;
  return {
    prefix: `${folder}/`,
    entries: () => byName(readdirSync(folder, { withFileTypes: true })),
    isSame: () => true,
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}

/**
 * Whether a tree itself contains an entry, not only through a link on the path.
 *
 * @param diskPath as in `openFolder`
 */
export function isEntryOf(root: string, diskPath: string): boolean {
  // A path below a name that is not UTF-8 cannot be expressed, so the check is for the folder with that name.
  const path = /^[^\ufffd]*\ufffd[^/]*/.exec(diskPath)?.[0] ?? diskPath;
  try {
    using folder = openFolder(root, parentOf(path));
    // Looks for the name in the listing instead of reading the entry's metadata: a user may be allowed to
    // list a folder but not to access its entries.
    return folder !== null && folder.entries().some(({ name }) => name === nameOf(path)) && folder.isSame();
  } catch (error) {
    return systemCode(error) === "EACCES" && leadsInto(root, parentOf(path));
  }
}

/** Opens a folder where folders cannot be listed through descriptors. */
export function openByPath(root: string, diskPath: string): OpenedFolder | null {
  const path = join(root, diskPath);
  const isThere = (): boolean => leadsInto(root, diskPath);
  // Throws the system's error if the folder does not exist.
  statSync(path);
  if (!isThere()) return null;
  return {
    prefix: path.endsWith(sep) ? path : path + sep,
    entries: () => byName(readdirSync(path, { withFileTypes: true })),
    isSame: isThere,
    [Symbol.dispose]: () => undefined,
  };
}

/** Whether the path to a folder of a tree is free of links. */
function leadsInto(root: string, diskPath: string): boolean {
  try {
    return (
      realPath(join(root, diskPath)).normalize("NFC") === join(realPath(root), diskPath).normalize("NFC")
    );
  } catch {
    return false;
  }
}

/** Sorts entries in the order in which folders are scanned. */
export function byName(entries: Dirent[]): Dirent[] {
  return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
}
