/** Which files may be shown: regular files below a known root, with all links on the path resolved. */
import { closeSync, fstatSync, readFileSync } from "node:fs";
import { OWN_ENTRIES } from "../codebase/home/home.ts";
import { pathError, requireFileName } from "../codebase/home/registry.ts";
import { realPathOf } from "../disk/real-path.ts";
import { EngineError, systemCode } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { relativeTo } from "../model/paths.ts";
import { openRealPath, openedPath } from "../disk/opened-path.ts";

/**
 * The nearest of the roots that contain a real path. Throws `PATH_OUTSIDE_ROOTS` if none does.
 *
 * @param realPath links resolved, as far as it exists
 * @param roots links resolved earlier: if they were resolved here, a root replaced by a link would lead
 *   outside
 */
export function requireRoot(path: string, realPath: string, roots: readonly string[]): string {
  const fitting = roots.filter((root) => relativeTo(root, realPath) !== null);
  const nearest = fitting.sort((left, right) => right.length - left.length)[0];
  if (nearest === undefined)
    throw new EngineError("PATH_OUTSIDE_ROOTS", `${path} ${outsideNote(path, roots)}`, { details: { path } });
  return nearest;
}

function outsideNote(path: string, roots: readonly string[]): string {
  return roots.some((root) => relativeTo(root, path) !== null)
    ? "is, or is behind, a symbolic link that leads out of the folders that may be read"
    : "is outside the folders that may be read";
}

/**
 * Throws `PATH_OUTSIDE_ROOTS` for Satori's home: its settings contain keys, and closing a descriptor of a
 * database releases every lock of the process on it, so that reading one would let in a second writer. If the
 * root is the home itself or inside it, only Satori's own entries are refused.
 *
 * @param root real; the nearest root that contains the path
 */
export function refuseHome(
  path: string,
  realPath: string,
  { home, root }: { readonly home: string; readonly root: string },
): void {
  const realHome = realPathOf(home);
  const below = relativeTo(realHome, realPath);
  if (below === null) return;
  const entry = below.split("/")[0] ?? "";
  const isOwn = [...OWN_ENTRIES.folders, ...OWN_ENTRIES.files].some((own) => own === entry);
  if (!isOwn && relativeTo(realHome, root) !== null) return;
  throw new EngineError(
    "PATH_OUTSIDE_ROOTS",
    `${path} is in SATORI_HOME, which contains indexes and keys and is never shown`,
    { details: { path } },
  );
}

/**
 * The bytes of a regular file. The checks apply to the opened file, so that replacing the file or a folder on
 * the path with a link between check and opening reveals nothing. Throws `PATH_NOT_FOUND`, `PATH_NOT_A_FILE`,
 * `PATH_UNREADABLE`, `FILE_TOO_LARGE`, `PATH_OUTSIDE_ROOTS`.
 *
 * @param requireAllowed throws if a real path may not be shown
 */
export function readRegularFile(
  path: string,
  realPath: string,
  requireAllowed: (openedPath: string) => void,
): Buffer {
  requireFileName(realPath);
  const descriptor = openChecked(path, realPath);
  try {
    const opened = openedPath(descriptor, realPath);
    if (opened === null)
      throw new EngineError("PATH_OUTSIDE_ROOTS", `${path} changed its target while it was opened`, {
        details: { path },
      });
    requireAllowed(opened);
    const stats = fstatSync(descriptor);
    if (!stats.isFile())
      throw new EngineError(
        "PATH_NOT_A_FILE",
        `${path} is ${stats.isDirectory() ? "a folder" : "not a regular file"}`,
        { details: { path } },
      );
    if (stats.size > ENGINE_LIMITS.readFileBytes) {
      const details = { path, sizeBytes: stats.size, maxBytes: ENGINE_LIMITS.readFileBytes };
      throw new EngineError("FILE_TOO_LARGE", `${path} has ${stats.size} bytes`, { details });
    }
    return readFileSync(descriptor);
  } catch (error) {
    throw error instanceof EngineError ? error : pathError(path, error);
  } finally {
    closeSync(descriptor);
  }
}

function openChecked(path: string, realPath: string): number {
  try {
    return openRealPath(realPath);
  } catch (error) {
    if (systemCode(error) === "ELOOP")
      throw new EngineError("PATH_OUTSIDE_ROOTS", `${path} is a symbolic link to another place`, {
        details: { path },
        cause: error,
      });
    throw pathError(path, error);
  }
}
