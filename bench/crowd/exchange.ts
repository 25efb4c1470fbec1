/** A request to the product and its answer, from any client. */
import { type ToolName, validateOutput } from "@satori/contracts";
import type { Period } from "./history.ts";

export interface Request {
  readonly tool: ToolName;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Fields that answers have in common; the rest depends on tool and status. */
export interface Envelope {
  readonly tool: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly warnings?: readonly string[];
  readonly retryAfterMs?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

/** A request with its answer; the period runs from the request to the answer. */
export interface Exchange extends Request, Period {
  readonly who: string;
  readonly envelope: Envelope;
}

/** An answer that is wrong whatever was requested and whatever else happens. */
export class BrokenAnswer extends Error {}

/** Throws `BrokenAnswer` if the value is no valid answer of the tool. */
export function checkedEnvelope(tool: ToolName, value: unknown): Envelope {
  const validation = validateOutput(tool, value);
  if (!validation.ok)
    throw new BrokenAnswer(
      `no valid answer: ${JSON.stringify(validation.problems).slice(0, 300)} in ` +
        `${JSON.stringify(value)?.slice(0, 500)}`,
    );
  // The schema has just verified the type.
  return value as Envelope;
}
