/**
 * What the world may deny a process: permissions, and space on the disk. Commands for `under` of
 * `RunOptions`.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Takes from the superuser what sets it above permissions. */
const LESS_POWER = [
  "setpriv",
  "--bounding-set=-dac_override,-dac_read_search",
  "--inh-caps=-dac_override,-dac_read_search",
];

const isSuperuser = process.getuid?.() === 0;

/** Under this, permissions bind whoever runs the tests. */
export const BOUND: readonly string[] = isSuperuser ? LESS_POWER : [];

/** Behind the name of a test of permissions: empty, or why it is skipped. */
export const unboundBecause = ((): string => {
  if (process.platform === "win32") return " (skipped: Windows binds nobody by the permissions of a file)";
  return isRunnable([...BOUND, "true"]) ? "" : " (skipped: the superuser cannot be bound without setpriv)";
})();

/**
 * Under this, no file can be larger than some kilobytes: what is written behind them is refused, as on a full
 * disk.
 */
export function withLargestFile(kilobytes: number): readonly string[] {
  return ["bash", "-c", `ulimit -S -f ${kilobytes}; exec "$@"`, "bash"];
}

/** Gives a process that was started like that as much space as there is; false where that cannot be done. */
export function liftLimit(pid: number): boolean {
  return isRunnable(["prlimit", `--pid=${pid}`, "--fsize=unlimited:"]);
}

/** Takes away the right to write into a folder and all that is in it, until the result is called. */
export function makeReadOnly(folder: string): () => void {
  setWritable(folder, false);
  return () => setWritable(folder, true);
}

function setWritable(path: string, isWritable: boolean): void {
  const isFolder = lstatSync(path).isDirectory();
  // A folder has to be open to be listed, before its own turn or after it.
  if (isFolder && isWritable) chmodSync(path, 0o755);
  if (isFolder) for (const name of readdirSync(path)) setWritable(join(path, name), isWritable);
  if (!isFolder || !isWritable) chmodSync(path, isFolder ? 0o555 : isWritable ? 0o644 : 0o444);
}

/**
 * A disk of some kilobytes, mounted on a new folder until it is disposed of; null where nothing may be
 * mounted.
 */
export function mountSmallDisk(folder: string, kilobytes: number): Disposable | null {
  mkdirSync(folder, { recursive: true });
  if (!isRunnable(["mount", "-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder])) return null;
  return { [Symbol.dispose]: () => void spawnSync("umount", ["--lazy", folder]) };
}

function isRunnable([file = "", ...args]: readonly string[]): boolean {
  return spawnSync(file, args).status === 0;
}
