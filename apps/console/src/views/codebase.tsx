/** One codebase: what its index contains, what it skips and why, and the possible actions. */
import type { SatoriClient, ToolOutput } from "@satori/client";
import { type ManageAction, type RunProgress, printable } from "@satori/contracts";
import { useRef } from "preact/hooks";
import { act, outcome } from "../actions.ts";
import { anyAnswer } from "../connection/any-answer.ts";
import { useAnswer } from "../connection/use-answer.ts";
import { Progress } from "../parts/progress.tsx";
import { Proposal } from "../parts/proposal.tsx";
import { Unanswered } from "../parts/unanswered.tsx";
import { Warnings } from "../parts/warnings.tsx";
import { Wire } from "../parts/wire.tsx";
import { WithAnswer } from "../parts/with-answer.tsx";
import { count, duration, number } from "../wording.ts";
import { IndexFactsTable } from "./index-facts.tsx";

export function CodebaseView({ client, path }: { readonly client: SatoriClient; readonly path: string }) {
  const args = { action: "status", path } as const;
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
        <h1>{printable(root)}</h1>
        {answer.status === "ok" ? null : <Unanswered answer={anyAnswer(answer)} />}
        {progress ? <RunLine progress={progress} /> : null}
        <Warnings codes={answer.status === "ok" ? answer.warnings : []} />
        {index && answer.status !== "not_indexed" ? <Actions path={root} /> : null}
        {index ? <IndexFactsTable index={index} /> : null}
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

function Actions({ path }: { readonly path: string }) {
  const call = (action: ManageAction) => ({ tool: "manage_index", args: { action, path } }) as const;
  return (
    <p class="actions">
      <Proposal call={call("sync")} root={path} />
      <Proposal call={call("reindex")} root={path} />
      <ClearButton path={path} />
    </p>
  );
}

// A button that removes an index, after confirmation.

function ClearButton({ path }: { readonly path: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const clear = (): void => {
    dialog.current?.close();
    void act({ tool: "manage_index", args: { action: "clear", path } });
  };
  return (
    <>
      <button
        type="button"
        disabled={outcome.value?.kind === "working"}
        onClick={() => dialog.current?.showModal()}
      >
        Remove the index…
      </button>
      <dialog ref={dialog} aria-label="Remove the index">
        <h2>Remove the index?</h2>
        <p>
          The index of <code>{path}</code> will be removed. The indexed files are not touched, and the index
          can be rebuilt.
        </p>
        <p class="actions">
          <button type="button" class="danger" onClick={clear}>
            Remove
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </p>
      </dialog>
    </>
  );
}
