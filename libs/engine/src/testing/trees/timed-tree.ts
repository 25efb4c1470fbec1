/**
 * A folder whose files are as old as a clock of the test says, so that what a scan takes for new does not
 * depend on when the test runs.
 */
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** When the clock starts: a whole second, which every file system can store. */
const START_MS = Date.UTC(2026, 0, 1);

export class TimedTree {
  nowMs = START_MS;

  /** @param root absolute; created if it is missing */
  constructor(readonly root: string) {
    mkdirSync(root, { recursive: true });
  }

  /** Writes a file, with the folders above it, as of now. */
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

  /** Of a file or folder, with all that is in it. */
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
   * Writes into a file without a change of its size or time, if the content has as many bytes; returns when
   * the file system's clock has moved on.
   */
  rewriteUnseen(path: string, content: string | Uint8Array): void {
    const { mtimeMs, ctimeMs } = statSync(this.at(path));
    do {
      writeFileSync(this.at(path), content);
      utimesSync(this.at(path), mtimeMs / 1_000, mtimeMs / 1_000);
    } while (statSync(this.at(path)).ctimeMs === ctimeMs);
  }

  /** Lets time pass: by default so much that a file just written counts as settled. */
  wait(milliseconds = 10_000): void {
    this.nowMs += milliseconds;
  }

  at(path: string): string {
    return join(this.root, path);
  }
}
