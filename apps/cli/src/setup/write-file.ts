/** Reading and replacing a client's configuration file. */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { unusable } from "./edited.ts";

/** The text of the file; null if it does not exist and can be created. Throws `CLIENT_CONFIG_INVALID`. */
export function readConfiguration(file: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as { readonly code?: string };
    const link = code === "ENOENT" ? deadEnd(file) : null;
    if (link !== null)
      throw unusable(file, `cannot be created: ${link} is a broken symbolic link (to ${readlinkSync(link)})`);
    if (code === "ENOENT") return null;
    throw unusable(
      file,
      code === "ERR_ENCODING_INVALID_ENCODED_DATA"
        ? "is not UTF-8"
        : `cannot be read (${code ?? "unknown error"})`,
    );
  }
}

/**
 * Writes a temporary file and renames it, so that readers never see half of the file. Returns the path of the
 * backup; null if there was no file. Throws `CLIENT_CONFIG_INVALID`.
 */
export function replaceConfiguration(file: string, text: string, nowMs: number): string | null {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const target = targetOf(file);
    const backup = existsSync(file)
      ? freeName(`${file}.backup-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}`)
      : null;
    if (backup !== null) copyFileSync(target, backup);
    const staged = join(dirname(target), `.satori-setup-${process.pid}.tmp`);
    try {
      writeFileSync(staged, text, existsSync(target) ? { mode: statSync(target).mode } : {});
      renameSync(staged, target);
    } finally {
      rmSync(staged, { force: true });
    }
    return backup;
  } catch (error) {
    throw unusable(
      file,
      `cannot be written (${(error as { readonly code?: string }).code ?? "unknown error"})`,
    );
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
