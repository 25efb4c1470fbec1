/**
 * Opens a file, and finds the real path of an open file. That path may differ from the one that was checked
 * before opening.
 */
import { constants, fstatSync, openSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../errors.ts";
import { realPath } from "./real-path.ts";

/**
 * Opens a file for reading. Does not follow a link at the end of the path, and does not wait for the writer
 * of a pipe; Windows has neither. Throws the system's error.
 */
export function openAsItIs(path: string): number {
  return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
}

/**
 * Opens a file by its real path, on which there is no link: one that has appeared since is an error where
 * the kernel can tell (`ELOOP`; macOS 11 or newer). Otherwise like `openAsItIs`.
 */
export function openRealPath(path: string, platform: NodeJS.Platform = process.platform): number {
  if (platform !== "darwin") return openAsItIs(path);
  try {
    return openSync(path, constants.O_RDONLY | O_NOFOLLOW_ANY | constants.O_NONBLOCK);
  } catch (error) {
    if (systemCode(error) !== "EINVAL") throw error;
    return openAsItIs(path);
  }
}

/** Flag of macOS, which Node.js does not name. */
const O_NOFOLLOW_ANY = 0x20000000;

/**
 * The real path of an open file; null if it cannot be determined because the path is changing.
 *
 * @param path path by which the file was opened
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
 * Whether an open file is the one of that name in a tree. A folder on the path, or the root, may have become
 * a link since it was listed.
 *
 * @param root canonical; the disk may use another spelling (NFD) in parts
 * @param diskPath relative to the root, with `/`
 */
export function isOpenedIn(root: string, diskPath: string, descriptor: number): boolean {
  const path = join(root, diskPath);
  const opened = openedPath(descriptor, path);
  if (opened === null || opened === path) return opened !== null;
  const realRoot = realPath(root);
  return realRoot.normalize("NFC") === root.normalize("NFC") && opened === join(realRoot, diskPath);
}

const DELETED = " (deleted)";

/** The path according to the kernel, which renames cannot falsify. Null without `/proc`. */
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

/**
 * A link that comes and goes can be there when the file is opened, absent when its path is resolved, and
 * there again when the two are compared: this happened once in some hundred attempts. Each further comparison
 * has to be deceived in the same way.
 */
const COMPARISONS = 8;

/** The path's present target, if that is the open file, and stays it for several comparisons. */
function samePath(descriptor: number, path: string): string | null {
  try {
    const opened = fstatSync(descriptor, { bigint: true });
    const real = realPath(path);
    for (let at = 0; at < COMPARISONS; at++) {
      const now = statSync(real, { bigint: true });
      if (opened.dev !== now.dev || opened.ino !== now.ino || realPath(path) !== real) return null;
    }
    return real;
  } catch {
    return null;
  }
}
