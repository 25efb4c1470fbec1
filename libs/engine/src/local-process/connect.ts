/** Connects to the socket of a local process. */
import { lstatSync } from "node:fs";
import { type Socket, createConnection } from "node:net";

/**
 * A connection; null if nobody listens there. Throws for a socket of another user, who could answer in the
 * name of this one.
 *
 * @param socket path of the socket, or name of the pipe
 */
export async function connectTo(socket: string): Promise<Socket | null> {
  requireOwn(socket);
  return new Promise((resolve) => {
    const connection = createConnection({ path: socket, allowHalfOpen: true });
    connection
      .once("connect", () => resolve(connection.removeAllListeners("error")))
      .once("error", () => resolve(null));
  });
}

function requireOwn(socket: string): void {
  if (process.geteuid === undefined) return;
  const owner = lstatSync(socket, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && owner !== process.geteuid())
    throw new Error(`${socket} belongs to another user (${owner})`);
}
