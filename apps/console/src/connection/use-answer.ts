/** Calls a tool from a view: the last request wins, and pending earlier ones are cancelled. */
import { useEffect, useState } from "preact/hooks";
import type { SatoriClient, ToolInput, ToolOutput } from "@satori/client";
import type { CoreToolName } from "@satori/contracts";
import { visit } from "../routing/navigation.ts";
import { type AnyAnswer, anyAnswer } from "./any-answer.ts";
import { changes } from "./changes.ts";
import { failureOf, isCancelled } from "./connection.ts";
import { KeepLatest } from "./keep-latest.ts";

/** The tools that the page calls. */
export type PageToolName = CoreToolName | "change_impact" | "symbol_history";

export type AnswerState<Tool extends PageToolName> =
  | { readonly kind: "asking" }
  | { readonly kind: "answered"; readonly answer: ToolOutput<Tool> }
  | { readonly kind: "failed"; readonly message: string };

/** The state of a call, and a function that repeats it; meanwhile the previous answer stays. */
export interface Ask<Tool extends PageToolName> {
  readonly asked: AnswerState<Tool>;
  readonly again: () => void;
}

/** Polling interval if the server does not suggest one. */
const POLL_MS = 700;
const LEAST_POLL_MS = 200;
/** Answers that are shown at once when the user returns to a request, which is repeated all the same. */
const MOST_KEPT = 20;
const latest = new KeepLatest<ToolOutput<PageToolName>>(MOST_KEPT);

/**
 * Calls a tool whenever its arguments change, its page is visited again, or this page has changed an index;
 * null makes no call. While an index is being built, polls until it is ready.
 *
 * @param pollMs milliseconds until the next poll; null for none. Default: polls while the index is not ready
 */
export function useAnswer<Tool extends PageToolName>(
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
      latest.set(key, asked.answer as ToolOutput<PageToolName>);
      // The interval starts with the answer, so that a slow server gets no second request before it has
      // answered.
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

function known<Tool extends PageToolName>(key: string | null): AnswerState<Tool> {
  const answer = (key === null ? undefined : latest.get(key)) as ToolOutput<Tool> | undefined;
  return answer === undefined ? { kind: "asking" } : { kind: "answered", answer };
}

function whileNotReady(answer: unknown): number | null {
  const { status, retryAfterMs = POLL_MS }: AnyAnswer = anyAnswer(answer);
  return status === "not_ready" ? Math.max(LEAST_POLL_MS, retryAfterMs) : null;
}
