/** What a call may show: which folders, and of a path whether it lies in one. */
import { type Target, realPathOf } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { refuseHome, requireRoot } from "./confine.ts";

/** Folders that a call may show files of. Real and absolute, as far as they exist. */
export function rootsOf({ codebase }: Target, { roots }: CallContext): string[] {
  return [...(codebase.isTracked ? [codebase.root] : []), ...roots.map(realPathOf)];
}

/**
 * Throws `PATH_OUTSIDE_ROOTS` for what lies in none of the roots, or is ours; else the root that it lies in.
 */
export function requireShown(
  { context }: { readonly context: Pick<EngineContext, "config"> },
  path: string,
  realPath: string,
  roots: readonly string[],
): string {
  const root = requireRoot(path, realPath, roots);
  refuseHome(path, realPath, { home: context.config.home, root });
  return root;
}
