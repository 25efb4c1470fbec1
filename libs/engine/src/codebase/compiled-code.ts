/**
 * Most of the start of a process is compiling. Node.js 22.1 and later can keep the outcome: in the home folder, once there is
 * one, because the system's folder for temporary files, its default, may be written by others, and what is kept is run.
 */
import { statSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { homeOf } from "./home.ts";

/** Has Node.js keep what it compiles after this call. Does nothing where it cannot, or where others could write what is run. */
export function keepCompiledCode(environment: Readonly<Record<string, string | undefined>>): void {
  // Not in the types of the oldest Node.js that is served.
  const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };
  try {
    const home = homeOf(environment);
    if (enableCompileCache && isOursAlone(home)) enableCompileCache(join(home, "compiled"));
  } catch {
    // Whatever is wrong with the folder is told by those who need it.
  }
}

/** Whether a folder is there, and nobody else may write into it. */
export function isOursAlone(folder: string): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return false;
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & OTHERS_WRITE) === 0);
}

/** Group and all others. */
const OTHERS_WRITE = 0o022;
