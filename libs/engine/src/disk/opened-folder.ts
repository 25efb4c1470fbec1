/**
 * Listing a folder of a tree, so that what is listed is that very folder: one on the way may become a link
 * between the look that found it and the listing, and lead out of the tree. On Linux the folder that was
 * opened is looked up, and listed by its descriptor; elsewhere the way there is looked at before and after.
 */
import {
  type Dirent,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join, sep } from "node:path";
import { systemCode } from "../errors.ts";
import { nameOf, parentOf } from "../model/paths.ts";
import { isOpenedIn } from "./opened-path.ts";

/** A folder of the tree, until it is disposed of. */
export interface OpenedFolder extends Disposable {
  /** By name; as the disk has them. Throws what the system says. */
  entries(): Dirent[];
  /** In front of the name of an entry: leads to the entry while this is open. Ends with a separator. */
  readonly prefix: string;
  /** False where what was looked at through `prefix` may lie elsewhere. To be asked at the end. */
  isSame(): boolean;
}

/** Opens a folder of a tree. */
export type FolderOpener = (root: string, diskPath: string) => OpenedFolder | null;

/** Folders by their descriptors, as Linux has them. */
const DESCRIPTORS = "/proc/self/fd";
const hasDescriptors = process.platform === "linux" && existsSync(DESCRIPTORS);

/**
 * Null where it lies elsewhere. Throws what the system says, `ELOOP` or `ENOTDIR` for a link in its place.
 *
 * @param root canonical; the disk may spell it in parts (NFD)
 * @param diskPath relative to the root; empty for it
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
 * Whether a tree has an entry, and not what a link on the way leads to.
 *
 * @param diskPath as of `openFolder`
 */
export function isEntryOf(root: string, diskPath: string): boolean {
  // Nobody can ask for what lies below a name that is no UTF-8: the folder of that name is looked for.
  const path = /^[^\ufffd]*\ufffd[^/]*/.exec(diskPath)?.[0] ?? diskPath;
  try {
    using folder = openFolder(root, parentOf(path));
    // Not by a look at the entry: a folder may be listed by who may look at nothing in it.
    return folder !== null && folder.entries().some(({ name }) => name === nameOf(path)) && folder.isSame();
  } catch (error) {
    return systemCode(error) === "EACCES" && leadsInto(root, parentOf(path));
  }
}

/** Where folders cannot be listed by descriptors. */
export function openByPath(root: string, diskPath: string): OpenedFolder | null {
  const path = join(root, diskPath);
  const isThere = (): boolean => leadsInto(root, diskPath);
  // Of one that is not there the system says so.
  statSync(path);
  if (!isThere()) return null;
  return {
    prefix: path.endsWith(sep) ? path : path + sep,
    entries: () => byName(readdirSync(path, { withFileTypes: true })),
    isSame: isThere,
    [Symbol.dispose]: () => undefined,
  };
}

/** Whether the way to a folder of a tree is free of links. */
function leadsInto(root: string, diskPath: string): boolean {
  try {
    return (
      realpathSync.native(join(root, diskPath)).normalize("NFC") ===
      join(realpathSync.native(root), diskPath).normalize("NFC")
    );
  } catch {
    return false;
  }
}

/** In the order in which folders are scanned. */
export function byName(entries: Dirent[]): Dirent[] {
  return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
}
