/** The change that a unified diff describes. */
import type { EngineContext } from "../engine-context.ts";
import type { ChangeSet } from "./change-set.ts";
import type { ChangeCall, ChangeRequest } from "./read-change-set.ts";

export async function readDiffChange(
  _context: Pick<EngineContext, "config">,
  _request: ChangeRequest & { readonly diff: string },
  _call: ChangeCall,
): Promise<ChangeSet> {
  return Promise.reject(new Error("x"));
}
