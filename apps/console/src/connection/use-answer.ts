/**
 * Asking a tool from a view: the last question wins, and what is under way for an earlier one is cancelled.
 */
import { useEffect, useState } from "preact/hooks";
import type { SatoriClient, ToolInput, ToolOutput } from "@satori/client";
import type { CoreToolName } from "@satori/contracts";
import { visit } from "../routing/navigation.ts";
import { type AnyAnswer, anyAnswer } from "./any-answer.ts";
import { changes } from "./changes.ts";
import { failureOf, isCancelled } from "./connection.ts";
import { KeepLatest } from "./keep-latest.ts";

export type AnswerState<Tool extends CoreToolName> =
  | { readonly kind: "asking" }
  | { readonly kind: "answered"; readonly answer: ToolOutput<Tool> }
  | { readonly kind: "failed"; readonly message: string };

/** What came of a call, and a way to make it again; while it is made again, the answer before stays. */
export interface Ask<Tool extends CoreToolName> {
  readonly asked: AnswerState<Tool>;
  readonly again: () => void;
}

/** Where a server does not say when asking again is worth it. */
const POLL_MS = 700;
const LEAST_POLL_MS = 200;
/** Answers that are shown at once when one comes back to a question; it is asked anew all the same. */
const MOST_KEPT = 20;
const latest = new KeepLatest<ToolOutput<CoreToolName>>(MOST_KEPT);

/**
 * Makes a call whenever its arguments change, its page is gone to again, or an index was changed from this
 * page; null makes none. An index that is being built is asked for again until it is there.
 *
 * @param pollMs milliseconds until an answer is worth asking for again; null where it is not. Default: while
 * the index is not ready
 */
export function useAnswer<Tool extends CoreToolName>(
  client: SatoriClient,
  tool: Tool,
  args: ToolInput<Tool> | null,
  pollMs: (answer: ToolOutput<Tool>) => number | null = whileNotReady,
): Ask<Tool> {
  const key = args === null ? null : `${tool} ${JSON.stringify(args)}`;
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ readonly key: string | null; readonly asked: AnswerState<Tool> }>({
    key: null,
    asked: { kind: "asking" },
  });
  const again = (): void => setRound((before) => before + 1);
  useEffect(() => {
    if (key === null || args === null) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (asked: AnswerState<Tool>): void => {
      if (controller.signal.aborted) return;
      setState({ key, asked });
      if (asked.kind !== "answered") return;
      // Read back by the same key, which begins with the tool.
      latest.set(key, asked.answer as ToolOutput<CoreToolName>);
      // The next time counts from this answer: a slow server is not asked before it has said anything.
      const waitMs = pollMs(asked.answer);
      if (waitMs !== null) timer = setTimeout(again, waitMs);
    };
    client.call(tool, args, { signal: controller.signal }).then(
      (answer) => settle({ kind: "answered", answer }),
      (error: unknown) => void (isCancelled(error) || settle(failureOf(error))),
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, key, round, changes.value, visit.value]);
  return { asked: state.key === key ? state.asked : known(key), again };
}

function known<Tool extends CoreToolName>(key: string | null): AnswerState<Tool> {
  const answer = (key === null ? undefined : latest.get(key)) as ToolOutput<Tool> | undefined;
  return answer === undefined ? { kind: "asking" } : { kind: "answered", answer };
}

function whileNotReady(answer: unknown): number | null {
  const { status, retryAfterMs = POLL_MS }: AnyAnswer = anyAnswer(answer);
  return status === "not_ready" ? Math.max(LEAST_POLL_MS, retryAfterMs) : null;
}
