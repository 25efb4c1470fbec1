/** The page's connection to the server that it comes from, and the token that this one may ask for. */
import { signal } from "@preact/signals";
import { ClientError, type SatoriClient, connect } from "@satori/client";
import { keep, kept } from "../kept.ts";
import { isToken, takeToken } from "../routing/token.ts";

/** `locked`: the server asks for a token, or, where one `wasRefused`, for another one. */
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

/**
 * Connects now, and whenever an address with a token is opened in this tab: `satori console` makes a new one
 * each time, at the same place.
 */
export function begin(): void {
  addEventListener("hashchange", () => void (takeToken(location.hash).token !== null && void open()));
  void open();
}

/** Connects, with the token of the address or of this tab. */
export async function open(): Promise<void> {
  const { token, rest } = takeToken(location.hash);
  if (token !== null) {
    keep("tab", TOKEN_KEY, token);
    // What is in the address stands in histories and in screenshots.
    history.replaceState(history.state, "", `${location.pathname}${location.search}${rest}`);
  }
  const sent = kept("tab", TOKEN_KEY);
  if (sent !== null && !isToken(sent)) return void (connection.value = { kind: "locked", wasRefused: true });
  connection.value = { kind: "connecting" };
  try {
    // Below the page's own address, whatever a proxy has put in front of it.
    const client = await connect({
      url: new URL("mcp", document.baseURI),
      timeoutMs: TIMEOUT_MS,
      clientInfo: OWN_INFO,
      ...(sent === null ? {} : { token: sent }),
    });
    connection.value = { kind: "ready", client };
  } catch (error) {
    if (!lockIfAsked(error)) connection.value = { kind: "failed", message: messageOf(error) };
  }
}

/** Connects with a token, which this tab keeps until it is closed. */
export function unlock(token: string): Promise<void> {
  keep("tab", TOKEN_KEY, token.trim());
  return open();
}

/**
 * What a person is told of a failure; where the server asks for a token, as one does that was started anew,
 * the page does as well.
 */
export function failureOf(error: unknown): { readonly kind: "failed"; readonly message: string } {
  lockIfAsked(error);
  return { kind: "failed", message: messageOf(error) };
}

/** Whether somebody else than the server's clock ended it: the person went on to something else. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ClientError && error.kind === "cancelled";
}

function lockIfAsked(error: unknown): boolean {
  if (!isUnauthorized(error)) return false;
  connection.value = { kind: "locked", wasRefused: kept("tab", TOKEN_KEY) !== null };
  return true;
}

function isUnauthorized(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    // As the library's errors of HTTP have it.
    const { data } = at as { readonly data?: { readonly status?: unknown } };
    if (data?.status === 401 || at.name === "UnauthorizedError") return true;
  }
  return false;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
