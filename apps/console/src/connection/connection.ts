/** The page's connection to the server that serves it, and the token that the server may require. */
import { signal } from "@preact/signals";
import { ClientError, type SatoriClient, connect } from "@satori/client";
import { keep, kept } from "../kept.ts";
import { isToken, takeToken } from "../routing/token.ts";

/** `locked`: the server requires a token; `wasRefused`: it rejected the one that was sent. */
export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "ready"; readonly client: SatoriClient }
  | { readonly kind: "locked"; readonly wasRefused: boolean }
  | { readonly kind: "failed"; readonly message: string };

export const connection = signal<Connection>({ kind: "connecting" });

/** Names of the tools that the server offers; none until they are known, for which no page waits. */
export const offeredTools = signal<ReadonlySet<string>>(new Set());

const OWN_INFO = { name: "@satori/console", version: "0.1.0" };
const TOKEN_KEY = "satori.token";
/** Calls are cancelled by the user, not by a timeout: a first index takes as long as it takes. */
const TIMEOUT_MS = Number.POSITIVE_INFINITY;

/**
 * Connects now, and whenever an address with a token is opened in this tab: `satori console` makes a new
 * token each time, at the same address.
 */
export function begin(): void {
  addEventListener("hashchange", () => void (takeToken(location.hash).token !== null && void open()));
  void open();
}

/** Connects with the token of the address or of this tab. */
export async function open(): Promise<void> {
  const { token, rest } = takeToken(location.hash);
  if (token !== null) {
    keep("tab", TOKEN_KEY, token);
    // Removes the token from the address, since histories and screenshots show that.
    history.replaceState(history.state, "", `${location.pathname}${location.search}${rest}`);
  }
  const sent = kept("tab", TOKEN_KEY);
  if (sent !== null && !isToken(sent)) return void (connection.value = { kind: "locked", wasRefused: true });
  connection.value = { kind: "connecting" };
  try {
    // Relative to the page's own address, whatever prefix a proxy has added.
    const client = await connect({
      url: new URL("mcp", document.baseURI),
      timeoutMs: TIMEOUT_MS,
      clientInfo: OWN_INFO,
      ...(sent === null ? {} : { token: sent }),
    });
    connection.value = { kind: "ready", client };
    offeredTools.value = new Set(await client.toolNames());
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
 * What the user sees of a failure. If the server requires a token, for example after a restart, the page asks
 * for it.
 */
export function failureOf(error: unknown): { readonly kind: "failed"; readonly message: string } {
  lockIfAsked(error);
  return { kind: "failed", message: messageOf(error) };
}

/** Whether the call was cancelled because the user moved on, rather than by the server. */
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
    // The form of the library's HTTP errors.
    const { data } = at as { readonly data?: { readonly status?: unknown } };
    if (data?.status === 401 || at.name === "UnauthorizedError") return true;
  }
  return false;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
