/**
 * What Windows makes of a path: one folder has several spellings, and some names reach something other than a
 * file of that name. Pure, so that it runs and is tested on every platform. A `flavor` says how paths are
 * written; the default is as on this platform.
 */
import platformPath, { type PlatformPath, win32 } from "node:path";

/**
 * One spelling for each absolute path: without the prefixes `\\?\` and `\\.\`, and with the drive letter in
 * upper case. Names of devices, such as `\\.\PhysicalDrive0`, and of volumes without a letter stay.
 *
 * @param path absolute and normalized, with `\`
 */
export function plainWindowsPath(path: string): string {
  return path
    .replace(/^\\\\[?.]\\UNC\\/i, "\\\\")
    .replace(/^\\\\[?.]\\(?=[a-z]:(?:\\|$))/i, "")
    .replace(/^[a-z]:/, (drive) => drive.toUpperCase());
}

/** Names that Windows opens as devices in every folder, whatever follows their first dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3]) *(?:$|[.:])/i;

/**
 * Why a path cannot name a file of its own on Windows, as the end of a sentence; null if it can. Windows
 * ignores dots and spaces at the end of a name, and reads `name:stream` as a part of another file, so that
 * `.env.` and `.env::$DATA` are `.env` under a name that no ignore rule knows. Null on other platforms.
 */
export function nameProblem(path: string, flavor: PlatformPath = platformPath): string | null {
  if (flavor.sep === "/") return null;
  if (/^[a-z]:(?![\\/])/i.test(path)) return "is relative to the working folder of a drive";
  for (const name of path.slice(win32.parse(path).root.length).split(/[\\/]/)) {
    if (name === "." || name === "..") continue;
    if (DEVICE.test(name)) return `has the name of a device, ${name}`;
    if (name.includes(":")) return `names a stream of a file, ${name}`;
    if (/[. ]$/.test(name)) return `has a name that ends in a dot or a space, ${JSON.stringify(name)}`;
  }
  return null;
}

/**
 * Whether a path is on a server that none of the folders is on. Windows would log on to that server, with the
 * user's name and a hash of the password, merely to see whether the path exists. False on other platforms.
 */
export function isOnForeignServer(
  path: string,
  folders: readonly string[],
  flavor: PlatformPath = platformPath,
): boolean {
  if (flavor.sep === "/") return false;
  const share = shareOf(path);
  return share !== null && !folders.some((folder) => shareOf(folder) === share);
}

/** `\\server\share\` in lower case; null for a path on a drive. A device also counts as a server. */
function shareOf(path: string): string | null {
  const { root } = win32.parse(plainWindowsPath(win32.normalize(path)));
  return root.startsWith("\\\\") ? root.toLowerCase() : null;
}
