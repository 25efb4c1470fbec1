/**
 * Why a call has no answer. What a server answers is never an error here: gates and failures are values, told
 * apart by `status`.
 */
import { SdkHttpError } from "@modelcontextprotocol/client";

/**
 * `start_up`: no connection was made. `transport`: it was lost. `timeout`: no answer came in time.
 * `cancelled`: by the caller's signal. `protocol`: the server refused the request itself, such as a tool that
 * it does not have. `invalid_answer`: what came is no answer of the tool.
 */
export type ClientErrorKind =
  | "start_up"
  | "transport"
  | "timeout"
  | "cancelled"
  | "protocol"
  | "invalid_answer";

export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly kind: ClientErrorKind;

  constructor(kind: ClientErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/**
 * The message of the innermost cause that has one: what is around it says no more than that something failed.
 */
export function reasonOf(error: unknown): string {
  let reason = String(error);
  for (let at = error; at instanceof Error; at = at instanceof AggregateError ? at.errors[0] : at.cause)
    reason = messageOf(at) || reason;
  return reason;
}

/** How versions of the library call an answer that is no TLS. */
const NO_TLS: readonly unknown[] = ["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"];

/**
 * All that fetch says of a port that it asks for nobody.
 *
 * @see https://fetch.spec.whatwg.org/#port-blocking
 */
const BAD_PORT = "bad port";

function messageOf(error: Error): string {
  // What the TLS library says is a line of its error queue.
  if ("code" in error && NO_TLS.includes(error.code))
    return "the server does not use TLS: its address begins with http://, not https://";
  if (error.message === BAD_PORT)
    return (
      "fetch blocks the server's port, because it belongs to another protocol: run the server on " +
      "another port"
    );
  return (error instanceof SdkHttpError ? saidIn(error.data["text"]) : null) ?? error.message;
}

/**
 * What a refusal says, which is an error of JSON-RPC with a status of HTTP; null where it is anything else.
 */
function saidIn(body: unknown): string | null {
  try {
    const refusal = JSON.parse(String(body)) as { readonly error?: { readonly message?: unknown } } | null;
    return typeof refusal?.error?.message === "string" ? refusal.error.message : null;
  } catch {
    return null;
  }
}
