/**
 * Which roots lie below a folder, without a look at every index of the home: the name of an index folder is
 * made of its root, so that one look tells for good which root it is. Whether a run has completed is asked
 * anew each time.
 */
import { basename, join } from "node:path";
import { compareText, relativeTo } from "../../model/paths.ts";
import { indexFolder, indexesFolder } from "./home.ts";
import { indexNames, readIdentity } from "./tracking.ts";

export class IndexedRoots {
  private readonly home: string;
  /** By name of the index folder; of those that were there at the last look. */
  private roots: ReadonlyMap<string, string> = new Map();

  constructor(home: string) {
    this.home = home;
  }

  /** Folders below a path of which a run has completed once, by path. Throws `STORE_UNAVAILABLE`. */
  establishedBelow(path: string): string[] {
    const roots = new Map<string, string>();
    const below: string[] = [];
    for (const name of indexNames(this.home)) {
      const known = this.roots.get(name);
      if (known !== undefined) roots.set(name, known);
      if (known !== undefined && !relativeTo(path, known)) continue;
      const identity = readIdentity(join(indexesFolder(this.home), name));
      if (!identity) continue;
      // A folder that somebody has copied says what another one is called after.
      if (basename(indexFolder(this.home, identity.path)) === name) roots.set(name, identity.path);
      if (identity.isEstablished && relativeTo(path, identity.path)) below.push(identity.path);
    }
    this.roots = roots;
    return below.sort(compareText);
  }
}
