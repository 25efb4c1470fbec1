/** Resolves which file or folder a path names: in one root, in the other, in both, or in neither. */
import { statSync } from "node:fs";
import { isAbsolute, join, normalize, sep } from "node:path";
import { pathError, requireFileName, unresolvedIn } from "../codebase/home/registry.ts";
import { realPathOf } from "../disk/real-path.ts";
import { EngineError, isGone } from "../errors.ts";
import { indexedPath, normalizeAbsolute } from "../model/paths.ts";
import { isOnForeignServer } from "../model/windows-paths.ts";
import type { WorkspaceRoot } from "./roots.ts";

/** An existing file or folder. */
export interface ResolvedPath<Root extends WorkspaceRoot = WorkspaceRoot> {
  /** The nearest root that contains it. */
  readonly root: Root;
  /** Relative to that root, as an index names it; empty for the root itself. */
  readonly path: string;
  readonly realPath: string;
}

/** Whether a path names a root itself, whichever root that is. */
export function isRoot(path: string): boolean {
  return normalize(path).replace(/[/\\]+$/, "") === ".";
}

/**
 * Resolves a path, absolute or relative to whichever root has it; follows links.
 *
 * Throws `AMBIGUOUS_PATH` with the candidates if both roots have such a path, `PATH_OUTSIDE_ROOTS` if `..` or
 * a link leads out of the roots, `PATH_NOT_FOUND`, `PATH_UNREADABLE`, and `INVALID_ARGUMENTS` for text that
 * cannot be a path.
 *
 * @param roots the roots of the call, docs before code
 */
export function resolvePath<Root extends WorkspaceRoot>(
  roots: readonly Root[],
  asked: string,
): ResolvedPath<Root> {
  if (asked.includes("\0"))
    throw new EngineError("INVALID_ARGUMENTS", "path has a NUL character, which is not allowed in paths", {
      details: [{ path: "path", message: "has a NUL character, which is not allowed in paths" }],
    });
  requireFileName(asked);
  const resolved = candidatesOf(roots, asked).map((path) => ({
    path,
    place: placeAt(roots, realPathOf(path)),
  }));
  // For links that lead outside, not even the existence of their target is revealed.
  const inside = resolved.flatMap(({ path, place: found }) => (found && isThere(path) ? [found] : []));
  const places = inside.filter(
    ({ realPath }, at) => inside.findIndex((other) => other.realPath === realPath) === at,
  );
  const [place] = places;
  if (!place)
    throw resolved.some(({ place: found }) => found === null)
      ? outside(roots, asked)
      : new EngineError(
          "PATH_NOT_FOUND",
          `${asked} is not in ${namesOf(roots, "or")}${unresolvedIn(asked)}; use list_dir to see what is`,
          { details: { path: asked } },
        );
  if (places.length === 1) return place;
  const candidates = places.map(({ root: { repo }, path }) => ({ repo, path }));
  throw new EngineError(
    "AMBIGUOUS_PATH",
    `${asked} is in ${namesOf(roots, "and in")}: pass repo to choose one`,
    {
      details: { path: asked, candidates },
    },
  );
}

/** Absolute paths that the request may mean. Throws `PATH_OUTSIDE_ROOTS` if none is in a root. */
function candidatesOf(roots: readonly WorkspaceRoot[], asked: string): string[] {
  if (isAbsolute(asked)) {
    // Outside the roots, not even the existence of a path is revealed.
    const absolute = normalizeAbsolute(asked, asked);
    const folders = roots.map(({ path }) => path);
    if (isOnForeignServer(absolute, folders) || !placeAt(roots, realPathOf(absolute)))
      throw outside(roots, asked);
    return [absolute];
  }
  const relative = normalize(asked);
  if (relative === ".." || relative.startsWith(`..${sep}`)) throw outside(roots, asked);
  return roots.map(({ path }) => join(path, relative));
}

/**
 * The nearest root that contains a real path, and the path in it. If both roots are the same folder, the
 * first.
 */
function placeAt<Root extends WorkspaceRoot>(
  roots: readonly Root[],
  realPath: string,
): ResolvedPath<Root> | null {
  let best: ResolvedPath<Root> | null = null;
  for (const root of roots) {
    const path = indexedPath(root.path, realPath);
    if (path !== null && (best === null || root.path.length > best.root.path.length))
      best = { root, path, realPath };
  }
  return best;
}

/** Whether a path exists. Throws `PATH_UNREADABLE` if that cannot be determined. */
function isThere(path: string): boolean {
  try {
    // Also finds names that spell the same letters with other code points.
    statSync(realPathOf(path));
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw pathError(path, error);
  }
}

function outside(roots: readonly WorkspaceRoot[], asked: string): EngineError {
  return new EngineError(
    "PATH_OUTSIDE_ROOTS",
    `${asked} is outside ${namesOf(roots, "and")}; use a path inside`,
    { details: { path: asked } },
  );
}

/** "docs and code", or the single root of the call. */
function namesOf(roots: readonly WorkspaceRoot[], conjunction: string): string {
  return roots.map(({ repo }) => repo).join(` ${conjunction} `);
}
