/**
 * Why a call has no answer. An answer of a server is never an error here: gates and failures are values, told
 * apart by `status`.
 */
import { SdkHttpError } from "@modelcontextprotocol/client";

/**
 * `start_up`: the connection failed. `transport`: it was lost. `timeout`: no answer came in time.
 * `cancelled`: by the caller's signal. `protocol`: the server rejected the request itself, for example
 * because it does not have the tool. `invalid_answer`: what came is not an answer of the tool.
 */
export type ClientErrorKind =
  | "start_up"
  | "transport"
  | "timeout"
  | "cancelled"
  | "protocol"
  | "invalid_answer";

/** A call or `connect` failed; `cause` is the original error or result, if there is one. */
export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly kind: ClientErrorKind;

  constructor(kind: ClientErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** The message of the innermost cause that has one: the outer ones only say that something failed. */
export function reasonOf(error: unknown): string {
  let reason = String(error);
  for (let at = error; at instanceof Error; at = at instanceof AggregateError ? at.errors[0] : at.cause)
    reason = messageOf(at) || reason;
  return reason;
}

/** Error codes of different versions of the TLS library for an answer that does not use TLS. */
const NO_TLS: readonly unknown[] = ["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"];

/**
 * The whole message of fetch for a port that it blocks.
 *
 * @see https://fetch.spec.whatwg.org/#port-blocking
 */
const BAD_PORT = "bad port";

function messageOf(error: Error): string {
  // The TLS library's own message is a line of its error queue.
  if ("code" in error && NO_TLS.includes(error.code))
    return "the server does not use TLS: its address begins with http://, not https://";
  if (error.message === BAD_PORT)
    return (
      "fetch blocks the server's port, because it belongs to another protocol: run the server on " +
      "another port"
    );
  return (error instanceof SdkHttpError ? saidIn(error.data["text"]) : null) ?? error.message;
}

/** The message of a rejection, which is a JSON-RPC error with an HTTP status; null for any other body. */
function saidIn(body: unknown): string | null {
  try {
    const refusal = JSON.parse(String(body)) as { readonly error?: { readonly message?: unknown } } | null;
    return typeof refusal?.error?.message === "string" ? refusal.error.message : null;
  } catch {
    return null;
  }
}
