/**
 * Finds indexed roots below a folder without reading every index of the home. The name of an index folder
 * depends on its root, so the root is read once per name and cached. Whether a run has completed is read each
 * time.
 */
import { basename, join } from "node:path";
import { compareText, relativeTo } from "../../model/paths.ts";
import { indexFolder, indexesFolder } from "./home.ts";
import { indexNames, readIdentity } from "./tracking.ts";

export class IndexedRoots {
  private readonly home: string;
  /** Root by name of the index folder, as of the last call. */
  private roots: ReadonlyMap<string, string> = new Map();

  constructor(home: string) {
    this.home = home;
  }

  /** Folders below a path that have a completed run, sorted by path. Throws `STORE_UNAVAILABLE`. */
  establishedBelow(path: string): string[] {
    const roots = new Map<string, string>();
    const below: string[] = [];
    for (const name of indexNames(this.home)) {
      const known = this.roots.get(name);
      if (known !== undefined) roots.set(name, known);
      if (known !== undefined && !relativeTo(path, known)) continue;
      const identity = readIdentity(join(indexesFolder(this.home), name));
      if (!identity || identity.commit !== null) continue;
      // A copied index folder contains a root that does not match its name.
      if (basename(indexFolder(this.home, identity.path)) === name) roots.set(name, identity.path);
      if (identity.isEstablished && relativeTo(path, identity.path)) below.push(identity.path);
    }
    this.roots = roots;
    return below.sort(compareText);
  }
}
