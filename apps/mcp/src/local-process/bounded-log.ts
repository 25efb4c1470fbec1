/**
 * The log of a local process: its stderr, which is a file that nobody empties while it runs. In a file of its
 * own, since it knows nothing of processes.
 */
import { SERVER_LIMITS } from "../limits.ts";

/** Writes lines until the file is full, and then one that says so. */
export function boundedLog(
  write = (line: string) => void process.stderr.write(line),
): (line: string) => void {
  let bytes = 0;
  return (line) => {
    if (bytes > SERVER_LIMITS.localLogBytes) return;
    bytes += Buffer.byteLength(line);
    write(line);
    if (bytes > SERVER_LIMITS.localLogBytes) write("satori-mcp: this log is full; nothing follows\n");
  };
}
