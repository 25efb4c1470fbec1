/** Why a call has no answer. What a server answers is never an error here: gates and failures are values, told apart by `status`. */

/**
 * `start_up`: no connection was made. `transport`: it was lost. `timeout`: no answer came in time. `cancelled`: by the caller's
 * signal. `protocol`: the server refused the request itself, such as a tool that it does not have. `invalid_answer`: what came is
 * no answer of the tool.
 */
export type ClientErrorKind = "start_up" | "transport" | "timeout" | "cancelled" | "protocol" | "invalid_answer";

export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly kind: ClientErrorKind;

  constructor(kind: ClientErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
