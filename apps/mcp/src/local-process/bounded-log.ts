/** The log of a local process: its stderr, which is a file that nobody else empties. */
import { SERVER_LIMITS } from "../limits.ts";

/** Writes lines until the file is full. */
export function boundedLog(
  write = (line: string) => void process.stderr.write(line),
): (line: string) => void {
  let left: number = SERVER_LIMITS.localLogBytes;
  return (line) => {
    if (left <= 0) return;
    left -= Buffer.byteLength(line);
    write(line);
  };
}
