/**
 * Compiling takes most of the start time of a process. Node.js 22.8 and later can cache compiled code. The
 * cache is in the home folder, if there is one: Node's default, the system's temporary folder, may be
 * writable by other users, and cached code is executed.
 */
import { type Stats, lstatSync, statSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { homeOf, makeHomeFolder } from "./home/home.ts";

/**
 * Makes Node.js cache what it compiles from now on. Does nothing if Node.js cannot, or if others could write
 * the cached code.
 */
export function keepCompiledCode(environment: Readonly<Record<string, string | undefined>>): void {
  // Missing in the types of the oldest supported Node.js.
  const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };
  if (!enableCompileCache) return;
  try {
    const folder = privateFolderIn(homeOf(environment));
    if (folder !== null) enableCompileCache(folder);
  } catch {
    // Problems with the home are reported by the code that needs it.
  }
}

/**
 * A folder in the home that only this user can access, created if missing. Null if others may write to it or
 * to the home. Throws if there is no home.
 */
export function privateFolderIn(home: string): string | null {
  if (!isOursAlone(statSync(home))) return null;
  const folder = join(home, "compiled");
  // Node.js creates folders in it with the permissions that the umask gives. The parent folder keeps other
  // users out.
  makeHomeFolder(folder);
  return isOursAlone(lstatSync(folder)) ? folder : null;
}

/** Write permission for the group and for all others. */
const OTHERS_WRITE = 0o022;

function isOursAlone(stats: Stats): boolean {
  if (!stats.isDirectory()) return false;
  return (
    process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & OTHERS_WRITE) === 0)
  );
}
