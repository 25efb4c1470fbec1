/** An answer that is not `ok`, in the server's words, with the calls that it proposes. */
import { ERRORS, rootOf } from "@satori/contracts";
import type { AnyAnswer } from "../connection/any-answer.ts";
import { words } from "../wording.ts";
import { callsIn } from "./calls-in.ts";
import { Progress } from "./progress.tsx";
import { Proposal } from "./proposal.tsx";
import { Warnings } from "./warnings.tsx";

export function Unanswered({ answer }: { readonly answer: AnyAnswer }) {
  const { status, message, hints, error, indexing, warnings } = answer;
  return (
    <section class={`unanswered ${status === "error" ? "bad" : ""}`}>
      {/* Screen readers announce only what does not change every second. */}
      <div role="alert">
        <h2>
          {words(status)}
          {error ? (
            <>
              {" "}
              <code>{error.code}</code>
            </>
          ) : null}
        </h2>
        <p>{error?.message ?? message}</p>
      </div>
      {error && Object.hasOwn(ERRORS, error.code) ? (
        <p class="quiet">{ERRORS[error.code as keyof typeof ERRORS].nextStep}</p>
      ) : null}
      {indexing ? <Progress pct={indexing.progressPct} label={indexing.phase ?? "waiting"} /> : null}
      <Warnings codes={warnings} />
      <p class="actions">
        {callsIn(hints).map((call) => (
          <Proposal key={JSON.stringify(call)} call={call} root={rootOf(answer) ?? ""} />
        ))}
      </p>
    </section>
  );
}
