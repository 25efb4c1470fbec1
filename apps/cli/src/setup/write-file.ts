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

/** Null where there is none, and one can be made. Throws `CLIENT_CONFIG_INVALID`. */
export function readConfiguration(file: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as { readonly code?: string };
    const link = code === "ENOENT" ? deadEnd(file) : null;
    if (link !== null)
      throw unusable(file, `cannot be made: ${link} is a link that leads nowhere (to ${readlinkSync(link)})`);
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
 * Writes beside the file and renames, so that nobody reads half of it. Returns the copy of what was there,
 * null if nothing was. Throws `CLIENT_CONFIG_INVALID`.
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
 * Of a file that is not there: the link, it or a folder above, that leads where nothing can be made; null for
 * none.
 */
function deadEnd(file: string): string | null {
  if (isLink(file)) return existsSync(dirname(targetOf(file))) ? null : file;
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder))
    if (isLink(folder)) return folder;
  return null;
}

/** A link stays one, also where its file is not made yet: such files are often kept elsewhere. */
function targetOf(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  // A loop of links is refused where the file is read. `..` goes up from the folder that the link lies in.
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
