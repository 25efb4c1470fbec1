/** Reading and replacing a client's configuration file. */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { unusable } from "./edited.ts";
import type { Backup } from "./undo.ts";

/** The newest backups are enough: each run of setup that changes a file makes one. */
const MAX_BACKUPS_READ = 20;
const BACKUP_SUFFIX = ".backup-";

/** The text of the file; null if it does not exist and can be created. Throws `CLIENT_CONFIG_INVALID`. */
export function readConfiguration(file: string): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    const link = code === "ENOENT" ? deadEnd(file) : null;
    if (link !== null)
      throw unusable(file, `cannot be created: ${link} is a broken symbolic link (to ${readlinkSync(link)})`);
    if (code === "ENOENT") return null;
    throw unusable(file, `cannot be read (${code ?? "unknown error"})`);
  }
  const text = decoded(bytes);
  if (text === null) throw unusable(file, "is not UTF-8", { line: lineOfInvalidByte(bytes) });
  return text;
}

/** The byte order mark stays. Null if it is not UTF-8. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function lineOfInvalidByte(bytes: Uint8Array): number {
  let line = 1;
  // No byte of a longer character equals a line feed, so that lines can be decoded one by one.
  for (let from = 0, end = bytes.indexOf(10); end !== -1; from = end + 1, end = bytes.indexOf(10, from)) {
    if (decoded(bytes.subarray(from, end)) === null) return line;
    line++;
  }
  return line;
}

/** The backups of the file that can be read, newest first. */
export function readBackups(file: string): readonly Backup[] {
  const prefix = `${basename(file)}${BACKUP_SUFFIX}`;
  let names: string[];
  try {
    names = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
  // The suffix is a date, so that names sort like times.
  return names
    .sort()
    .reverse()
    .slice(0, MAX_BACKUPS_READ)
    .flatMap((name) => {
      const backup = join(dirname(file), name);
      try {
        const text = decoded(readFileSync(backup));
        return text === null ? [] : [{ file: backup, text }];
      } catch {
        return [];
      }
    });
}

/**
 * Replaces the file. Returns the path of the backup; null if there was no file, or none is wanted. Throws
 * `CLIENT_CONFIG_INVALID`.
 *
 * @param backupMs the time for the name of the backup; null for none
 */
export function replaceConfiguration(file: string, text: string, backupMs: number | null): string | null {
  return writing(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    const target = targetOf(file);
    const backup = backUp(file, backupMs);
    try {
      writeStaged(target, text);
    } catch (error) {
      // The file is as it was, so that the copy would be one too many.
      if (backup !== null) rmSync(backup);
      throw error;
    }
    return backup;
  });
}

/** Makes a backup the file again. The backup is gone then. Throws `CLIENT_CONFIG_INVALID`. */
export function restoreConfiguration(file: string, { file: backup, text }: Backup): void {
  writing(file, () => {
    writeStaged(targetOf(file), text);
    rmSync(backup);
  });
}

/**
 * Deletes a file. A symbolic link to it stays. Returns the path of the backup; null if none is wanted. Throws
 * `CLIENT_CONFIG_INVALID`.
 *
 * @param backupMs the time for the name of the backup; null for none
 */
export function deleteConfiguration(file: string, backupMs: number | null): string | null {
  return writing(file, () => {
    const backup = backUp(file, backupMs);
    rmSync(targetOf(file));
    return backup;
  });
}

/** Copies an existing file next to it. */
function backUp(file: string, nowMs: number | null): string | null {
  if (nowMs === null || !existsSync(file)) return null;
  const date = new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const backup = freeName(`${file}${BACKUP_SUFFIX}${date}`);
  copyFileSync(targetOf(file), backup);
  return backup;
}

/** Writes a temporary file and renames it, so that readers never see half of the file. */
function writeStaged(target: string, text: string): void {
  const staged = join(dirname(target), `.satori-setup-${process.pid}.tmp`);
  try {
    writeFileSync(staged, text, existsSync(target) ? { mode: statSync(target).mode } : {});
    renameSync(staged, target);
  } finally {
    rmSync(staged, { force: true });
  }
}

function writing<Result>(file: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    const { code = "unknown error" } = error as { readonly code?: string };
    throw unusable(file, `cannot be written (${code})`);
  }
}

/**
 * For a missing file: the symbolic link, it or a parent folder, that makes creating it impossible; or null.
 */
function deadEnd(file: string): string | null {
  if (isLink(file)) return existsSync(dirname(targetOf(file))) ? null : file;
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder))
    if (isLink(folder)) return folder;
  return null;
}

/** The file that a symbolic link leads to, even if it does not exist yet. The link itself is kept. */
function targetOf(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  // Loops of links are rejected when the file is read. `..` is relative to the folder that contains the link.
  return isLink(file) ? targetOf(resolve(realpathSync(dirname(file)), readlinkSync(file))) : file;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function freeName(name: string): string {
  let free = name;
  for (let number = 2; existsSync(free); number++) free = `${name}-${number}`;
  return free;
}
