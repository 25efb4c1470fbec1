/** A commit that a test asks for. */
import type { Codebase } from "../codebase/codebase.ts";
import { requestVersion } from "../sync/versions.ts";

/** As `requestVersion`, of a codebase that requires no reindex. */
export async function requestedVersion(...args: Parameters<typeof requestVersion>): Promise<Codebase> {
  const version = await requestVersion(...args);
  if (version === null) throw new Error("The codebase requires a reindex");
  return version;
}
