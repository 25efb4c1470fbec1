/** What a change breaks: changed symbols, affected code, tests to run, and what cannot be known. */
import type { SatoriClient } from "@satori/client";
import { LIMITS, printable, rootOf } from "@satori/contracts";
import { useEffect, useMemo } from "preact/hooks";
import { anyAnswer } from "../../connection/any-answer.ts";
import { offeredTools } from "../../connection/connection.ts";
import { type Ask, useAnswer } from "../../connection/use-answer.ts";
import { callsIn } from "../../parts/calls-in.ts";
import { Candidates } from "../../parts/candidates.tsx";
import { Link } from "../../parts/link.tsx";
import { Proposal } from "../../parts/proposal.tsx";
import { Prose } from "../../parts/prose.tsx";
import { RestoredScroll } from "../../parts/restored-scroll.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { Wire } from "../../parts/wire.tsx";
import { WithAnswer } from "../../parts/with-answer.tsx";
import { pathBelow } from "../../routing/paths.ts";
import { formatRoute, type ImpactRoute } from "../../routing/route.ts";
import { pageTitle } from "../../wording.ts";
import { AffectedCode } from "./affected-code.tsx";
import { ChangedSymbols } from "./changed-symbols.tsx";
import { ImpactChoice } from "./impact-choice.tsx";
import { ImpactCoverage } from "./impact-coverage.tsx";
import { type ImpactAnswer, versionsOf } from "./impact-groups.ts";
import { choiceProblem, impactArguments } from "./impact-request.ts";
import { comparedCommits, impactHeading, summaryOf } from "./impact-words.ts";
import { pastedDiff } from "./pasted-diff.ts";
import { TestsToRun } from "./tests-to-run.tsx";
import { Unknowns } from "./unknowns.tsx";

export function ImpactView({ client, at }: { readonly client: SatoriClient; readonly at: ImpactRoute }) {
  const diff = pastedDiff(at.path);
  const args = useMemo(() => (choiceProblem(at, diff) === "" ? impactArguments(at, diff) : null), [at, diff]);
  // Unknown for a moment after the page was opened.
  const isRefused = offeredTools.value.size > 0 && !offeredTools.value.has("change_impact");
  const ask = useAnswer(client, "change_impact", isRefused ? null : args);
  const heading = impactHeading(at, symbolName(ask));
  useEffect(() => void (document.title = pageTitle(heading)), [at, heading]);
  return (
    <>
      <h1>{printable(heading)}</h1>
      {isRefused ? (
        <p>
          This server does not tell what a change breaks. <code>satori console</code> does, and so does a
          server that is started with <code>--tools core,review</code>.
        </p>
      ) : (
        <>
          <ImpactChoice client={client} at={at} diff={diff} />
          {args === null ? null : <Asked ask={ask} at={at} args={args} />}
        </>
      )}
    </>
  );
}

/** The name of the symbol that a plan changes, once it is known. */
function symbolName({ asked }: Ask<"change_impact">): string | null {
  return asked.kind === "answered" && asked.answer.status === "ok" && asked.answer.source === "symbols"
    ? (asked.answer.changed[0]?.symbol ?? null)
    : null;
}

interface AskedProps {
  readonly ask: Ask<"change_impact">;
  readonly at: ImpactRoute;
  readonly args: object;
}

function Asked({ ask, at, args }: AskedProps) {
  return (
    <WithAnswer
      of={ask}
      instead={(answer) => (
        <>
          <Unanswered answer={anyAnswer(answer)} />
          {"candidates" in answer ? (
            <Candidates
              candidates={answer.candidates ?? []}
              toOf={({ symbolId }) => ({ ...at, symbol: symbolId })}
            />
          ) : null}
          <Wire tool="change_impact" args={args} answer={answer} />
        </>
      )}
    >
      {(answer) => (
        <>
          <Summary answer={answer} at={at} />
          <Parts answer={answer} at={at} />
          <Wire tool="change_impact" args={args} answer={answer} />
          <RestoredScroll />
        </>
      )}
    </WithAnswer>
  );
}

function Summary({ answer, at }: { readonly answer: ImpactAnswer; readonly at: ImpactRoute }) {
  const { message, warnings, truncated, meta, source } = answer;
  const { maximum } = LIMITS.changeImpact.limit;
  const folder = pathBelow(rootOf(answer), answer.path) ?? "";
  return (
    <>
      <p class="summary" role="status">
        {summaryOf(answer)}{" "}
        {folder === "" || source === "symbols" ? null : (
          <span>
            only changes in <code>{printable(folder)}</code>
          </span>
        )}
        <span class="quiet">
          {[comparedCommits(answer), `${Math.round(meta.durationMs)} ms`].filter(Boolean).join(" · ")}
        </span>
      </p>
      {message === undefined ? null : (
        <p>
          <Prose text={message} />
        </p>
      )}
      <Warnings codes={warnings} root={rootOf(answer)} />
      {truncated && at.limit < maximum ? (
        <p>
          <Link to={{ ...at, limit: maximum }} class="button">
            Show more
          </Link>
        </p>
      ) : null}
      {source === "diff" ? (
        <p class="quiet">
          Lines are counted after the change. Links lead to the files on disk, which may not have it yet.
        </p>
      ) : null}
    </>
  );
}

/** Nothing if nothing has changed. */
function Parts({ answer, at }: { readonly answer: ImpactAnswer; readonly at: ImpactRoute }) {
  const versions = versionsOf(answer);
  const part = { answer, versions, page: formatRoute(at) };
  return (
    <>
      {answer.changed.length === 0 ? null : (
        <>
          <ChangedSymbols {...part} />
          <AffectedCode {...part} />
          <p class="actions">
            {callsIn(answer.hints).map((call) => (
              <Proposal key={JSON.stringify(call)} call={call} root={rootOf(answer)} />
            ))}
          </p>
          <TestsToRun {...part} />
          <Unknowns {...part} />
        </>
      )}
      <ImpactCoverage answer={answer} versions={versions} />
    </>
  );
}
