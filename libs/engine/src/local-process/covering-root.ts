/** Which codebase covers a folder, without an engine. */
import { effectiveRoot } from "../codebase/home/tracking.ts";
import { realPathOf } from "../disk/real-path.ts";
import { normalizeAbsolute } from "../model/paths.ts";

/** As the engine's function of this name. Throws `STORE_UNAVAILABLE` if that cannot be determined now. */
export function coveringRoot(home: string, path: string, baseFolder: string): string | null {
  return effectiveRoot(home, realPathOf(normalizeAbsolute(path, baseFolder)));
}
