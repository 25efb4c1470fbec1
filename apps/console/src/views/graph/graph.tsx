/** Who calls a symbol, and what it calls: as trees, or as a drawing. */
import { useEffect } from "preact/hooks";
import type { SatoriClient } from "@satori/client";
import { type CallGraphOk, callEdges, DIRECTIONS, LIMITS, printable, shortCommit } from "@satori/contracts";
import { anyAnswer } from "../../connection/any-answer.ts";
import { useAnswer } from "../../connection/use-answer.ts";
import { WithAnswer } from "../../parts/with-answer.tsx";
import { type Candidate, Candidates } from "../../parts/candidates.tsx";
import { Choice } from "../../parts/choice.tsx";
import { HistoryLink } from "../../parts/history-link.tsx";
import { ImpactLink } from "../../parts/impact-link.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { RestoredScroll } from "../../parts/restored-scroll.tsx";
import { Wire } from "../../parts/wire.tsx";
import { replaceWith } from "../../routing/navigation.ts";
import { GRAPH_FORMS, type GraphRoute, refArgument } from "../../routing/route.ts";
import { callsTitle, count } from "../../wording.ts";
import { Coverage } from "./coverage.tsx";
import { Drawing } from "./drawing.tsx";
import { Trees } from "./trees.tsx";

const DEPTHS = Array.from({ length: LIMITS.callGraph.depth.maximum }, (_, at) => at + 1);
const LIMITS_OFFERED = [20, 50] as const;

export function GraphView({ client, at }: { readonly client: SatoriClient; readonly at: GraphRoute }) {
  const { path, ref, symbol, direction, depth, limit, form } = at;
  const args = { path, symbol, direction, depth, limit, ...refArgument(ref) };
  const ask = useAnswer(client, "call_graph", symbol === "" ? null : args);
  const toCalls = ({ symbolId }: Candidate): GraphRoute => ({ ...at, symbol: symbolId });
  return (
    <>
      <div class="filters">
        <Choice
          name="Show"
          values={DIRECTIONS}
          value={direction}
          onChoose={(chosen) => replaceWith({ ...at, direction: chosen })}
        />
        <Choice
          name="Levels"
          values={DEPTHS}
          value={depth}
          onChoose={(chosen) => replaceWith({ ...at, depth: chosen })}
        />
        <Choice
          name="Definitions"
          values={LIMITS_OFFERED}
          value={limit}
          onChoose={(chosen) => replaceWith({ ...at, limit: chosen })}
        />
        <Choice
          name="As"
          values={GRAPH_FORMS}
          value={form}
          onChoose={(chosen) => replaceWith({ ...at, form: chosen })}
        />
      </div>
      {symbol === "" ? (
        <p class="quiet">The address has no symbol.</p>
      ) : (
        <WithAnswer
          of={ask}
          instead={(answer) => (
            <>
              <Unanswered answer={anyAnswer(answer)} />
              {"candidates" in answer ? (
                <Candidates candidates={answer.candidates ?? []} toOf={toCalls} />
              ) : null}
              <Wire tool="call_graph" args={args} answer={answer} />
            </>
          )}
        >
          {(answer) => {
            // A newer server may have kinds of definitions and codes that this page has no names for: they
            // are shown as they are.
            const graph = answer as unknown as CallGraphOk;
            return (
              <>
                <Roots answer={graph} at={at} toOf={toCalls} />
                {form === "trees" ? <Trees answer={graph} at={at} /> : <Drawing answer={graph} at={at} />}
                <Coverage answer={answer} at={at} />
                <Wire tool="call_graph" args={args} answer={answer} />
                <RestoredScroll />
              </>
            );
          }}
        </WithAnswer>
      )}
    </>
  );
}

function Roots({
  answer: { roots, nodes, edges, namesakes = [], commit },
  at,
  toOf,
}: {
  readonly answer: CallGraphOk;
  readonly at: GraphRoute;
  readonly toOf: (candidate: Candidate) => GraphRoute;
}) {
  const found = nodes.filter(({ symbolId }) => roots.includes(symbolId));
  const name = found[0]?.symbolLabel ?? null;
  useEffect(() => void (document.title = callsTitle(name)), [name]);
  const uses = callEdges({ nodes, edges }).filter(({ kind }) => kind === "use").length;
  const told = [
    count(nodes.length, "definition"),
    ...(edges.length > uses || uses === 0 ? [count(edges.length - uses, "call")] : []),
    ...(uses > 0 ? [count(uses, "use")] : []),
    ...(commit === undefined ? [] : [`at commit ${shortCommit(commit)}`]),
  ];
  return (
    <>
      <h1>
        {name === null ? "Nothing" : printable(name)}{" "}
        {found.length > 1 ? (
          <span class="quiet">and {count(found.length - 1, "other definition")} of that name</span>
        ) : null}
      </h1>
      <p class="summary">
        {told.join(", ")}{" "}
        {found.length === 1 ? (
          <>
            <HistoryLink version={at} symbol={at.symbol} /> <ImpactLink version={at} symbol={at.symbol} />
          </>
        ) : null}
      </p>
      {namesakes.length === 0 ? null : (
        <details>
          <summary>{count(namesakes.length, "namesake")} not followed</summary>
          <Candidates candidates={namesakes} toOf={toOf} />
        </details>
      )}
    </>
  );
}
