/**
 * Decides by headers alone, before any of the body is read, which requests are allowed. Pure, but for the
 * comparison of tokens.
 *
 * Web pages can reach servers on the loopback. But they cannot forge `Host` (a page that makes its own name
 * resolve to this machine sends that name) or `Origin`, so both are compared with the names that the server
 * is known by.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { SERVER_LIMITS } from "../../limits.ts";
import { RPC, type Refusal } from "./refusal.ts";

/** The names and origins that the server accepts. */
export interface Admission {
  /** The host that the server listens on. */
  readonly boundHost: string;
  /** Further allowed names, in lower case. */
  readonly hosts: readonly string[];
  /** Allowed origins besides the server's own, in lower case. */
  readonly origins: readonly string[];
}

const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "::1"];

/** Whether only this machine can reach a server that listens on the host. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/**
 * Returns null for a host that the server is known by: loopback names, the address that it listens on, the
 * local address of the connection, and allowed names. Ports are ignored, since tunnels change them.
 *
 * @param headers all `Host` headers of the request
 */
export function refuseHost(
  headers: readonly string[],
  localAddress: string,
  { boundHost, hosts }: Admission,
): Refusal | null {
  const name = headers.length === 1 ? hostName(headers[0] as string) : null;
  const known = [
    ...LOOPBACK_NAMES,
    boundHost.toLowerCase(),
    localAddress.replace(/^::ffff:(?=\d+\.)/, ""),
    ...hosts,
  ];
  if (name !== null && known.includes(name)) return null;
  const asked =
    name === null
      ? "The Host header has no valid name"
      : `The Host header has ${name.slice(0, SERVER_LIMITS.shownChars)}, which is not a name of this server`;
  return { status: 403, message: `${asked}. Add the server's names to SATORI_ALLOWED_HOSTS` };
}

/**
 * Returns null for requests that are not from a web page, and for pages of the server itself and of allowed
 * origins.
 */
export function refuseOrigin(
  origin: string | undefined,
  host: string,
  { origins }: Admission,
): Refusal | null {
  if (origin === undefined || isOwnOrigin(origin, host) || origins.includes(origin.toLowerCase()))
    return null;
  // Echoes the header only if it is nothing but an origin.
  const asked = /^(?:null|[a-z][a-z0-9+.-]*:\/\/[a-z0-9_.:[\]-]*)$/i.test(origin)
    ? ` ${origin.slice(0, SERVER_LIMITS.shownChars)}`
    : "";
  return {
    status: 403,
    message:
      `Pages of the origin${asked} may not call this server. Add allowed origins to ` +
      "SATORI_ALLOWED_ORIGINS",
  };
}

/** Whether an origin is the server's own, judged by the `Host` header of the same request. */
export function isOwnOrigin(origin: string, host: string): boolean {
  const [, authority] = /^https?:\/\/([^/?#@]+)$/i.exec(origin) ?? [];
  return authority?.toLowerCase() === host.toLowerCase();
}

/** The host without port and brackets, in lower case; null if it is not a valid host. */
function hostName(header: string): string | null {
  const [, name, address] = /^(?:([a-z0-9_.-]+)|\[([0-9a-f:.]+)\])(?::\d{1,5})?$/i.exec(header) ?? [];
  return (name ?? address)?.toLowerCase() ?? null;
}

/**
 * Checks whether a client sends the token. Compares hashes, so that the time does not depend on where or how
 * much they differ.
 */
export function tokenCheck(token: string): (authorization: string | undefined) => Refusal | null {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  const wanted = hash(token);
  return (authorization) => {
    const [, sent] = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? "") ?? [];
    if (sent !== undefined && timingSafeEqual(hash(sent), wanted)) return null;
    const challenge = `Bearer realm="satori"${sent === undefined ? "" : ', error="invalid_token"'}`;
    return {
      status: 401,
      message: sent === undefined ? "A bearer token is required" : "The bearer token is wrong",
      headers: { "WWW-Authenticate": challenge },
    };
  };
}

/** A valid id from a client; null otherwise. */
export function readId(header: string | undefined, maxChars: number): string | null {
  return header !== undefined &&
    header.length <= maxChars &&
    /^[\x20-\x7e]+$/.test(header) &&
    header.trim() !== ""
    ? header
    : null;
}

/** Returns null if there is no id, or a valid one. */
export function refuseSessionId(header: string | undefined, maxChars: number): Refusal | null {
  if (header === undefined || readId(header, maxChars) !== null) return null;
  return {
    status: 400,
    code: RPC.invalidRequest,
    message: `X-Session-ID must be 1 to ${maxChars} printable ASCII characters`,
  };
}
