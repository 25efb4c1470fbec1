/** Decides whether a file that ripgrep has found counts: it has to be one that the index would hold, and one that was asked for. */
import { closeSync, constants, fstatSync, openSync, readSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { encodingOf } from "../files/decode.ts";
import { compilePathFilter } from "../ignore/path-matcher.ts";
import type { IgnorePolicy } from "../ignore/policy.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { isWithin } from "../model/paths.ts";
import type { TextSearch } from "./search-text.ts";

/** How the lines that ripgrep shows of a file are to be read. */
export type LineEncoding = "utf-8" | "latin-1";

export interface FileJudge {
  /** The path as the index names it; null for a file that does not count. */
  pathOf(diskPath: string): string | null;
  /** Null for what is no text to the index. */
  encodingOf(diskPath: string): LineEncoding | null;
}

export function fileJudge(search: TextSearch, policy: IgnorePolicy, maxFileBytes: number): FileJudge {
  const fits = compilePathFilter(search.include, search.exclude);
  const scratch = { bytes: Buffer.alloc(0) };
  const isInArea = (path: string): boolean => search.within.length === 0 || search.within.some((place) => isWithin(path, place));
  return {
    pathOf(diskPath) {
      const path = diskPath.normalize("NFC");
      const isWanted = isInArea(path) && fits(path);
      if (!isWanted || !canBeNamed(search.root, diskPath) || policy.ignores(diskPath, "file").ignored) return null;
      return search.accepts(path) ? path : null;
    },
    encodingOf(diskPath) {
      const bytes = readUpTo(join(search.root, diskPath), maxFileBytes, scratch);
      const encoding = bytes && encodingOf(bytes);
      if (encoding === null || encoding === "binary" || encoding === "unknown_encoding") return null;
      return encoding === "latin-1" ? encoding : "utf-8";
    },
  };
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Whether the scan gives a file its name: no name that is no UTF-8, none that another one has once normalised, none too deep. */
function canBeNamed(root: string, diskPath: string): boolean {
  const names = diskPath.split("/");
  if (names.length - 1 > ENGINE_LIMITS.maxDepth) return false;
  if (!NOT_ASCII.test(diskPath)) return true;
  return names.every((name, at) => {
    if (name.includes("\u{fffd}")) return false;
    const normalized = name.normalize("NFC");
    if (name === normalized) return true;
    const others = namesIn(join(root, dirname(names.slice(0, at + 1).join("/"))));
    return !others.some((other) => other === normalized || (other < name && other.normalize("NFC") === normalized));
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Null for what is no regular file, cannot be read, or is larger. What it gives stands in the scratch, until the next file. */
function readUpTo(path: string, maxBytes: number, scratch: { bytes: Buffer }): Buffer | null {
  let file: number | undefined;
  try {
    // O_NONBLOCK: a pipe that has taken the file's place must not be waited for.
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes) return null;
    if (scratch.bytes.length < stats.size) scratch.bytes = Buffer.allocUnsafe(2 * stats.size);
    return scratch.bytes.subarray(0, readSync(file, scratch.bytes, 0, stats.size, 0));
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
