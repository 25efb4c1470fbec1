/**
 * Call graphs against known ones: precision and recall on small programs of public suites.
 *
 *   SATORI_BENCH_CALLGRAPH  folder with callgraph.dev.jsonl
 *
 *   npm run bench -- callgraph [--suite NAME] [--misses N] [--id ID]
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { requiredPath } from "../support/arguments.ts";
import { printTable } from "../support/table.ts";
import { type Program, edgesOf, goldOf } from "./programs.ts";

const { values: options } = parseArgs({ options: { suite: { type: "string" }, misses: { type: "string", default: "0" }, id: { type: "string" } } });
const FOLDER = requiredPath("SATORI_BENCH_CALLGRAPH", "folder with the known call graphs");
const programs = readFileSync(join(FOLDER, "callgraph.dev.jsonl"), "utf8").trim().split("\n")
  .map((line) => JSON.parse(line) as Program)
  .filter(({ suite, id }) => (options.suite === undefined || suite === options.suite) && (options.id === undefined || id === options.id));

interface Tally { gold: number; hit: number; predicted: number; right: number; programs: number; exact: number }
const tallies = new Map<string, Tally>();
let shown = 0;
for (const program of programs) {
  const gold = goldOf(program);
  const external = goldOf({ names: program.names, edges: program.external ?? [] });
  const found = new Set([...await edgesOf(program, ({ confidence }) => confidence !== "name_match")].filter((edge) => !external.has(edge)));
  const missed = [...gold].filter((edge) => !found.has(edge));
  const extra = [...found].filter((edge) => !gold.has(edge));
  if ((missed.length > 0 || (program.complete && extra.length > 0)) && shown < Number(options.misses)) {
    shown++;
    console.log(`${program.id}\n  missed: ${missed.join(", ")}${program.complete ? `\n  extra:  ${extra.join(", ")}` : ""}`);
  }
  const tally = tallies.get(program.suite) ?? { gold: 0, hit: 0, predicted: 0, right: 0, programs: 0, exact: 0 };
  tallies.set(program.suite, tally);
  tally.gold += gold.size;
  tally.hit += gold.size - missed.length;
  tally.programs++;
  if (program.complete) {
    tally.predicted += found.size;
    tally.right += found.size - extra.length;
  }
  if (missed.length === 0 && (!program.complete || extra.length === 0)) tally.exact++;
}
const ratio = (part: number, whole: number): string => (whole === 0 ? "-" : (part / whole).toFixed(3));
printTable("Call graphs of known programs (resolved and possible edges)", ["suite", "programs", "precision", "recall", "exact"], [...tallies].map(([suite, tally]) => [suite, String(tally.programs), ratio(tally.right, tally.predicted), ratio(tally.hit, tally.gold), String(tally.exact)]));
