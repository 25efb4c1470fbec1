/** Rejected requests: an HTTP status, and a JSON-RPC error that says the same in words. */

/** A rejection before the protocol layer sees the request. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** The JSON-RPC error code; default: server error. */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Characters of a client's text that a message repeats. */
export const MAX_SHOWN_CHARS = 40;

/** JSON-RPC error codes. */
export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  server: -32_000,
  sessionNotFound: -32_001,
} as const;

export function refusalBody({ code = RPC.server, message }: Refusal): string {
  return JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
}

export function refusalResponse(refusal: Refusal): Response {
  return new Response(refusalBody(refusal), {
    status: refusal.status,
    headers: { "Content-Type": "application/json", ...refusal.headers },
  });
}

/** A request id as messages show it; the client's may be of any length. */
export function shownId(id: string | number): string {
  return JSON.stringify(typeof id === "string" ? id.slice(0, MAX_SHOWN_CHARS) : id);
}

/** @param retryMs when a retry may succeed */
export function tooMuch(status: 429 | 503, message: string, retryMs: number): Refusal {
  return { status, message, headers: { "Retry-After": String(Math.max(1, Math.ceil(retryMs / 1_000))) } };
}
