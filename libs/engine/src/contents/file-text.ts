/** The text of a file as all tools see it: decoded, and of a notebook only the sources of its cells. Pure. */
import { isNotebookPath, notebookText } from "@satori/sidecar";
import { type Decoded, decode } from "./decode.ts";

/** How many times larger than other files a notebook may be: most of it are outputs. */
const NOTEBOOK_BYTES_FACTOR = 16;

/** Decodes a file. A notebook that cannot be read as one is text like any other. */
export function textOfFile(path: string, bytes: Buffer): Decoded {
  const decoded = decode(bytes);
  if (decoded.kind !== "text" || !isNotebookPath(path)) return decoded;
  const text = notebookText(decoded.text);
  return text === null ? decoded : { ...decoded, text };
}

/**
 * The largest size at which a file is read.
 *
 * @param maxFileBytes the limit for the text of a file
 */
export function maxBytesOf(path: string, maxFileBytes: number): number {
  return isNotebookPath(path) ? NOTEBOOK_BYTES_FACTOR * maxFileBytes : maxFileBytes;
}

/** A sentence about the lines of a notebook, for a message; null for any other file. */
export function notebookNote(path: string): string | null {
  return isNotebookPath(path)
    ? 'Lines are those of the notebook\'s cells, without outputs; "# %%" lines say which cell follows.'
    : null;
}
