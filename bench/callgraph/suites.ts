/** Compares our edges with those of small programs with known call graphs, by suite. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { type Program, edgesOf, goldOf } from "./programs.ts";
import { ratio } from "./ratio.ts";

export interface SuiteOptions {
  /** Folder with callgraph.dev.jsonl. */
  readonly folder: string;
  readonly suite: string | undefined;
  readonly id: string | undefined;
  /** Number of programs whose differences are shown. */
  readonly misses: number;
}

interface Tally {
  gold: number;
  hit: number;
  predicted: number;
  right: number;
  programs: number;
  exact: number;
}

export async function suitesReport({ folder, suite, id, misses }: SuiteOptions): Promise<Report> {
  const programs = readFileSync(join(folder, "callgraph.dev.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Program);
  const wanted = programs.filter(
    (program) => (suite === undefined || program.suite === suite) && (id === undefined || program.id === id),
  );
  check(wanted.length > 0, "no program is of that suite and id");
  const tallies = new Map<string, Tally>();
  const notes: string[] = [];
  for (const program of wanted) {
    const { gold, found, missed, extra } = await differences(program);
    const isExact = missed.length === 0 && extra.length === 0;
    if (!isExact && notes.length < misses)
      notes.push(`${program.id}\n  missed: ${missed.join(", ")}\n  extra:  ${extra.join(", ")}`);
    const tally = tallies.get(program.suite) ?? {
      gold: 0,
      hit: 0,
      predicted: 0,
      right: 0,
      programs: 0,
      exact: 0,
    };
    tallies.set(program.suite, tally);
    tally.gold += gold.size;
    tally.hit += gold.size - missed.length;
    tally.programs++;
    tally.exact += Number(isExact);
    if (!program.complete) continue;
    tally.predicted += found.size;
    tally.right += found.size - extra.length;
  }
  return {
    title: "Call graphs of known programs (resolved and possible edges)",
    columns: ["suite", "programs", "precision", "recall", "exact"],
    rows: [...tallies].map(([name, { programs: count, right, predicted, hit, gold, exact }]) => [
      name,
      count,
      ratio(right, predicted),
      ratio(hit, gold),
      exact,
    ]),
    notes,
    results: Object.fromEntries(tallies),
  };
}

/**
 * Which edges a graph covers. A graph with locations only covers its own file: calls in imported files belong
 * to another program, if any.
 */
function coveredBy({ names }: Program, gold: ReadonlySet<string>): (edge: string) => boolean {
  const fileOf = (edge: string): string => edge.split(":", 1)[0] as string;
  const files = new Set([...gold].map(fileOf));
  return (edge) => names !== "loc" || files.has(fileOf(edge));
}

/** Extra edges are listed only if the known graph is complete. */
async function differences(program: Program): Promise<{
  readonly gold: ReadonlySet<string>;
  readonly found: ReadonlySet<string>;
  readonly missed: readonly string[];
  readonly extra: readonly string[];
}> {
  const gold = goldOf(program);
  const external = goldOf({ names: program.names, edges: program.external ?? [] });
  const isCovered = coveredBy(program, gold);
  const found = new Set(
    [...(await edgesOf(program, ({ confidence }) => confidence !== "name_match"))].filter(
      (edge) => !external.has(edge) && isCovered(edge),
    ),
  );
  return {
    gold,
    found,
    missed: [...gold].filter((edge) => !found.has(edge)),
    extra: program.complete ? [...found].filter((edge) => !gold.has(edge)) : [],
  };
}
