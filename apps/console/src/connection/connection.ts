/** The page's connection to the server that it comes from, and the token that this one may ask for. */
import { signal } from "@preact/signals";
import { ClientError, type SatoriClient, connect } from "@satori/client";
import { isToken, takeToken } from "./token.ts";

/** `locked`: the server asks for a token, or for another one than `refused` says was sent. */
export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "ready"; readonly client: SatoriClient }
  | { readonly kind: "locked"; readonly wasRefused: boolean }
  | { readonly kind: "failed"; readonly message: string };

export const connection = signal<Connection>({ kind: "connecting" });

const OWN_INFO = { name: "@satori/console", version: "0.1.0" };
const TOKEN_KEY = "satori.token";
/** Calls are given up by whoever asked, not by the clock: a first index takes as long as it takes. */
const TIMEOUT_MS = Number.POSITIVE_INFINITY;

/** Connects, with the token of the address or of this tab. Called once a page, and again by `unlock` and by who tries again. */
export async function open(): Promise<void> {
  const { token, rest } = takeToken(location.hash);
  if (token !== null) {
    sessionStorage.setItem(TOKEN_KEY, token);
    // What is in the address stands in histories and in screenshots.
    history.replaceState(null, "", `${location.pathname}${location.search}${rest}`);
  }
  const sent = sessionStorage.getItem(TOKEN_KEY);
  if (sent !== null && !isToken(sent)) return void (connection.value = { kind: "locked", wasRefused: true });
  connection.value = { kind: "connecting" };
  try {
    // Below the page's own address, whatever a proxy has put in front of it.
    const client = await connect({ url: new URL("mcp", document.baseURI), timeoutMs: TIMEOUT_MS, clientInfo: OWN_INFO, ...(sent === null ? {} : { token: sent }) });
    connection.value = { kind: "ready", client };
  } catch (error) {
    connection.value = isUnauthorized(error) ? { kind: "locked", wasRefused: sent !== null } : { kind: "failed", message: messageOf(error) };
  }
}

/** Connects with a token, which this tab keeps until it is closed. */
export function unlock(token: string): Promise<void> {
  sessionStorage.setItem(TOKEN_KEY, token.trim());
  return open();
}

/** What a person is told of a failure. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether somebody else than the server's clock ended it: the person went on to something else. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ClientError && error.kind === "cancelled";
}

/** Whether the server asked for a token, or for another one: also in the middle of a session, where it was started anew. */
export function isUnauthorized(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { data } = at as { readonly data?: { readonly status?: unknown } };
    if (data?.status === 401 || at.name === "UnauthorizedError") return true;
  }
  return false;
}
