/** Who calls a symbol, and what it calls: as trees, or drawn. */
import { useState } from "preact/hooks";
import type { SatoriClient } from "@satori/client";
import { type CallGraphOk, DIRECTIONS, LIMITS } from "@satori/contracts";
import { anyAnswer } from "../../connection/any-answer.ts";
import { useAnswer } from "../../connection/use-answer.ts";
import { Asked, type OkOf } from "../../parts/asked.tsx";
import { Candidates } from "../../parts/candidates.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Unanswered } from "../../parts/unanswered.tsx";
import { Wire } from "../../parts/wire.tsx";
import { replaceWith } from "../../routing/navigation.ts";
import type { GraphRoute } from "../../routing/route.ts";
import { count } from "../../wording.ts";
import { Coverage } from "./coverage.tsx";
import { Drawing } from "./drawing.tsx";
import { Trees } from "./trees.tsx";

const FORMS = ["trees", "drawing"] as const;
const DEPTHS = Array.from({ length: LIMITS.callGraph.depth.maximum }, (_, at) => at + 1);
const LIMITS_OFFERED = [20, 50] as const;

export function GraphView({ client, at }: { readonly client: SatoriClient; readonly at: GraphRoute }) {
  const { path, symbol, direction, depth, limit } = at;
  const args = { path, symbol, direction, depth, limit };
  const ask = useAnswer(client, "call_graph", symbol === "" ? null : args);
  const [form, setForm] = useState<(typeof FORMS)[number]>("trees");
  return (
    <>
      <div class="filters">
        <Choice name="Show" values={DIRECTIONS} value={direction} onChoose={(chosen) => replaceWith({ ...at, direction: chosen })} />
        <Choice name="Levels" values={DEPTHS} value={depth} onChoose={(chosen) => replaceWith({ ...at, depth: chosen })} />
        <Choice name="Definitions" values={LIMITS_OFFERED} value={limit} onChoose={(chosen) => replaceWith({ ...at, limit: chosen })} />
        <Choice name="As" values={FORMS} value={form} onChoose={setForm} />
      </div>
      <Asked of={ask} instead={(answer) => (
        <>
          <Unanswered answer={anyAnswer(answer)} />
          {"candidates" in answer ? <Candidates candidates={answer.candidates ?? []} root={answer.effectiveRoot} /> : null}
          <Wire tool="call_graph" args={args} answer={answer} />
        </>
      )}>{(answer) => (
        <>
          <Roots answer={answer} />
          {form === "trees" ? <Trees answer={answer as unknown as CallGraphOk} at={at} /> : <Drawing answer={answer as unknown as CallGraphOk} at={at} />}
          <Coverage answer={answer} />
          <Wire tool="call_graph" args={args} answer={answer} />
        </>
      )}</Asked>
    </>
  );
}

function Roots({ answer: { roots, nodes, edges, effectiveRoot, namesakes = [] } }: { readonly answer: OkOf<"call_graph"> }) {
  const found = nodes.filter(({ symbolId }) => roots.includes(symbolId));
  return (
    <>
      <h1>{found[0]?.symbolLabel ?? "Nothing"} {found.length > 1 ? <span class="quiet">and {count(found.length - 1, "other definition")} of that name</span> : null}</h1>
      <p class="summary">{count(nodes.length, "definition")}, {count(edges.length, "edge")}</p>
      {namesakes.length === 0 ? null : <details><summary>{count(namesakes.length, "namesake")} not followed</summary><Candidates candidates={namesakes} root={effectiveRoot} /></details>}
    </>
  );
}
