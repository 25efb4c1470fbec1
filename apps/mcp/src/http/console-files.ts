/**
 * The web console: files that the build has put beside the server. They are read once and looked up by the
 * whole path of a request, as it was sent, so that no path leads to anything else.
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { CONSOLE_FOLDER, CONSOLE_PAGE } from "./routes.ts";

export interface ConsoleFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Of its bytes, as HTTP quotes it. */
  readonly etag: string;
  /** Its name changes with what is in it. */
  readonly isNamedByContent: boolean;
}

/** By the path that a request has. Empty where there is no build. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

/** Files of other types are not served. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
};
const INDEX = "index.html";
/** As the bundler names its chunks. */
const NAMED_BY_CONTENT = /^chunks\/.+-[A-Z0-9]{8}\.js$/;

/**
 * What the page shows comes from repositories, which anybody may have written: should any of it ever get into
 * the page as markup, it runs nothing, fetches nothing of others and sends nothing anywhere, the token
 * neither.
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

/** Throws the system's error for a folder that is there and cannot be read. */
export function readConsoleFiles(folder: string): ConsoleFiles {
  const names = filesBelow(folder).filter((name) => Object.hasOwn(CONTENT_TYPES, extname(name)));
  // Only at its own address does the page find the others, which it names relative to it.
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

/**
 * Answers with a file, or says that the client has it. Node.js itself leaves the bytes out of the answer to a
 * HEAD.
 */
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

/** A proxy that compresses an answer makes its tag a weak one. */
function hasTag(header: string | undefined, etag: string): boolean {
  return (header ?? "")
    .split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** Their names below the folder, with `/`; none where there is no such folder. Links are left out. */
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
