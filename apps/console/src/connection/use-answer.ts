/** Asking a tool from a view: the last question wins, and what is under way for an earlier one is cancelled. */
import { useEffect, useState } from "preact/hooks";
import type { SatoriClient, ToolInput, ToolOutput } from "@satori/client";
import type { CoreToolName } from "@satori/contracts";
import { changes } from "./changes.ts";
import { type AnyAnswer, anyAnswer } from "./any-answer.ts";
import { connection, isCancelled, isUnauthorized, messageOf } from "./connection.ts";

export type Asked<Tool extends CoreToolName> =
  | { readonly kind: "asking" }
  | { readonly kind: "answered"; readonly answer: ToolOutput<Tool> }
  | { readonly kind: "failed"; readonly message: string };

/** What came of a call, and a way to make it again; while it is made again, the answer before stays. */
export interface Ask<Tool extends CoreToolName> {
  readonly asked: Asked<Tool>;
  readonly again: () => void;
}

/** Where a server does not say when asking again is worth it. */
const POLL_MS = 700;

/**
 * Makes a call whenever its arguments change, and whenever an index was changed from this page; null makes none. An index that is being
 * built is asked for again until it is there.
 */
export function useAnswer<Tool extends CoreToolName>(client: SatoriClient, tool: Tool, args: ToolInput<Tool> | null): Ask<Tool> {
  const key = args === null ? null : JSON.stringify(args);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ readonly key: string | null; readonly asked: Asked<Tool> }>({ key: null, asked: { kind: "asking" } });
  useEffect(() => {
    if (key === null) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (asked: Asked<Tool>): void => {
      if (controller.signal.aborted) return;
      setState({ key, asked });
      const waitMs = asked.kind === "answered" ? pollAfter(anyAnswer(asked.answer)) : null;
      if (waitMs !== null) timer = setTimeout(() => setRound((before) => before + 1), waitMs);
    };
    // The arguments are those that the key was made of.
    client.call(tool, JSON.parse(key) as ToolInput<Tool>, { signal: controller.signal }).then(
      (answer) => settle({ kind: "answered", answer }),
      (error: unknown) => void (isCancelled(error) || settle(failureOf(error))),
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, tool, key, round, changes.value]);
  return { asked: state.key === key ? state.asked : { kind: "asking" }, again: () => setRound((before) => before + 1) };
}

function failureOf(error: unknown): { readonly kind: "failed"; readonly message: string } {
  // A server that was started anew with another token: the page asks for it.
  if (isUnauthorized(error)) connection.value = { kind: "locked", wasRefused: true };
  return { kind: "failed", message: messageOf(error) };
}

/** Milliseconds until the call is made again; null: it is not. */
function pollAfter({ status, retryAfterMs = POLL_MS }: AnyAnswer): number | null {
  return status === "not_ready" ? retryAfterMs : null;
}
