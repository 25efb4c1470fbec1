/**
 * How well the confidence of an answer separates questions that a codebase can answer from those that it
 * cannot.
 *
 *   SATORI_BENCH_REPOS, SATORI_BENCH_SETS, SATORI_BENCH_HOME   as for `npm run bench -- retrieval`
 *
 *   npm run bench -- confidence [--sets questions,commits] [--json]
 *
 * Each question runs against its own repository, indexed completely, and against another one, of the same
 * language if possible. The first table has the product's labels. The second has the curve behind them: the
 * share of each kind of question below a bound of the value that determines the label. The last lines have
 * what bounds tell apart in repositories that they were not chosen on: five parts, each held out in turn.
 */
import { join } from "node:path";
import type { SearchCodebaseOk } from "@satori/contracts";
import { callTool } from "@satori/engine";
import { ensureIndex, indexHome, openBenchEngine, questionsOf, reposFolder } from "../retrieval/questions.ts";
import { mean } from "../retrieval/score.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { verdict } from "../support/target.ts";
import { type HeldOutShares, heldOut, type Judged, type Pair, pairsOf, shareBelow } from "./pairs.ts";

const MAX_LOST = 0.04;
const LEAST_TOLD = 0.8;
const MAX_MISLED = 0.06;
const PARTS = 5;
const BOUNDS = Array.from({ length: 19 }, (_, at) => 0.9 + at * 0.05);

await runBenchmark(import.meta.url, {
  options: { sets: { type: "string", default: "questions,commits" } },
  async measure({ sets }, bench) {
    const pairs = sets.split(",").flatMap((set) => pairsOf(set, questionsOf(set)));
    return report(await judge(pairs, bench), sets.split(","));
  },
});

async function judge(pairs: readonly Pair[], bench: Bench): Promise<Judged[]> {
  await using engine = openBenchEngine({ SATORI_HOME: indexHome() });
  const call = { baseFolder: "/", roots: [], log: () => undefined };
  const judged: Judged[] = [];
  for (const repo of new Set(pairs.map((pair) => pair.repo))) {
    const path = join(reposFolder(), repo);
    bench.progress(`asking ${repo}`);
    await ensureIndex(engine, path);
    for (const pair of pairs.filter((one) => one.repo === repo)) {
      const answer = await callTool(
        engine,
        "search_codebase",
        { path, query: pair.question.query, scope: "mixed", debug: true, rankingMode: "default" },
        call,
      );
      check(answer.status === "ok", `${pair.question.id}: ${answer.status} ${answer.message ?? ""}`);
      const { confidence, hints } = answer as SearchCodebaseOk;
      judged.push({ ...pair, label: confidence, value: Number(hints?.debugSearch?.["confidence"]) });
    }
  }
  return judged;
}

function report(judged: readonly Judged[], sets: readonly string[]): Report {
  const of = (set: string | null, isAnswerable: boolean): Judged[] =>
    judged.filter((one) => one.isAnswerable === isAnswerable && (set === null || one.set === set));
  const groups = [null, ...(sets.length > 1 ? sets : [])].flatMap((set) =>
    [true, false].map((isAnswerable) => ({
      name: `${set ?? "all"}, ${isAnswerable ? "answerable" : "not"}`,
      pairs: of(set, isAnswerable),
    })),
  );
  const labelled = (pairs: readonly Judged[], label: string): number =>
    pairs.filter((one) => one.label === label).length / pairs.length;
  const lost = labelled(of(null, true), "low");
  const told = labelled(of(null, false), "low");
  const curve = BOUNDS.map((bound) => ({
    bound: Number(bound.toFixed(2)),
    shares: Object.fromEntries(groups.map(({ name, pairs }) => [name, shareBelow(pairs, bound)])),
  }));
  const parts = heldOut(judged, { falseLow: MAX_LOST, falseHigh: MAX_MISLED, parts: PARTS });
  return {
    title: "Confidence of answers",
    columns: ["share of", ...groups.map(({ name }) => name)],
    rows: [
      ...["low", "medium", "high"].map((label) => [
        label,
        ...groups.map(({ pairs }) => percent(labelled(pairs, label))),
      ]),
      ...curve.map(({ bound, shares }) => [
        `below ${bound.toFixed(2)}`,
        ...groups.map(({ name }) => percent(shares[name] as number)),
      ]),
    ],
    notes: [
      `answerable ones called low: ${percent(lost)}, ${verdict(lost * 100, MAX_LOST * 100, " %")}; ` +
        `others called low: ${percent(told)}, at least ${LEAST_TOLD * 100} % ` +
        `${told >= LEAST_TOLD ? "met" : "missed"}`,
      ...heldOutNotes(parts),
    ],
    results: { pairs: judged.length, lost, told, curve, heldOut: parts },
  };
}

/** Mean over the held-out parts, with the lowest and the highest. */
function heldOutNotes(parts: readonly HeldOutShares[]): string[] {
  const spread = (of: (part: HeldOutShares) => number, shown: (value: number) => string): string => {
    const values = parts.map(of);
    return `${shown(mean(values))} (${shown(Math.min(...values))} to ${shown(Math.max(...values))})`;
  };
  const bound = (value: number): string => value.toFixed(2);
  return [
    `held out, ${parts.length} parts: bounds ${spread(({ low }) => low, bound)} ` +
      `and ${spread(({ high }) => high, bound)}`,
    `answerable ones called low: ${spread(({ falseLow }) => falseLow, percent)}`,
    `others called low: ${spread(({ trueLow }) => trueLow, percent)}`,
    `others called high: ${spread(({ falseHigh }) => falseHigh, percent)}`,
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
