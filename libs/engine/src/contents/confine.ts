/** Which files may be shown: regular ones below a known root, with every link on the way resolved. */
import { closeSync, fstatSync, readFileSync } from "node:fs";
import { OWN_ENTRIES } from "../codebase/home/home.ts";
import { pathError, realPathOf } from "../codebase/home/registry.ts";
import { EngineError, systemCode } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { relativeTo } from "../model/paths.ts";
import { openAsItIs, openedPath } from "../disk/opened-path.ts";

/**
 * The nearest of the roots that a real path lies in. Throws `PATH_OUTSIDE_ROOTS` when it lies in none.
 *
 * @param realPath with links resolved, as far as it exists
 * @param roots the same: were they resolved here, one whose place a link has taken would lead out
 */
export function requireRoot(path: string, realPath: string, roots: readonly string[]): string {
  const fitting = roots.filter((root) => relativeTo(root, realPath) !== null);
  const nearest = fitting.sort((left, right) => right.length - left.length)[0];
  if (nearest === undefined)
    throw new EngineError("PATH_OUTSIDE_ROOTS", `${path} is outside the folders that may be read`, {
      details: { path },
    });
  return nearest;
}

/**
 * Refuses what lies in Satori's home, with `PATH_OUTSIDE_ROOTS`: its settings have keys in them, and closing
 * a descriptor of a database drops every lock that the process holds on it, so that a look at one would let a
 * second writer in. Only of a root that is the home, or lies in it, is shown what is not Satori's own.
 *
 * @param root real; the nearest one that the path lies in
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
 * The bytes of a regular file. What is checked is the file that was opened, so that it shows nothing to swap
 * the file or a folder on the way for a link between a check and the opening. Throws `PATH_NOT_FOUND`,
 * `PATH_NOT_A_FILE`, `PATH_UNREADABLE`, `FILE_TOO_LARGE`, `PATH_OUTSIDE_ROOTS`.
 *
 * @param requireAllowed throws where a real path may not be shown
 */
export function readRegularFile(
  path: string,
  realPath: string,
  requireAllowed: (openedPath: string) => void,
): Buffer {
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
    return openAsItIs(realPath);
  } catch (error) {
    if (systemCode(error) === "ELOOP")
      throw new EngineError("PATH_OUTSIDE_ROOTS", `${path} is a symbolic link to another place`, {
        details: { path },
        cause: error,
      });
    throw pathError(path, error);
  }
}
