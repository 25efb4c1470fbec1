/** Looking at what may not be there. */
import { type Stats, lstatSync } from "node:fs";

const MAY_BE_ABSENT = { throwIfNoEntry: false } as const;

/** Of the very entry, be it a link. Undefined where there is none, and where nobody may look. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, MAY_BE_ABSENT);
  } catch {
    // A folder on the way that lets nobody look, or that is a file by now.
    return undefined;
  }
}
