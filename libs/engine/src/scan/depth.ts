/** How deep a scan goes. Pure. */
import { ENGINE_LIMITS } from "../limits.ts";

/**
 * Whether a folder, relative to the root with `/`, lies below more folders than a scan follows: what is in it
 * is not looked at.
 */
export function isTooDeep(folder: string): boolean {
  return folder.split("/").length > ENGINE_LIMITS.maxDepth;
}
