/** The outcome of the last change to an index, until it is dismissed. */
import { printable, rootOf } from "@satori/contracts";
import { type Outcome, outcome } from "../actions.ts";
import { anyAnswer } from "../connection/any-answer.ts";
import { nameOf } from "../routing/paths.ts";
import { callLabel, statusHeading } from "../wording.ts";
import { callsIn } from "./calls-in.ts";
import { AdvisedActions, Prose } from "./prose.tsx";
import { Proposal } from "./proposal.tsx";

export function OutcomeBar() {
  const told = outcome.value;
  if (told === null) return null;
  return (
    <div class={`bar ${lookOf(told)}`} role="status">
      <span>
        <b>{callLabel({ tool: "manage_index", args: { ...told.args } })}</b>
        {told.args.action === "create" ? null : (
          <>
            {" "}
            <code title={printable(told.args.path)}>{printable(nameOf(told.args.path))}</code>
          </>
        )}
        : <Told told={told} />
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
  // Those of a change that was made lead to its page, which has the buttons.
  const calls = callsIn(hints).filter(({ args }) => status !== "ok" || args["force"] === true);
  const root = rootOf(answer) ?? "";
  return (
    <>
      {status === "ok" ? "" : `${statusHeading(status)}. `}
      <Prose text={message} />{" "}
      {calls.map((call) => (
        <Proposal key={JSON.stringify(call)} call={call} root={root} />
      ))}
      {status === "ok" ? null : (
        <AdvisedActions text={message} root={root} except={calls.map(({ args }) => args["action"])} />
      )}
    </>
  );
}
