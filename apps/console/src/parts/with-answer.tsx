/** The state of a call to a tool: pending, failed, not ok, or its content. */
import type { ComponentChildren } from "preact";
import type { ToolOutput } from "@satori/client";
import { anyAnswer } from "../connection/any-answer.ts";
import type { Ask, PageToolName } from "../connection/use-answer.ts";
import { NoAnswer } from "./no-answer.tsx";
import { Unanswered } from "./unanswered.tsx";

/** The answers of a tool whose status is `ok`. The console does not use the result mode `context`. */
export type OkOf<Tool extends PageToolName> = Exclude<
  Extract<ToolOutput<Tool>, { readonly status: "ok" }>,
  { readonly sections: unknown }
>;

interface AskedProps<Tool extends PageToolName> {
  readonly of: Ask<Tool>;
  readonly children: (answer: OkOf<Tool>) => ComponentChildren;
  /** Renders statuses that a view handles itself; null for all others. */
  readonly instead?: (answer: ToolOutput<Tool>) => ComponentChildren;
}

export function WithAnswer<Tool extends PageToolName>({
  of: { asked, again },
  children,
  instead,
}: AskedProps<Tool>) {
  if (asked.kind === "asking")
    return (
      <p class="quiet asking" role="status">
        Asking…
      </p>
    );
  if (asked.kind === "failed") return <NoAnswer message={asked.message} again={again} />;
  const { answer } = asked;
  // The status has just been checked.
  if (anyAnswer(answer).status === "ok") return <>{children(answer as OkOf<Tool>)}</>;
  return <>{instead?.(answer) ?? <Unanswered answer={anyAnswer(answer)} />}</>;
}
