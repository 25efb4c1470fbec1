/**
 * Who may ask, told by headers alone, before any of a body is read. Pure but for the comparison of tokens.
 *
 * Pages in a browser reach what listens on the loopback. What they cannot do is forge `Host` (a page that
 * gets its own name resolved to this machine sends that name) and `Origin`: so both are compared with what
 * the server is known as.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { SERVER_LIMITS } from "../../limits.ts";
import { RPC, type Refusal } from "./refusal.ts";

export interface Admission {
  /** That the server was told to listen on. */
  readonly boundHost: string;
  /** Further names, in lower case. */
  readonly hosts: readonly string[];
  /** Origins besides the server's own, in lower case. */
  readonly origins: readonly string[];
}

const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "::1"];

/** Whether only this machine reaches what listens there. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/**
 * Null for a host that the server is known by: names of the loopback, the address that it was told to listen
 * on, the address that this connection has come to, and names that are allowed. Ports do not count: tunnels
 * change them.
 *
 * @param headers all of that name
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
      ? "The Host header is empty"
      : `The Host header has ${name.slice(0, SERVER_LIMITS.shownChars)}, which is not a name of this server`;
  return { status: 403, message: `${asked}. Add the server's names to SATORI_ALLOWED_HOSTS` };
}

/** Null for what is no page of a browser, pages of the server itself, and pages that are allowed. */
export function refuseOrigin(
  origin: string | undefined,
  host: string,
  { origins }: Admission,
): Refusal | null {
  if (origin === undefined || isOwnOrigin(origin, host) || origins.includes(origin.toLowerCase()))
    return null;
  // What is repeated is an origin and nothing else.
  const asked = /^(?:null|[a-z][a-z0-9+.-]*:\/\/[a-z0-9_.:[\]-]*)$/i.test(origin)
    ? ` ${origin.slice(0, SERVER_LIMITS.shownChars)}`
    : "";
  return {
    status: 403,
    message: `Pages of the origin${asked} may not call this server. Add allowed origins to SATORI_ALLOWED_ORIGINS`,
  };
}

export function isOwnOrigin(origin: string, host: string): boolean {
  const [, authority] = /^https?:\/\/([^/?#@]+)$/i.exec(origin) ?? [];
  return authority?.toLowerCase() === host.toLowerCase();
}

/** Without port and brackets, in lower case; null for what is no host. */
function hostName(header: string): string | null {
  const [, name, address] = /^(?:([a-z0-9_.-]+)|\[([0-9a-f:.]+)\])(?::\d{1,5})?$/i.exec(header) ?? [];
  return (name ?? address)?.toLowerCase() ?? null;
}

/**
 * Tells whether a client sends the token. What is compared is a hash of either side, which takes as long
 * whatever differs, however long they are.
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

/** An id that a client gives; null if it is none. */
export function readId(header: string | undefined, maxChars: number): string | null {
  return header !== undefined &&
    header.length <= maxChars &&
    /^[\x20-\x7e]+$/.test(header) &&
    header.trim() !== ""
    ? header
    : null;
}

/** Null where no id is given, or a good one. */
export function refuseSessionId(header: string | undefined, maxChars: number): Refusal | null {
  if (header === undefined || readId(header, maxChars) !== null) return null;
  return {
    status: 400,
    code: RPC.invalidRequest,
    message: `X-Session-ID must be 1 to ${maxChars} printable ASCII characters`,
  };
}
