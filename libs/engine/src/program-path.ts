/**
 * Finds programs on `PATH` by their absolute paths. A relative entry would let the searched folder supply the
 * program, and Windows looks into the working folder before it looks at `PATH`: a repository with a `git.exe`
 * in it would have that run.
 */
import { accessSync, constants, existsSync } from "node:fs";
import platformPath, { type PlatformPath } from "node:path";

/** Where programs are looked for. */
export interface ProgramSearch {
  /** Value of `PATH`; undefined if there is none. */
  readonly searchPath: string | undefined;
  /** How paths are written. */
  readonly flavor: PlatformPath;
  readonly isExecutable: (path: string) => boolean;
}

/** The machine's search. The path is read each time, since tests and shells change it. */
export function machineSearch(): ProgramSearch {
  return { searchPath: process.env["PATH"], flavor: platformPath, isExecutable };
}

/** Absolute paths of the programs of that name, in the order of `PATH`. On Windows, only `.exe` files. */
export function programsOnPath(name: string, search: ProgramSearch = machineSearch()): string[] {
  const { searchPath = "", flavor } = search;
  const isWindows = flavor.sep === "\\";
  return (
    searchPath
      .split(flavor.delimiter)
      // Windows allows quotes around an entry.
      .map((entry) => (isWindows ? entry.replace(/^"(.*)"$/, "$1") : entry))
      .filter((folder) => isAnchored(folder, flavor))
      .map((folder) => flavor.join(folder, isWindows ? `${name}.exe` : name))
      .filter(search.isExecutable)
  );
}

/** On Windows, `\bin` is absolute, but on the drive of the working folder. */
function isAnchored(folder: string, flavor: PlatformPath): boolean {
  return flavor.isAbsolute(folder) && (flavor.sep === "/" || flavor.parse(folder).root.length > 1);
}

function isExecutable(path: string): boolean {
  // Most folders have no such program, and `existsSync` is cheaper than an exception.
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
