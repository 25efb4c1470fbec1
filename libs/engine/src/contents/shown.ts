/** Which folders a call may show, and whether a path is in one of them. */
import { type Target } from "../codebase/home/registry.ts";
import { realPathOf } from "../disk/real-path.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { refuseHome, requireRoot } from "./confine.ts";

/** Folders whose files a call may show. Real and absolute, as far as they exist. */
export function rootsOf({ codebase }: Target, { roots }: CallContext): string[] {
  return [...(codebase.isTracked ? [codebase.root] : []), ...roots.map((path) => realPathOf(path))];
}

/**
 * The root that contains a path. Throws `PATH_OUTSIDE_ROOTS` if none does, or if the path is Satori's own.
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
