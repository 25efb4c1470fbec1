/** The maximum depth of a scan. Pure. */
import { ENGINE_LIMITS } from "../limits.ts";

/**
 * Whether a folder is nested deeper than a scan goes, so that its content is not scanned.
 *
 * @param folder relative to the root, with `/`
 */
export function isTooDeep(folder: string): boolean {
  return folder.split("/").length > ENGINE_LIMITS.maxDepth;
}
