/**
 * The file in which an index travels to another machine: one line that describes it, then the database as it
 * is. The line has a checksum of the rest, which says that nothing was lost, not who made it.
 *
 *     satori-index {"format":1,"fingerprint":{…},"bytes":98304,"sha256":"…"}
 */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import type { Fingerprint } from "@satori/contracts";
import { EngineError, systemCode } from "../errors.ts";
import { PRIVATE_FILE } from "../disk/private-files.ts";

interface ArchiveHeader {
  readonly format: typeof FORMAT;
  /** Of the index, so that a file that does not fit is refused before it is copied. */
  readonly fingerprint: Fingerprint;
  /** Length of the database. */
  readonly bytes: number;
  /** Of the database, in hexadecimal. */
  readonly sha256: string;
}

const MAGIC = "satori-index ";
const FORMAT = 1;
const MAX_HEADER_BYTES = 16 * 1024;
const PIECE_BYTES = 256 * 1024;
const LINE_END = "\n".charCodeAt(0);

/** An archive whose first line was read. */
export interface Archive {
  readonly file: string;
  readonly header: ArchiveHeader;
  /** Where the database begins. */
  readonly start: number;
}

/** Writes an archive. Throws `STORE_UNAVAILABLE`. @param file must not exist */
export function writeArchive(file: string, fingerprint: Fingerprint, database: string): void {
  onDisk(`${file} cannot be written`, () => {
    const { digest, bytes } = pieces(database, 0);
    const header = { format: FORMAT, fingerprint, bytes, sha256: digest } satisfies ArchiveHeader;
    const to = openSync(file, "wx", PRIVATE_FILE);
    try {
      writeSync(to, `${MAGIC}${JSON.stringify(header)}\n`);
      pieces(database, 0, to);
    } finally {
      closeSync(to);
    }
  });
}

/**
 * Copies the database out of an archive. Throws `INDEX_FILE_INVALID` if it is not as it was written, and
 * `STORE_UNAVAILABLE`.
 *
 * @param database must not exist
 */
export function unpackArchive({ file, header, start }: Archive, database: string): void {
  onDisk("The index cannot be copied into SATORI_HOME", () => {
    const to = openSync(database, "wx", PRIVATE_FILE);
    try {
      const { digest, bytes } = pieces(file, start, to, header.bytes);
      if (bytes !== header.bytes)
        throw invalid(file, `it has ${bytes} bytes of data instead of ${header.bytes}`);
      if (digest !== header.sha256) throw invalid(file, "its checksum does not match");
    } finally {
      closeSync(to);
    }
  });
}

/** An `INDEX_FILE_INVALID` error. @param why continues "cannot be used: " */
export function invalid(file: string, why: string, cause?: unknown): EngineError {
  return new EngineError("INDEX_FILE_INVALID", `${file} cannot be used: ${why}`, {
    details: { file },
    cause,
  });
}

/**
 * Reads the first line of an archive. Throws `INDEX_FILE_INVALID` if the file is no archive, `PATH_NOT_FOUND`
 * and `STORE_UNAVAILABLE`.
 */
export function openArchive(file: string): Archive {
  const from = openRegular(file);
  try {
    const buffer = Buffer.allocUnsafe(MAX_HEADER_BYTES);
    const text = buffer.subarray(0, readSync(from, buffer, 0, MAX_HEADER_BYTES, 0));
    const end = text.indexOf(LINE_END);
    if (!text.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC)) || end === -1)
      throw invalid(file, "it is no index that `satori export` has written");
    return { file, header: parsedHeader(file, text.toString("utf8", MAGIC.length, end)), start: end + 1 };
  } finally {
    closeSync(from);
  }
}

/** A pipe or device would block, or have no end. */
function openRegular(file: string): number {
  let from: number;
  try {
    // Without this flag, opening a pipe waits for its writer.
    from = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    const code = systemCode(cause);
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new EngineError("PATH_NOT_FOUND", `There is no file ${file}`, { cause });
    throw new EngineError("STORE_UNAVAILABLE", `${file} cannot be opened (${code})`, { cause });
  }
  if (fstatSync(from).isFile()) return from;
  closeSync(from);
  throw invalid(file, "it is not a regular file");
}

function parsedHeader(file: string, text: string): ArchiveHeader {
  let header: Partial<ArchiveHeader> | null;
  try {
    header = JSON.parse(text) as Partial<ArchiveHeader> | null;
  } catch (cause) {
    throw invalid(file, "its first line is damaged", cause);
  }
  if (typeof header !== "object" || header === null) throw invalid(file, "its first line is damaged");
  if (header.format !== FORMAT) throw invalid(file, "another version of Satori has written it");
  const { bytes, sha256, fingerprint } = header;
  const isWhole =
    Number.isSafeInteger(bytes) &&
    typeof sha256 === "string" &&
    typeof fingerprint === "object" &&
    fingerprint !== null;
  if (!isWhole) throw invalid(file, "its first line is damaged");
  return header as ArchiveHeader;
}

/**
 * Reads a file in pieces from a position on.
 *
 * @param to descriptor that gets a copy
 * @param most bytes that are copied; a longer file is read one piece further, so that it is noticed
 */
function pieces(
  file: string,
  start: number,
  to: number | null = null,
  most = Number.POSITIVE_INFINITY,
): { readonly digest: string; readonly bytes: number } {
  const from = openSync(file, "r");
  try {
    const hash = createHash("sha256");
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    let bytes = 0;
    for (;;) {
      const read = readSync(from, buffer, 0, PIECE_BYTES, start + bytes);
      if (read === 0 || bytes > most) break;
      const piece = buffer.subarray(0, read);
      hash.update(piece);
      if (to !== null) writeSync(to, piece);
      bytes += read;
    }
    return { digest: hash.digest("hex"), bytes };
  } finally {
    closeSync(from);
  }
}

function onDisk<Result>(message: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    throw new EngineError("STORE_UNAVAILABLE", `${message} (${systemCode(cause) ?? String(cause)})`, {
      cause,
    });
  }
}
