/**
 * How the work of each tool grows with inputs that are made to be hard: symbols of one name, nested and
 * chained symbols, one long line, a folder with many files, many levels.
 *
 *   npm run bench -- adversarial [--only TEXT] [--rounds N] [--json]
 *
 *   --only TEXT   inputs whose name contains it
 *   --rounds N    how often each call is made; the fastest counts (default 1)
 *
 * Each input is indexed at three sizes and queried in this process with the built engine. A figure is CPU
 * time (user and system) of the process in milliseconds; for an index, of the command line and its children.
 * Growth is the exponent between the smallest and the largest size; for n log n, it is about 1.1. Exits with
 * 1 if an exponent is more than 0.35 above that: measurements of one process vary by as much. Costs up to 150
 * ms are not judged. Deadlines are off, so that growth is not cut off.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DEADLINE_SETTINGS } from "@satori/contracts";
import { countOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { measure } from "../support/measure.ts";
import { CLI, environmentIn, requireBuilt } from "../support/product.ts";
import { figure } from "../support/target.ts";
import { growthExponent, linearithmicExponent } from "./growth.ts";
import { type AdversarialCall, type AdversarialInput, INPUTS } from "./inputs.ts";

const TOLERANCE = 0.35;
/** Below these costs, the cost of a call or of starting the command line hides growth. */
const NOISE_MS = { call: 150, index: 2_500 };
const NO_DEADLINE_MS = "3600000";

interface Row {
  readonly input: string;
  readonly work: string;
  readonly sizes: readonly number[];
  readonly cpuMs: readonly number[];
  readonly exponent: number;
  readonly isTooMuch: boolean;
  /** Statuses other than `ok`. The figures of such calls say nothing about the intended work. */
  readonly otherStatuses: readonly string[];
}

interface Cost {
  readonly cpuMs: number;
  readonly status: string;
}

await runBenchmark(import.meta.url, {
  options: { only: { type: "string", default: "" }, rounds: { type: "string", default: "1" } },
  async measure({ only, rounds }, bench) {
    requireBuilt();
    const rows: Row[] = [];
    for (const input of INPUTS.filter(({ name }) => name.includes(only)))
      rows.push(...(await growthOf(input, countOption("--rounds", rounds), bench)));
    if (rows.some(({ isTooMuch }) => isTooMuch)) process.exitCode = 1;
    return report(rows);
  },
});

async function growthOf(input: AdversarialInput, rounds: number, bench: Bench): Promise<readonly Row[]> {
  const costs = new Map<string, Cost[]>();
  for (const size of input.sizes) {
    const folder = join(bench.folder, `tree-${size}`);
    const home = join(bench.folder, `home-${size}`);
    mkdirSync(folder);
    input.write(folder, size);
    bench.progress(`${input.name}: ${size}`);
    const { cpuMs } = await measure([process.execPath, CLI, "index", "--quiet", folder], {
      cwd: bench.folder,
      environment: environmentIn(bench.folder, home),
      signal: bench.signal,
    });
    for (const [work, cost] of [
      ["index", { cpuMs, status: "ok" }] as const,
      ...(await costsOfCalls(input, { folder, home, rounds })),
    ])
      costs.set(work, [...(costs.get(work) ?? []), cost]);
    for (const made of [folder, home]) rmSync(made, { recursive: true, force: true });
  }
  const rows = [...costs].map(([work, measured]) => rowOf(input, work, measured));
  for (const { work, cpuMs, exponent } of rows)
    bench.progress(`  ${work}: ${cpuMs.map(figure).join(" · ")} ms, growth ${exponent.toFixed(2)}`);
  return rows;
}

function rowOf({ name, sizes }: AdversarialInput, work: string, costs: readonly Cost[]): Row {
  const cpuMs = costs.map((cost) => cost.cpuMs);
  const otherStatuses = [...new Set(costs.map(({ status }) => status))].filter((status) => status !== "ok");
  const exponent = growthExponent(sizes, cpuMs, work === "index" ? NOISE_MS.index : NOISE_MS.call);
  return {
    input: name,
    work,
    sizes,
    cpuMs,
    exponent,
    isTooMuch: exponent > linearithmicExponent(sizes) + TOLERANCE,
    otherStatuses,
  };
}

/** Imported late, because the module exists only after a build. */
async function costsOfCalls(
  { calls }: AdversarialInput,
  { folder, home, rounds }: { readonly folder: string; readonly home: string; readonly rounds: number },
): Promise<readonly (readonly [string, Cost])[]> {
  const { openEngine, readConfig } = await import("@satori/engine");
  const deadlines = Object.fromEntries(
    Object.values(DEADLINE_SETTINGS).map((setting) => [setting, NO_DEADLINE_MS]),
  );
  await using engine = openEngine({
    config: readConfig({ environment: { SATORI_HOME: home, ...deadlines }, freshnessPolicy: "by_age" }),
    log: () => undefined,
  });
  const costs: [string, Cost][] = [];
  for (const call of calls) {
    const measured: Cost[] = [];
    for (let round = 0; round < rounds; round++) measured.push(await costOf(engine, call, folder));
    measured.sort((left, right) => left.cpuMs - right.cpuMs);
    costs.push([`${call.tool} ${Object.values(call.args).join(" ")}`, measured[0] as Cost]);
  }
  return costs;
}

async function costOf(
  engine: Parameters<typeof import("@satori/engine").callTool>[0],
  { tool, args }: AdversarialCall,
  folder: string,
): Promise<Cost> {
  const { callTool } = await import("@satori/engine");
  const before = process.cpuUsage();
  const path = tool === "read_file" && args.file !== undefined ? join(folder, args.file) : folder;
  const { file, ...others } = args;
  const answer = await callTool(
    engine,
    tool,
    { path, ...others, ...(tool === "file_outline" ? { file } : {}) },
    { baseFolder: folder, roots: [], log: () => undefined },
  );
  const { user, system } = process.cpuUsage(before);
  check(answer.status !== "error", `${tool} answered ${JSON.stringify(answer).slice(0, 500)}`);
  return { cpuMs: (user + system) / 1_000, status: answer.status };
}

function report(rows: readonly Row[]): Report {
  return {
    title: "CPU time of hard inputs, and how it grows with their size",
    columns: ["input", "work", "sizes", "CPU ms", "growth", ""],
    rows: rows.map(({ input, work, sizes, cpuMs, exponent, isTooMuch, otherStatuses }) => [
      input,
      work,
      sizes.join(" · "),
      cpuMs.map(figure).join(" · "),
      exponent === 0 ? "–" : exponent.toFixed(2),
      [
        ...(isTooMuch ? ["more than n log n"] : []),
        ...(otherStatuses.length > 0 ? [`answered ${otherStatuses.join(", ")}`] : []),
      ].join("; "),
    ]),
    results: { rows },
  };
}
