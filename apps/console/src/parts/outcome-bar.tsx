/** The outcome of the last change to an index, until it is dismissed. */
import { rootOf } from "@satori/contracts";
import { type Outcome, outcome } from "../actions.ts";
import { anyAnswer } from "../connection/any-answer.ts";
import { callLabel, words } from "../wording.ts";
import { callsIn } from "./calls-in.ts";
import { Proposal } from "./proposal.tsx";

export function OutcomeBar() {
  const told = outcome.value;
  if (told === null) return null;
  return (
    <div class={`bar ${lookOf(told)}`} role="status">
      <span>
        <b>{callLabel({ tool: "manage_index", args: { ...told.args } })}</b> <code>{told.args.path}</code>:{" "}
        <Told told={told} />
      </span>
      {told.kind === "working" ? null : (
        <button
          type="button"
          class="small"
          aria-label="Dismiss this message"
          onClick={() => void (outcome.value = null)}
        >
          ✕
        </button>
      )}
    </div>
  );
}

function lookOf(told: Outcome): "good" | "doubtful" | "bad" {
  if (told.kind === "failed" || (told.kind === "answered" && told.answer.status === "error")) return "bad";
  return told.kind === "answered" && told.answer.status === "ok" ? "good" : "doubtful";
}

function Told({ told }: { readonly told: Outcome }) {
  if (told.kind === "working") return <>in progress…</>;
  if (told.kind === "failed") return <>{told.message}</>;
  const answer = anyAnswer(told.answer);
  const { status, message = "", hints } = answer;
  const calls = status === "ok" ? [] : callsIn(hints);
  return (
    <>
      {status === "ok" ? "" : `${words(status)}. `}
      {message}{" "}
      {calls.map((call) => (
        <Proposal key={JSON.stringify(call)} call={call} root={rootOf(answer) ?? ""} />
      ))}
    </>
  );
}
