/**
 * A folder whose file times come from the test's clock, so that which files a scan considers new does not
 * depend on when the test runs.
 */
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Start of the clock: a whole second, which every file system can store. */
const START_MS = Date.UTC(2026, 0, 1);

export class TimedTree {
  nowMs = START_MS;

  /** @param root absolute; created if it is missing */
  constructor(readonly root: string) {
    mkdirSync(root, { recursive: true });
  }

  /** Writes a file, and the folders above it, with the clock's time. */
  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), content);
    this.touch(path);
  }

  writeAll(texts: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [path, content] of Object.entries(texts)) this.write(path, content);
  }

  folder(path: string): void {
    mkdirSync(this.at(path), { recursive: true });
  }

  /** Removes a file, or a folder with its contents. */
  remove(path: string): void {
    rmSync(this.at(path), { recursive: true, force: true });
  }

  rename(from: string, to: string): void {
    renameSync(this.at(from), this.at(to));
  }

  touch(path: string): void {
    utimesSync(this.at(path), this.nowMs / 1_000, this.nowMs / 1_000);
  }

  /**
   * Overwrites a file without changing its modification time; its size stays too if the content has as many
   * bytes. Returns when the file's change time has moved on.
   */
  rewriteUnseen(path: string, content: string | Uint8Array): void {
    const { mtimeMs, ctimeMs } = statSync(this.at(path));
    do {
      writeFileSync(this.at(path), content);
      utimesSync(this.at(path), mtimeMs / 1_000, mtimeMs / 1_000);
    } while (statSync(this.at(path)).ctimeMs === ctimeMs);
  }

  /** Advances the clock, by default far enough that a file just written counts as settled. */
  wait(milliseconds = 10_000): void {
    this.nowMs += milliseconds;
  }

  at(path: string): string {
    return join(this.root, path);
  }
}
