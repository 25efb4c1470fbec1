/** A question to the product and its answer, whoever asked and however. */
import { type ToolName, validateOutput } from "@satori/contracts";
import type { Period } from "./history.ts";

export interface Request {
  readonly tool: ToolName;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What answers have in common; the rest depends on tool and status. */
export interface Envelope {
  readonly tool: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly warnings?: readonly string[];
  readonly retryAfterMs?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

/** From when it was asked until it was answered. */
export interface Exchange extends Request, Period {
  readonly who: string;
  readonly envelope: Envelope;
}

/** What never belongs into an answer, whatever was asked and whatever happens meanwhile. */
export class BrokenAnswer extends Error {}

/** Throws `BrokenAnswer` for what is no valid answer of the tool. */
export function checkedEnvelope(tool: ToolName, value: unknown): Envelope {
  const validation = validateOutput(tool, value);
  if (!validation.ok)
    throw new BrokenAnswer(
      `no valid answer: ${JSON.stringify(validation.problems).slice(0, 300)} in ` +
        `${JSON.stringify(value)?.slice(0, 500)}`,
    );
  // The schema has just proven the type.
  return value as Envelope;
}
