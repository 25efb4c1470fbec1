/** Reads the diff of `satori impact --diff`. */
import { closeSync, openSync, readSync } from "node:fs";
import { LIMITS } from "@satori/contracts";
import { printableLine } from "@satori/render";
import { CommandError } from "../failure.ts";

const STANDARD_INPUT = 0;
const PART_BYTES = 64 * 1024;
/** A character of UTF-8 that is one UTF-16 unit takes at most three bytes. */
const MAX_BYTES = 3 * LIMITS.changeImpact.maxDiffChars;

/**
 * Text of a diff; of an empty file, one line end, since the tool takes no empty text. Throws
 * `PATH_NOT_FOUND`, `PATH_NOT_A_FILE`, `PATH_UNREADABLE`, and `INVALID_ARGUMENTS` for more than the tool
 * takes.
 *
 * @param file `-` for standard input
 */
export function readDiff(file: string): string {
  let text: string;
  try {
    text = file === "-" ? readAll(STANDARD_INPUT) : readFile(file);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const code = String((error as { readonly code?: unknown }).code);
    throw new CommandError(
      code === "ENOENT" ? "PATH_NOT_FOUND" : code === "EISDIR" ? "PATH_NOT_A_FILE" : "PATH_UNREADABLE",
      `--diff ${printableLine(file)} cannot be read (${code})`,
    );
  }
  return text === "" ? "\n" : text;
}

function readFile(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    return readAll(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readAll(descriptor: number): string {
  const parts: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const part = Buffer.alloc(PART_BYTES);
    const length = readPart(descriptor, part);
    if (length === 0) return Buffer.concat(parts).toString("utf8");
    bytes += length;
    if (bytes > MAX_BYTES)
      throw new CommandError(
        "INVALID_ARGUMENTS",
        `--diff is larger than ${LIMITS.changeImpact.maxDiffChars.toLocaleString("en")} characters: ` +
          "pass BASE..HEAD, or the diff of some folders",
      );
    parts.push(part.subarray(0, length));
  }
}

/** Number of bytes read; 0 at the end. Waits if the writer of a pipe has not written yet. */
function readPart(descriptor: number, part: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, part);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Windows reports the end of a pipe as an error.
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
