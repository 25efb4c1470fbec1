/** Listens on the socket of a local process, which one process at a time has. */
import { chmodSync, lstatSync, mkdirSync, unlinkSync } from "node:fs";
import { type Server, type Socket, createServer } from "node:net";
import { dirname } from "node:path";
import { connectTo } from "@satori/engine/local-process";

export interface Listener {
  /** Whether new connections come here: the socket's file may be removed or replaced. */
  isReachable(): boolean;
  /** Stops listening. Open connections stay. */
  close(): void;
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;
const IS_WINDOWS = process.platform === "win32";

/**
 * Listens; null if another process does already. A socket that a killed process has left is replaced. Throws
 * the system's error, and an error for a folder that others may enter.
 */
export async function listenOn(
  socket: string,
  onConnection: (connection: Socket) => void,
): Promise<Listener | null> {
  if (!IS_WINDOWS) makePrivate(dirname(socket));
  const server = createServer({ allowHalfOpen: true }, onConnection);
  if (!(await listened(server, socket))) {
    const other = await connectTo(socket);
    other?.destroy();
    if (other) return null;
    unlinkSync(socket);
    if (!(await listened(server, socket))) return null;
  }
  if (IS_WINDOWS) return { isReachable: () => true, close: () => void server.close() };
  chmodSync(socket, PRIVATE_FILE);
  const inode = inodeOf(socket);
  const isReachable = (): boolean => inodeOf(socket) === inode;
  return {
    isReachable,
    close: () => {
      // Node.js removes the file when it stops listening, even if that is another process's by now.
      const isOurs = isReachable();
      if (isOurs) server.close();
      else server.unref();
    },
  };
}

/** False if the address is in use. */
function listened(server: Server, socket: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error);
    server.once("error", onError).listen(socket, () => {
      server.off("error", onError);
      resolve(true);
    });
  });
}

/** Others must not be able to put a socket of their own there. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.geteuid?.()) throw new Error(`${folder} belongs to another user (${uid})`);
  if ((mode & OTHERS) !== 0) chmodSync(folder, PRIVATE_FOLDER);
}

function inodeOf(socket: string): number | null {
  return lstatSync(socket, { throwIfNoEntry: false })?.ino ?? null;
}
