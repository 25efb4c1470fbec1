/** What to do if a call has no answer: whether to retry it, and what to tell the model. Pure. */
import type { ClientErrorKind } from "@satori/client";
import type { Attempt, ToolName } from "@satori/contracts";

/**
 * How far a failed call came. Null if a retry would not help: it was cancelled, it took too long, or there is
 * a defect. A result of the server is never a failure in this sense.
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
  return (
    `manage_index returned no answer, may have started, and is not retried. ${message}. ` +
    `${askStatus(args)}`
  );
}

function askStatus({ path }: FailedCall["args"]): string {
  return `Call manage_index with ${JSON.stringify({ action: "status", path })} to check.`;
}

/** Recognizes client errors by name, since the client's module is only loaded with the first call. */
function kindOf(error: unknown): ClientErrorKind | null {
  return error instanceof Error && error.name === "ClientError" && "kind" in error
    ? (error.kind as ClientErrorKind)
    : null;
}
