/**
 * Most of the start of a process is compiling. Node.js 22.8 and later can keep the outcome: in the home
 * folder, once there is one, because the system's folder for temporary files, its default, may be written by
 * others, and what is kept is run.
 */
import { type Stats, lstatSync, statSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { homeOf, makeHomeFolder } from "./home/home.ts";

/**
 * Has Node.js keep what it compiles after this call. Does nothing where it cannot, or where others could
 * write what is run.
 */
export function keepCompiledCode(environment: Readonly<Record<string, string | undefined>>): void {
  // Not in the types of the oldest Node.js that is served.
  const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };
  if (!enableCompileCache) return;
  try {
    const folder = privateFolderIn(homeOf(environment));
    if (folder !== null) enableCompileCache(folder);
  } catch {
    // Whatever is wrong with the folder is told by those who need it.
  }
}

/**
 * A folder in the home that nobody else may look into, made where it is not; null where others may write into
 * the home or it. Throws where there is no home.
 */
export function privateFolderIn(home: string): string | null {
  if (!isOursAlone(statSync(home))) return null;
  const folder = join(home, "compiled");
  // Node.js makes folders in it with the permissions that the umask gives: what is around them keeps others
  // out.
  makeHomeFolder(folder);
  return isOursAlone(lstatSync(folder)) ? folder : null;
}

/** Of group and all others. */
const OTHERS_WRITE = 0o022;

function isOursAlone(stats: Stats): boolean {
  if (!stats.isDirectory()) return false;
  return (
    process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & OTHERS_WRITE) === 0)
  );
}
