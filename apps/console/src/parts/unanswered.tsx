/** An answer that is not `ok`, in words, with buttons and links for what can be done. */
import { ERRORS, printable, rootOf } from "@satori/contracts";
import { errorWords } from "../advice.ts";
import type { AnyAnswer } from "../connection/any-answer.ts";
import { route } from "../routing/navigation.ts";
import { shortNames } from "../routing/paths.ts";
import { statusHeading } from "../wording.ts";
import { callsIn } from "./calls-in.ts";
import { Link } from "./link.tsx";
import { Progress } from "./progress.tsx";
import { AdvisedActions, Prose } from "./prose.tsx";
import { Proposal } from "./proposal.tsx";
import { Warnings } from "./warnings.tsx";

export function Unanswered({ answer }: { readonly answer: AnyAnswer }) {
  const { status, message = "", error, indexing, warnings } = answer;
  const advice = error ? errorWords(error.code) : "";
  return (
    <section class={`unanswered ${status === "error" ? "bad" : ""}`}>
      {/* Screen readers announce only what does not change every second. */}
      <div role="alert">
        <h2 title={error?.code ?? status}>{statusHeading(status)}</h2>
        <p>
          <Prose text={error?.message ?? message} />
        </p>
      </div>
      {advice === "" ? null : (
        <p class="quiet">
          <Prose text={advice} />
        </p>
      )}
      {indexing ? <Progress pct={indexing.progressPct} label={indexing.phase ?? "waiting"} /> : null}
      <Warnings codes={warnings} root={rootOf(answer) ?? ""} />
      <NextSteps answer={answer} />
    </section>
  );
}

/** What the answer proposes as calls, advises in its sentences, or names as folders. */
function NextSteps({ answer }: { readonly answer: AnyAnswer }) {
  const { message = "", hints, error } = answer;
  const root = rootOf(answer) ?? "";
  const calls = callsIn(hints);
  const known = error && Object.hasOwn(ERRORS, error.code) ? ERRORS[error.code as keyof typeof ERRORS] : null;
  // Only with `force`, which nobody should press by accident.
  const advised = error?.code === "PATH_REFUSED" ? "" : (known?.nextStep ?? "");
  const { paths = [] } = (hints ?? {}) as { readonly paths?: readonly string[] };
  return (
    <>
      <FoldersBelow paths={paths} />
      <p class="actions">
        {calls.map((call) => (
          <Proposal key={JSON.stringify(call)} call={call} root={root} />
        ))}
        <AdvisedActions
          text={`${message} ${error?.message ?? ""} ${advised}`}
          root={root}
          except={calls.map(({ args }) => args["action"])}
        />
        {error?.code === "PATH_OUTSIDE_ROOTS" ? (
          <Proposal call={{ tool: "list_codebases", args: {} }} root="" label="Show the served folders" />
        ) : null}
      </p>
    </>
  );
}

/** Links to the same page about indexed folders below the requested one. */
function FoldersBelow({ paths }: { readonly paths: readonly string[] }) {
  const at = route.value;
  if (paths.length === 0 || !("path" in at)) return null;
  const names = shortNames(paths);
  return (
    <ul class="candidates" aria-label="Indexed folders">
      {paths.map((path) => (
        <li key={path}>
          <Link to={{ ...at, path }} title={printable(path)}>
            {printable(names.get(path) ?? path)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
