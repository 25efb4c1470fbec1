/**
 * What is answered in the place of a result: an HTTP status, and an error of JSON-RPC that says the same in
 * words.
 */

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** Of JSON-RPC; by default that of a server. */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of what a client sent, in a message. */
export const MAX_SHOWN_CHARS = 40;

/** Codes of JSON-RPC. */
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

/** The id of a request as it is told: a client's may be of any length. */
export function shownId(id: string | number): string {
  return JSON.stringify(typeof id === "string" ? id.slice(0, MAX_SHOWN_CHARS) : id);
}

/** @param retryMs when asking again may be worth it */
export function tooMuch(status: 429 | 503, message: string, retryMs: number): Refusal {
  return { status, message, headers: { "Retry-After": String(Math.max(1, Math.ceil(retryMs / 1_000))) } };
}
