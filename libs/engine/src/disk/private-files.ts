/**
 * Creates files and folders that only their owner can access, whatever the umask: folders 0700, files 0600.
 * Windows ignores these modes.
 */
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { systemCode } from "../errors.ts";

export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
/** Permissions of the group and of all others. */
export const OTHERS_MODE = 0o077;

/** Creates a folder and its parents. An existing folder keeps its mode. Throws the system's error. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
}

/**
 * Writes a file. An existing file keeps its mode. Throws the system's error.
 *
 * @param flush whether to wait until the content is on the disk; default: yes
 */
export function writePrivateFile(path: string, content: string | Uint8Array, flush = true): void {
  writeFileSync(path, content, { mode: PRIVATE_FILE, flush });
}

/**
 * Creates an empty file for SQLite, if there is none: SQLite's log and the log's index inherit its mode. An
 * existing file is not opened, since closing it would release this process's locks on it. Reports no failure:
 * SQLite will.
 */
export function makeDatabaseFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", PRIVATE_FILE));
  } catch (error) {
    if (systemCode(error) === null) throw error;
  }
}
