/**
 * Commands for `under` of `RunOptions` that restrict a process: its permissions, or the space on the disk.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Removes the superuser's capabilities to bypass permissions. */
const LESS_POWER = [
  "setpriv",
  "--bounding-set=-dac_override,-dac_read_search",
  "--inh-caps=-dac_override,-dac_read_search",
];

const isSuperuser = process.getuid?.() === 0;

/** With this prefix, permissions apply whoever runs the tests. */
export const BOUND: readonly string[] = isSuperuser ? LESS_POWER : [];

/** Suffix for names of permission tests: empty, or why they are skipped. */
export const unboundBecause = ((): string => {
  if (process.platform === "win32") return " (skipped: Windows binds nobody by the permissions of a file)";
  return isRunnable([...BOUND, "true"]) ? "" : " (skipped: the superuser cannot be bound without setpriv)";
})();

/** With this prefix, no file can grow beyond some kilobytes: further writes fail, as on a full disk. */
export function withLargestFile(kilobytes: number): readonly string[] {
  return ["bash", "-c", `ulimit -S -f ${kilobytes}; exec "$@"`, "bash"];
}

/** Lifts the limit of a process started that way; false if that is not possible. */
export function liftLimit(pid: number): boolean {
  return isRunnable(["prlimit", `--pid=${pid}`, "--fsize=unlimited:"]);
}

/** Removes write permission from a folder and its contents, until the returned function is called. */
export function makeReadOnly(folder: string): () => void {
  setWritable(folder, false);
  return () => setWritable(folder, true);
}

function setWritable(path: string, isWritable: boolean): void {
  const isFolder = lstatSync(path).isDirectory();
  // A folder has to be accessible to be listed, before or after its own change.
  if (isFolder && isWritable) chmodSync(path, 0o755);
  if (isFolder) for (const name of readdirSync(path)) setWritable(join(path, name), isWritable);
  if (!isFolder || !isWritable) chmodSync(path, isFolder ? 0o555 : isWritable ? 0o644 : 0o444);
}

/**
 * A file system of some kilobytes, mounted on a new folder until it is disposed; null if mounting is not
 * allowed.
 */
export function mountSmallDisk(folder: string, kilobytes: number): Disposable | null {
  mkdirSync(folder, { recursive: true });
  if (!isRunnable(["mount", "-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder])) return null;
  return { [Symbol.dispose]: () => void spawnSync("umount", ["--lazy", folder]) };
}

function isRunnable([file = "", ...args]: readonly string[]): boolean {
  return spawnSync(file, args).status === 0;
}
