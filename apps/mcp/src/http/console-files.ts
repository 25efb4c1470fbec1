/**
 * The files of the web console, which the build places next to the server. They are read once and looked up
 * by the whole path of a request as it was sent, so that no path can lead to any other file.
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { CONSOLE_FOLDER, CONSOLE_PAGE } from "./routes.ts";

export interface ConsoleFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Hash of the bytes, quoted as HTTP requires. */
  readonly etag: string;
  /** Whether its name changes with its content. */
  readonly isNamedByContent: boolean;
}

/** Files by request path; empty if the console was not built. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

/** Files of other types are not served. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
};
const INDEX = "index.html";
/** Names of chunks, as the bundler makes them. */
const NAMED_BY_CONTENT = /^chunks\/.+-[A-Z0-9]{8}\.js$/;

/**
 * The page shows content of repositories, which anybody may have written. If any of it ever got into the page
 * as markup, these headers keep it from running code, fetching anything from elsewhere or sending anything
 * anywhere, including the token.
 */
const SECURITY_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src " +
    "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Reads the console's files. Throws the system's error for a folder that exists but cannot be read. */
export function readConsoleFiles(folder: string): ConsoleFiles {
  const names = filesBelow(folder).filter((name) => Object.hasOwn(CONTENT_TYPES, extname(name)));
  // The page refers to the other files relative to its own address, so it is served only there.
  return new Map(
    names.map((name) => [
      name === INDEX ? CONSOLE_PAGE : `${CONSOLE_FOLDER}${name}`,
      consoleFile(name, readFileSync(join(folder, name))),
    ]),
  );
}

/** @param name with `/` */
export function consoleFile(name: string, bytes: Buffer): ConsoleFile {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  return {
    bytes,
    contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream",
    etag,
    isNamedByContent: NAMED_BY_CONTENT.test(name),
  };
}

/** Sends a file, or 304 if the client has it. Node.js itself omits the body in answers to HEAD. */
export function sendConsoleFile(
  { headers }: Pick<IncomingMessage, "headers">,
  response: ServerResponse,
  { bytes, contentType, etag, isNamedByContent }: ConsoleFile,
): void {
  const caching = {
    ETag: etag,
    "Cache-Control": isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache",
  };
  if (hasTag(headers["if-none-match"], etag))
    response.writeHead(304, { ...SECURITY_HEADERS, ...caching }).end();
  else
    response
      .writeHead(200, {
        ...SECURITY_HEADERS,
        ...caching,
        "Content-Type": contentType,
        "Content-Length": bytes.length,
      })
      .end(bytes);
}

/** Whether a header lists an ETag. A proxy that compresses an answer makes its ETag weak. */
function hasTag(header: string | undefined, etag: string): boolean {
  return (header ?? "")
    .split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** Names of the files below a folder, with `/` and without links; empty if the folder does not exist. */
function filesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join("/"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
