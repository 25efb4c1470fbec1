/** One codebase: what its index contains, what it skips and why, and the possible actions. */
import type { SatoriClient, ToolOutput } from "@satori/client";
import { type ManageAction, type RunProgress, printable } from "@satori/contracts";
import { anyAnswer } from "../connection/any-answer.ts";
import { useAnswer } from "../connection/use-answer.ts";
import { offeredTools } from "../connection/connection.ts";
import { ClearButton } from "../parts/clear-button.tsx";
import { Link } from "../parts/link.tsx";
import { Progress } from "../parts/progress.tsx";
import { Proposal } from "../parts/proposal.tsx";
import { Unanswered } from "../parts/unanswered.tsx";
import { Warnings } from "../parts/warnings.tsx";
import { Wire } from "../parts/wire.tsx";
import { WithAnswer } from "../parts/with-answer.tsx";
import { nameOf } from "../routing/paths.ts";
import { type CodebaseRoute, IMPACT_DEFAULTS, type VersionedPath, refArgument } from "../routing/route.ts";
import { count, duration, number } from "../wording.ts";
import { IndexFactsTable } from "./index-facts.tsx";

export function CodebaseView({
  client,
  at: { path, ref },
}: {
  readonly client: SatoriClient;
  readonly at: CodebaseRoute;
}) {
  const args = { action: "status", path, ...refArgument(ref) } as const;
  const ask = useAnswer(client, "manage_index", args);
  const inside = (answer: ToolOutput<"manage_index">) => {
    // Some answers, both ok and gates, also have these fields.
    const { index, progress } = answer as {
      readonly index?: Parameters<typeof IndexFactsTable>[0]["index"];
      readonly progress?: RunProgress;
    };
    // For a folder inside a codebase, the page is about that codebase.
    const root = anyAnswer(answer).effectiveRoot ?? path;
    return (
      <>
        <h1>
          {printable(nameOf(root))}
          {ref === "" ? "" : ` at ${printable(ref)}`} <span class="quiet whole-path">{printable(root)}</span>
        </h1>
        {answer.status === "ok" ? null : <Unanswered answer={anyAnswer(answer)} />}
        {progress ? <RunLine progress={progress} /> : null}
        <Warnings codes={answer.status === "ok" ? answer.warnings : []} root={root} />
        {/* Without an index there is one thing to do, and nothing to count. */}
        {index && answer.status !== "not_indexed" ? (
          <>
            <Actions version={{ path: root, ref }} />
            <IndexFactsTable index={index} />
          </>
        ) : null}
        <Wire tool="manage_index" args={args} answer={answer} />
      </>
    );
  };
  return (
    <WithAnswer of={ask} instead={inside}>
      {inside}
    </WithAnswer>
  );
}

function RunLine({
  progress: { phase, filesDone, filesTotal, chunks, pct, etaMs },
}: {
  readonly progress: RunProgress;
}) {
  const done =
    filesTotal === null ? count(filesDone, "file") : `${number(filesDone)} of ${count(filesTotal, "file")}`;
  return (
    <Progress
      pct={pct}
      label={`${phase}: ${done}, ${count(chunks, "chunk")}${etaMs === null ? "" : `, ${duration(etaMs)} left`}`}
    />
  );
}

function Actions({ version }: { readonly version: VersionedPath }) {
  const { path, ref } = version;
  const call = (action: ManageAction) => ({ tool: "manage_index", args: { action, path } }) as const;
  return (
    <p class="actions">
      {/* A commit does not change. */}
      {ref === "" ? (
        <>
          <Proposal call={call("sync")} root={path} />
          <Proposal call={call("reindex")} root={path} />
        </>
      ) : null}
      <ImpactButton version={version} />
      <ClearButton version={version} />
    </p>
  );
}

/** Leads to what uncommitted changes break; at a commit, to a comparison that ends there. */
function ImpactButton({ version: { path, ref } }: { readonly version: VersionedPath }) {
  if (!offeredTools.value.has("change_impact")) return null;
  const source = ref === "" ? IMPACT_DEFAULTS.source : "commits";
  return (
    <Link to={{ view: "impact", path, ...IMPACT_DEFAULTS, source, head: ref }} class="button">
      Impact of changes
    </Link>
  );
}
