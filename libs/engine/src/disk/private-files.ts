/**
 * Files and folders that are made for their owner alone, whatever the umask: folders 0700, files 0600.
 * Windows has no such modes, and ignores them.
 */
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { systemCode } from "../errors.ts";

export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
/** Of group and all others. */
export const OTHERS_MODE = 0o077;

/** Makes a folder, with those above it. One that is there keeps its mode. Throws what the system says. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/** Writes a file, to the disk itself. One that is there keeps its mode. Throws what the system says. */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  writeFileSync(path, content, { mode: PRIVATE_FILE, flush: true });
}

/**
 * Makes an empty file where there is nothing, for SQLite to fill: its log and that one's index take over the
 * mode. One that is there is not opened, since closing it would take this process's locks on it away. Says
 * nothing where it cannot: SQLite will.
 */
export function makeDatabaseFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", PRIVATE_FILE));
  } catch (error) {
    if (systemCode(error) === null) throw error;
  }
}
