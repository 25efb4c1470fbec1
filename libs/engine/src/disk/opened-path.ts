/**
 * Opening a file, and where an open one lies: what a path led to when it was opened, which may differ from
 * what it led to when it was checked.
 */
import { constants, fstatSync, openSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Opens a file to be read. No link at the end is followed, and no writer of a pipe is waited for; Windows
 * knows neither. Throws what the system says.
 */
export function openAsItIs(path: string): number {
  return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
}

/**
 * The real path of an open file; null where it cannot be told, since the way there changes while it is looked
 * at.
 *
 * @param path that it was opened by
 */
export function openedPath(
  descriptor: number,
  path: string,
  platform: NodeJS.Platform = process.platform,
): string | null {
  return platform === "linux"
    ? (pathOnLinux(descriptor) ?? samePath(descriptor, path))
    : samePath(descriptor, path);
}

/**
 * Whether an open file is the one of that name in a tree: a folder on the way, or the root, may have become a
 * link since it was listed.
 *
 * @param root canonical; the disk may spell it in parts (NFD)
 * @param diskPath relative to the root, with `/`
 */
export function isOpenedIn(root: string, diskPath: string, descriptor: number): boolean {
  const path = join(root, diskPath);
  const opened = openedPath(descriptor, path);
  if (opened === null || opened === path) return opened !== null;
  const realRoot = realpathSync(root);
  return realRoot.normalize("NFC") === root.normalize("NFC") && opened === join(realRoot, diskPath);
}

const DELETED = " (deleted)";

/** The kernel's own word, which no change of names can mislead. Null without `/proc`. */
function pathOnLinux(descriptor: number): string | null {
  try {
    const link = readlinkSync(`/proc/self/fd/${descriptor}`);
    // Editors save by renaming a new file over the old one, which then has no name any more.
    return link.endsWith(DELETED) && fstatSync(descriptor).nlink === 0
      ? link.slice(0, -DELETED.length)
      : link;
  } catch {
    return null;
  }
}

/** Where the path leads now, if that is the file which is open. */
function samePath(descriptor: number, path: string): string | null {
  try {
    const real = realpathSync(path);
    const [opened, now] = [fstatSync(descriptor, { bigint: true }), statSync(real, { bigint: true })];
    return opened.dev === now.dev && opened.ino === now.ino ? real : null;
  } catch {
    return null;
  }
}
