/** What came of the last change to an index, until it is put away. */
import type { ToolCall } from "@satori/contracts";
import { outcome } from "../actions.ts";
import { callLabel, words } from "../wording.ts";
import { Proposal } from "./proposal.tsx";

export function OutcomeBar() {
  const told = outcome.value;
  if (told === null) return null;
  const label = callLabel({ tool: "manage_index", args: { ...told.args } });
  const isBad = told.kind === "failed" || told.answer.status === "error";
  return (
    <div class={`bar ${isBad ? "bad" : "good"}`} role="status">
      <span><b>{label}</b> <code>{told.args.path}</code>: {told.kind === "failed" ? told.message : <Told answer={told.answer} />}</span>
      <button type="button" class="small" aria-label="Put this message away" onClick={() => void (outcome.value = null)}>✕</button>
    </div>
  );
}

function Told({ answer }: { readonly answer: { readonly status: string; readonly message?: string; readonly hints?: object; readonly effectiveRoot?: string } }) {
  const calls = answer.status === "ok" ? [] : callsIn(answer.hints);
  return <>{answer.status === "ok" ? "" : `${words(answer.status)}. `}{answer.message ?? ""} {calls.map((call) => <Proposal key={JSON.stringify(call)} call={call} root={answer.effectiveRoot ?? ""} />)}</>;
}

/** Calls among the hints of any answer, in their order. */
export function callsIn(hints: object | undefined): ToolCall[] {
  return Object.values(hints ?? {}).filter((hint): hint is ToolCall => typeof hint === "object" && hint !== null && "tool" in hint && "args" in hint);
}
