/** Reads the first line of a connection, and nothing after it. */
import type { Socket } from "node:net";

/** Most bytes of a first line. */
const MAX_BYTES = 262_144;
const LINE_FEED = 10;

/**
 * The first line, without its line end; whatever follows is left unread, and the connection is paused.
 * `ended`: the other side has closed the connection, or the line is too long. `late`: no whole line arrived
 * in time.
 *
 * @param limitMs how long to wait
 */
export function firstLineOf(
  connection: Socket,
  limitMs: number,
): Promise<{ readonly line: string } | "ended" | "late"> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const finish = (result: { readonly line: string } | "ended" | "late"): void => {
      clearTimeout(timer);
      for (const event of CLOSING) connection.off(event, onEnd);
      connection.off("data", onData).pause();
      resolve(result);
    };
    const onEnd = (): void => finish("ended");
    const onData = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const at = bytes.indexOf(LINE_FEED);
      if (at === -1) return bytes.length > MAX_BYTES ? onEnd() : undefined;
      finish({ line: bytes.toString("utf8", 0, at) });
      const rest = bytes.subarray(at + 1);
      if (rest.length > 0) connection.unshift(rest);
    };
    const timer = setTimeout(() => finish("late"), limitMs);
    for (const event of CLOSING) connection.on(event, onEnd);
    connection.on("data", onData);
  });
}

const CLOSING = ["end", "close", "error"] as const;
