/**
 * A temporary folder for the lists that ripgrep reads. They are files, because a list may exceed the length
 * of a command line.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError, systemCode } from "../errors.ts";
import { writePrivateFile } from "../disk/private-files.ts";

/** Disposing removes the folder. */
export class ListFolder implements Disposable {
  private readonly folder: string;

  /** Throws `TEMPORARY_FOLDER_UNUSABLE`. */
  constructor(private readonly parent = tmpdir()) {
    this.folder = this.attempt(() => mkdtempSync(join(parent, "satori-text-")));
  }

  /** Writes a list and returns its absolute path. Throws `TEMPORARY_FOLDER_UNUSABLE`. */
  write(name: string, lines: readonly string[]): string {
    const path = join(this.folder, name);
    this.attempt(() => writePrivateFile(path, `${lines.join("\n")}\n`));
    return path;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private attempt<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      const cause = systemCode(error);
      if (cause === null) throw error;
      throw new EngineError(
        "TEMPORARY_FOLDER_UNUSABLE",
        `A text search writes exclusions for ripgrep into ${this.parent}, which is not writable (${cause})`,
        { details: { path: this.parent }, cause: error },
      );
    }
  }
}
