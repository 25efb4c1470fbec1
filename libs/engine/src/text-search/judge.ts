/**
 * Decides whether a file that ripgrep found counts: the index would contain it, and the request includes it.
 */
import type { SkipCause } from "@satori/contracts";
import { closeSync, fstatSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  BINARY_PROBE_BYTES,
  type Decoded,
  type FileEncoding,
  type TextEncoding,
  encodingOf,
  resemblesUtf16,
} from "../contents/decode.ts";
import { maxBytesOf, textOfFile } from "../contents/file-text.ts";
import { linkTarget } from "../contents/links.ts";
import { isOpenedIn, openAsItIs } from "../disk/opened-path.ts";
import { compilePathFilter, compilePathPatterns } from "../ignore/path-matcher.ts";
import type { IgnorePolicy } from "../ignore/policy.ts";
import { isWithin, parentOf } from "../model/paths.ts";
import { isTooDeep } from "../scan/depth.ts";
import { DiskNames } from "../scan/disk-names.ts";
import type { TextSearch } from "./types.ts";

/** A file that ripgrep found matches in, as our own reader sees it. */
export interface MatchedContent {
  readonly encoding: FileEncoding;
  /** Valid only until the next file is read. */
  text(): string;
}

/** Decisions about single files. Paths are those of the disk, relative to the root. */
export interface FileJudge {
  /** The path as the index names it; null if the file does not count. */
  pathOf(diskPath: string): string | null;
  /** Whether the file would count if its name were valid in an index. */
  isNameless(diskPath: string): boolean;
  /** The text of a file; null if it is not text to the index, or a link leads elsewhere. */
  contentOf(diskPath: string): MatchedContent | null;
  /** Whether a file that is too large would be searched if it were smaller. */
  isLargeText(diskPath: string): boolean;
  /** The encoding of a file that counts, or why it is not searched. */
  seenIn(diskPath: string): FileReading;
  /** Whether a link leads out of the root, to a file that would count or to a folder. */
  hidesFiles(link: string): boolean;
  /** Why a file or folder that the request names has no matches; null if it may have some. */
  causeOf(diskPath: string): SkipCause | "ignored" | null;
}

export function fileJudge(search: TextSearch, policy: IgnorePolicy, maxFileBytes: number): FileJudge {
  const fits = compilePathFilter(search.include, search.exclude);
  const isExcluded = compilePathPatterns(search.exclude);
  const names = new DiskNames(search.root);
  const scratch: Scratch = { bytes: Buffer.alloc(0), length: 0 };
  const seenIn = (diskPath: string): FileReading =>
    readInto(scratch, { root: search.root, diskPath, maxFileBytes });
  const isInArea = (path: string): boolean =>
    search.within.length === 0 || search.within.some((place) => isWithin(path, place));
  const wantedPath = (diskPath: string, isNamed: (path: string) => boolean): string | null => {
    const path = diskPath.normalize("NFC");
    const isWanted = isInArea(path) && fits(path);
    if (!isWanted || !isNamed(diskPath) || policy.ignores(diskPath, "file").ignored) return null;
    return search.accepts(path) ? path : null;
  };
  const pathOf = (diskPath: string): string | null => wantedPath(diskPath, (path) => names.canBeNamed(path));
  return {
    pathOf,
    isNameless: (diskPath) =>
      wantedPath(diskPath, (path) => !isTooDeep(parentOf(path)) && !names.canBeNamed(path)) !== null,
    contentOf(diskPath) {
      const seen = seenIn(diskPath);
      if (!isEncoding(seen)) return null;
      return {
        encoding: seen,
        text: () => textOf(textOfFile(diskPath, scratch.bytes.subarray(0, scratch.length))),
      };
    },
    seenIn,
    hidesFiles(link) {
      const path = link.normalize("NFC");
      if (!isInArea(path) || linkTarget(search.root, link).kind !== "outside") return false;
      return isFolderAt(join(search.root, link)) ? !isExcluded(`${path}/any`) : pathOf(link) !== null;
    },
    isLargeText: (diskPath) => pathOf(diskPath) !== null && !isBinary(search.root, diskPath),
    causeOf(diskPath) {
      const { ignored, isKnown, found } = policy.explain(diskPath);
      if (ignored) return "ignored";
      if (!isKnown || isTooDeep(found === "directory" ? diskPath : parentOf(diskPath))) return "unreadable";
      if (found !== "absent" && !names.canBeNamed(diskPath)) return "invalid_name";
      return found === "file" ? causeIn(seenIn(diskPath)) : null;
    },
  };
}

