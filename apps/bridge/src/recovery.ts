/**
 * What is done where a call has no answer: whether it may be made again, and what the model is told of it.
 * Pure.
 */
import type { ClientErrorKind } from "@satori/client";
import type { Attempt, ToolName } from "@satori/contracts";

/**
 * How far a call came that failed; null where nobody is helped by another one: it was cancelled, took too
 * long, or a defect is at work. A result of the server is none of these, whatever it says.
 */
export function endedOf(error: unknown): Exclude<Attempt["ended"], "answered"> | null {
  switch (kindOf(error)) {
    case "start_up":
      return "not_sent";
    case "transport":
    case "protocol":
      return "sent";
    default:
      return null;
  }
}

export interface FailedCall {
  readonly tool: ToolName;
  readonly args: Readonly<Record<string, unknown>>;
  readonly error: unknown;
  readonly isCancelled: boolean;
}

/** What happened, and what to do next. */
export function failureText({ tool, args, error, isCancelled }: FailedCall): string {
  const kind = kindOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const mayHaveBegun = tool === "manage_index" && args["action"] !== "status";
  if (isCancelled || kind === "cancelled")
    return `${tool} was cancelled.${mayHaveBegun ? ` ${askStatus(args)}` : ""}`;
  if (kind === "start_up")
    return (
      `${tool} was not called: the Satori server does not start. ${message}. Run "satori doctor" to ` +
      "check the installation."
    );
  if (!mayHaveBegun) return `${tool} returned no answer. ${message}`;
  return `manage_index returned no answer, may have started, and is not retried. ${message}. ${askStatus(args)}`;
}

function askStatus({ path }: FailedCall["args"]): string {
  return `Call manage_index with ${JSON.stringify({ action: "status", path })} to check.`;
}

/** By name: the client's module is loaded with the first call alone. */
function kindOf(error: unknown): ClientErrorKind | null {
  return error instanceof Error && error.name === "ClientError" && "kind" in error
    ? (error.kind as ClientErrorKind)
    : null;
}
