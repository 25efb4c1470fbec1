/** Connects to the socket of a local process. */
import { lstatSync } from "node:fs";
import { type Socket, createConnection } from "node:net";
import { dirname } from "node:path";

/** Errors that mean that nobody listens. All others leave that open. */
const NOBODY = ["ENOENT", "ECONNREFUSED", "ENOTSOCK"];
/** A listening process accepts at once. */
const CONNECT_MS = 5_000;

/**
 * A connection; null if nobody listens there. Throws for a socket, or a folder of sockets, that another user
 * may have put there, and the system's error if it is unknown whether somebody listens.
 *
 * @param socket path of the socket, or name of the pipe
 */
export async function connectTo(socket: string): Promise<Socket | null> {
  if (process.geteuid !== undefined) for (const path of [dirname(socket), socket]) requireOwn(path);
  return new Promise((resolve, reject) => {
    const connection = createConnection({ path: socket, allowHalfOpen: true });
    const timer = setTimeout(
      () => connection.destroy(new Error(`${socket} accepts no connection`)),
      CONNECT_MS,
    );
    const onError = (error: NodeJS.ErrnoException): void => {
      clearTimeout(timer);
      if (NOBODY.includes(error.code ?? "")) resolve(null);
      else reject(error);
    };
    connection.once("error", onError).once("connect", () => {
      clearTimeout(timer);
      resolve(connection.off("error", onError));
    });
  });
}

/** Access of the group and of all others, which no path of ours grants. */
const OTHERS_WRITE = 0o022;

function requireOwn(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.uid !== process.geteuid?.()) throw new Error(`${path} belongs to another user (${stats.uid})`);
  if ((stats.mode & OTHERS_WRITE) !== 0) throw new Error(`other users may write to ${path}`);
}