/**
 * What was found when reading a file: its encoding, or why it has no text. `unmarked_utf_16` is binary, but
 * looks like UTF-16 without a byte order mark.
 */
export type FileReading = TextEncoding | "unmarked_utf_16" | "special" | "too_large" | "unreadable";

/** Why a file is not searched; null if it is. */
export function causeIn(seen: FileReading): SkipCause | null {
  if (isEncoding(seen)) return null;
  if (seen === "unknown_encoding") return "encoding";
  return seen === "unmarked_utf_16" ? "binary" : seen;
}

export function isEncoding(seen: FileReading): seen is FileEncoding {
  switch (seen) {
    case "binary":
    case "unmarked_utf_16":
    case "special":
    case "too_large":
    case "unreadable":
    case "unknown_encoding":
      return false;
    default:
      return true;
  }
}

function textOf(decoded: Decoded): string {
  return decoded.kind === "text" ? decoded.text : "";
}

/** A buffer that contains one file, until the next is read. */
interface Scratch {
  bytes: Buffer;
  length: number;
}

interface FilePlace {
  readonly root: string;
  readonly diskPath: string;
}

function readInto(
  scratch: Scratch,
  { maxFileBytes, ...place }: FilePlace & { readonly maxFileBytes: number },
): FileReading {
  return withFile(place, "unreadable", (file, sizeBytes) => {
    if (sizeBytes === null) return "special";
    if (sizeBytes > maxBytesOf(place.diskPath, maxFileBytes)) return "too_large";
    if (scratch.bytes.length < sizeBytes) scratch.bytes = Buffer.allocUnsafe(2 * sizeBytes);
    // Most files that are not text show it at once.
    scratch.length = readSync(file, scratch.bytes, 0, Math.min(sizeBytes, BINARY_PROBE_BYTES), 0);
    const head = scratch.bytes.subarray(0, scratch.length);
    if (encodingOf(head) === "binary") return resemblesUtf16(head) ? "unmarked_utf_16" : "binary";
    scratch.length += readSync(
      file,
      scratch.bytes,
      scratch.length,
      sizeBytes - scratch.length,
      scratch.length,
    );
    return encodingOf(scratch.bytes.subarray(0, scratch.length));
  });
}

/** Decides by the first bytes. An unreadable file counts as binary, since nothing of it could be found. */
function isBinary(root: string, diskPath: string): boolean {
  return withFile({ root, diskPath }, true, (file) => {
    const head = Buffer.alloc(BINARY_PROBE_BYTES);
    return encodingOf(head.subarray(0, readSync(file, head, 0, head.length, 0))) === "binary";
  });
}

/** Whether there is a folder, with links followed. */
function isFolderAt(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** @param look receives the size; null if it is not a regular file */
function withFile<Result>(
  { root, diskPath }: FilePlace,
  ifUnreadable: Result,
  look: (file: number, sizeBytes: number | null) => Result,
): Result {
  let file: number | undefined;
  try {
    file = openAsItIs(join(root, diskPath));
    if (!isOpenedIn(root, diskPath, file)) return ifUnreadable;
    const stats = fstatSync(file);
    return look(file, stats.isFile() ? stats.size : null);
  } catch {
    return ifUnreadable;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
