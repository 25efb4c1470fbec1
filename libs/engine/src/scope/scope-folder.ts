/** Which folders a call covers if it names none or one; for tools that need no index. */
import type { SearchedScope } from "@satori/contracts";
import { type Target, requireFolder } from "../codebase/home/registry.ts";
import { realPathOf } from "../disk/real-path.ts";
import { requireShown, rootsOf } from "../contents/shown.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { defaultFolder } from "./default-folder.ts";
import { EngineError } from "../errors.ts";
import { indexedPath, relativeTo } from "../model/paths.ts";
import { type CodebaseSettings, NO_SETTINGS } from "../model/run.ts";

export interface ScopeFolder {
  /** Absolute, as in the call. */
  readonly path: string;
  /**
   * Root of the codebase that covers the folder; otherwise the session's root or another known one that
   * contains it. Real and absolute.
   */
  readonly effectiveRoot: string;
  /** The folder relative to that root, as an index path; empty for the whole root. */
  readonly folder: string;
  /** Settings of the codebase's index, if it has one. */
  readonly settings: CodebaseSettings;
}

/**
 * Paths of the folders that a call covers: the one it names, else the codebases of the scope, else the
 * session's root, else the only indexed codebase. Throws `INVALID_ARGUMENTS` if there are several and none is
 * named.
 *
 * @param repos roots of the scope's codebases
 */
export function coveredFolders(
  context: EngineContext,
  path: string | undefined,
  repos: readonly string[] | undefined,
  call: CallContext,
): readonly string[] {
  if (path !== undefined) return [path];
  return repos?.length ? repos : [defaultFolder(context, call)];
}

/**
 * Resolves a folder of a call. Throws `PATH_OUTSIDE_ROOTS`, `PATH_NOT_FOUND`, `PATH_NOT_A_DIRECTORY`,
 * `PATH_UNREADABLE`.
 */
export async function scopeFolder(
  context: EngineContext,
  path: string,
  call: CallContext,
): Promise<ScopeFolder> {
  const target = context.codebases.covering(path, call.baseFolder);
  const nearest = requireShown({ context }, target.path, target.realPath, rootsOf(target, call));
  requireFolder(target.realPath);
  const effectiveRoot = target.codebase.isTracked
    ? target.codebase.root
    : (sessionRootAround(target.realPath, call) ?? nearest);
  const folder = indexedPath(effectiveRoot, target.realPath) ?? "";
  return { path: target.path, effectiveRoot, folder, settings: await settingsOf(target) };
}

/** How an answer names the places that were searched. */
export function scopeEcho(places: readonly Pick<ScopeFolder, "path" | "effectiveRoot">[]): SearchedScope {
  const [only] = places;
  return only && places.length === 1
    ? { path: only.path, effectiveRoot: only.effectiveRoot }
    : { repos: places.map(({ path }) => path) };
}

/**
 * The session's root, if it contains the path. Ignore files apply from the effective root on, and those of
 * the session's root affect everything in it.
 */
function sessionRootAround(realPath: string, { sessionRoot }: CallContext): string | null {
  const root = sessionRoot ? realPathOf(sessionRoot) : null;
  return root !== null && relativeTo(root, realPath) !== null ? root : null;
}

/**
 * Settings of the codebase that covers the target. If its index cannot be read, only the rules in the folder
 * apply.
 */
export async function settingsOf({ codebase }: Target): Promise<CodebaseSettings> {
  if (!codebase.isTracked) return NO_SETTINGS;
  try {
    return (await codebase.view()).head?.settings ?? NO_SETTINGS;
  } catch (error) {
    if (error instanceof EngineError && error.code === "STORE_UNAVAILABLE") return NO_SETTINGS;
    throw error;
  }
}
