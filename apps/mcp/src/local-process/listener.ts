/** Listens on the socket of a local process, which one process at a time has. */
import { chmodSync, linkSync, lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
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

/** Attempts to replace a socket that others replace at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * Listens; null if another process does already. A socket that a killed process has left is replaced, and a
 * folder that others may enter is made private. Throws the system's error, and an error for a folder of
 * another user.
 */
export async function listenOn(
  socket: string,
  onConnection: (connection: Socket) => void,
): Promise<Listener | null> {
  if (!IS_WINDOWS) makePrivate(dirname(socket));
  const server = createServer({ allowHalfOpen: true }, onConnection);
  for (let attempt = 1; !(await listened(server, socket)); attempt++) {
    const found = identityOf(socket);
    const other = await connectTo(socket);
    other?.destroy();
    if (other || attempt === MAX_ATTEMPTS) return null;
    // The name of a pipe is free once nobody listens.
    if (!IS_WINDOWS) removeSocket(socket, found);
  }
  if (IS_WINDOWS) return { isReachable: () => true, close: () => void server.close() };
  chmodSync(socket, PRIVATE_FILE);
  const own = identityOf(socket);
  const isReachable = (): boolean => identityOf(socket) === own;
  return {
    isReachable,
    close: () => {
      // Node.js removes the file when it stops listening, even if that is another process's by now.
      if (isReachable()) server.close();
      else server.unref();
    },
  };
}

/**
 * Removes the file of a socket that nobody answers, and no other file: between the check and the removal,
 * another process may have put its own socket there.
 *
 * @param found identity of the file that was checked
 */
export function removeSocket(socket: string, found: string | null): void {
  const aside = `${socket}.${process.pid}`;
  unless("ENOENT", () => renameSync(socket, aside));
  // Another process's socket goes back, unless a third process listens there by now.
  const moved = identityOf(aside);
  if (moved !== null && moved !== found) unless("EEXIST", () => linkSync(aside, socket));
  rmSync(aside, { force: true });
}

/** Runs work whose failure with this code means that another process was faster. */
function unless(code: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error;
  }
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

/** Others must not be able to put a socket of their own there. Also creates the folder. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.geteuid?.()) throw new Error(`${folder} belongs to another user (${uid})`);
  if ((mode & OTHERS) === 0) return;
  chmodSync(folder, PRIVATE_FOLDER);
  // Some file systems ignore modes.
  if ((lstatSync(folder).mode & OTHERS) !== 0) throw new Error(`other users may enter ${folder}`);
}

/** Tells a file from all others that had its path before; null if there is none. Inodes are used again. */
export function identityOf(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? null : [stats.dev, stats.ino, stats.birthtimeNs].join(":");
}
