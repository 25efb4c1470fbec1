/** A question that the user answers with yes or no on a terminal. */
import { createInterface } from "node:readline";
import type { OutputStream } from "./terminal.ts";

export interface AskOptions {
  /** Opens the input, which happens for a question only. Null if it is no terminal. */
  readonly stdin: (() => NodeJS.ReadableStream) | null;
  readonly stderr: OutputStream;
  /** Ends the question; Ctrl-C sends it. */
  readonly signal: AbortSignal;
}

/** Whether the user answers `y` or `yes`. Anything else is no, and so is the end of the input. */
export type Ask = (question: string) => Promise<boolean>;

/** Null if nobody can answer: the question would go unseen, or its answer would be read from a pipe. */
export function askOn({ stdin, stderr, signal }: AskOptions): Ask | null {
  if (stdin === null || stderr.isTTY !== true) return null;
  return async (question) => {
    stderr.write(`${question} [y/N] `);
    // The terminal edits the line, so that Ctrl-C arrives as a signal, as everywhere else.
    const lines = createInterface({ input: stdin(), terminal: false });
    const answer = await new Promise<string | null>((resolve) => {
      const end = (): void => resolve(null);
      lines.once("line", resolve).once("close", end);
      if (signal.aborted) end();
      signal.addEventListener("abort", end, { once: true });
    });
    lines.close();
    // After Ctrl-D or Ctrl-C, the cursor is still behind the question.
    if (answer === null) stderr.write("\n");
    return /^\s*y(?:es)?\s*$/i.test(answer ?? "");
  };
}
