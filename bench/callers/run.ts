/**
 * Callers of a name that a whole codebase calls: how long a running server takes, and how much memory it
 * keeps for call graphs.
 *
 *   npm run bench -- callers [--files N] [--rounds N] [--rg PATH] [--json]
 *
 *   --files N    files of the generated project, each with one call of the name (default 5000)
 *   --rounds N   servers that are started, one after the other (default 5)
 *   --rg PATH    ripgrep, for comparison: it finds the lines with the name (default: rg, if installed)
 *
 * The server is `satori-mcp` over stdio, which has answered some outlines before. Times are from the request
 * to the parsed answer: `first` for the first call graph request, `again` for the nine after it; medians over
 * all servers. Memory is the growth of the engine's heap and buffers, after a garbage collection, from the
 * time when all outlines of a project with 100,000 functions have been requested to the time when call graphs
 * have been through all of its files.
 */
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ToolOutput } from "@satori/contracts";
import { countOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { McpServer } from "../support/mcp-server.ts";
import { type CommandOptions, measure } from "../support/measure.ts";
import { CLI, environmentIn, requireBuilt } from "../support/product.ts";
import { median } from "../support/statistics.ts";
import { figure, megabytes, verdict } from "../support/target.ts";
import { grep, isThere } from "../search/ways.ts";
import { CALLED, pathOf, writeProject } from "./project.ts";

const TARGET_FIRST_MS = 150;
const TARGET_AGAIN_MS = 30;
const TARGET_MEGABYTES = 60;
const WARM_UP_FILES = 20;
const AGAIN = 9;
const MEMORY = { files: 5_000, functions: 20 };

await runBenchmark(import.meta.url, {
  options: {
    files: { type: "string", default: "5000" },
    rounds: { type: "string", default: "5" },
    rg: { type: "string", default: "rg" },
  },
  async measure(given, bench) {
    requireBuilt();
    const files = countOption("--files", given.files);
    const rounds = countOption("--rounds", given.rounds);
    const options: CommandOptions = {
      cwd: bench.folder,
      environment: environmentIn(bench.folder),
      signal: bench.signal,
    };
    const project = await indexed(join(bench.folder, "calls"), files, 0, options, bench);
    const times = { first: [] as number[], again: [] as number[], rg: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      bench.progress(`server ${round + 1} of ${rounds}`);
      const [first, ...again] = await callerTimes(project, options);
      times.first.push(first as number);
      times.again.push(...again);
      const rg = isThere(given.rg) ? grep(given.rg, CALLED, project) : null;
      if (rg !== null) times.rg.push(rg);
    }
    const large = await indexed(join(bench.folder, "memory"), MEMORY.files, MEMORY.functions, options, bench);
    return report(files, times, await keptBytes(large, bench));
  },
});

async function indexed(
  project: string,
  files: number,
  functions: number,
  options: CommandOptions,
  bench: Bench,
): Promise<string> {
  bench.progress(`indexing ${files} files`);
  writeProject(project, files, functions);
  await measure([process.execPath, CLI, "index", "--quiet", project], options);
  return project;
}

/** Times in milliseconds of repeated requests to one server, in their order. */
async function callerTimes(project: string, options: CommandOptions): Promise<number[]> {
  await using server = await McpServer.start(options);
  for (let file = 0; file < WARM_UP_FILES; file++)
    await server.call("file_outline", { path: project, file: pathOf(file) });
  const times: number[] = [];
  for (let asked = 0; asked <= AGAIN; asked++) {
    const startedMs = performance.now();
    const answer = await server.call("call_graph", {
      path: project,
      symbol: CALLED,
      direction: "callers",
      depth: 1,
      limit: 50,
    });
    times.push(performance.now() - startedMs);
    check(
      answer.status === "ok" && answer.edges.length > 40,
      `the callers of ${CALLED} are not found: ${answer.message ?? ""}`,
    );
  }
  return times;
}

/** Imported late, because the module exists only after a build. */
async function keptBytes(project: string, bench: Bench): Promise<number> {
  const { callTool, openEngine, readConfig } = await import("@satori/engine");
  await using engine = openEngine({
    config: readConfig({
      environment: { SATORI_HOME: environmentIn(bench.folder)["SATORI_HOME"] as string },
      freshnessPolicy: "by_age",
    }),
    log: () => undefined,
  });
  const ask = (file: number): Promise<ToolOutput<"call_graph">> =>
    callTool(
      engine,
      "call_graph",
      { path: project, symbol: `step${file}n0`, direction: "callees", depth: 1 },
      { baseFolder: bench.folder, roots: [], log: () => undefined },
    );
  const answer = await ask(0);
  check(answer.status === "ok", `a call graph answered ${answer.status}: ${answer.message ?? ""}`);
  // Every tool keeps texts and symbols, so they are loaded before the measurement.
  for (let file = 0; file < MEMORY.files; file++)
    await callTool(
      engine,
      "file_outline",
      { path: project, file: pathOf(file) },
      { baseFolder: bench.folder, roots: [], log: () => undefined },
    );
  const before = heldBytes();
  // Imports are followed into the next file, which is read as well.
  for (let file = 0; file < MEMORY.files; file += 2) {
    await ask(file);
    if (file % 500 === 0) bench.progress(`call graphs of ${file} of ${MEMORY.files} files`);
  }
  return heldBytes() - before;
}

function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function report(
  files: number,
  { first, again, rg }: { readonly first: number[]; readonly again: number[]; readonly rg: number[] },
  bytes: number,
): Report {
  const [firstMs, againMs, rgMs] = [median(first), median(again), rg.length === 0 ? null : median(rg)];
  return {
    title: `Callers of a name that ${files} files call`,
    columns: ["what", "measured", "target"],
    rows: [
      ["first", `${figure(firstMs)} ms`, verdict(firstMs, TARGET_FIRST_MS, " ms")],
      ["again", `${figure(againMs)} ms`, verdict(againMs, TARGET_AGAIN_MS, " ms")],
      ...(rgMs === null ? [] : [["ripgrep", `${figure(rgMs)} ms`, ""]]),
      ["memory", `${megabytes(bytes)} MB`, verdict(Number(megabytes(bytes)), TARGET_MEGABYTES, " MB")],
    ],
    results: { files, firstMs, againMs, rgMs, memoryBytes: bytes },
  };
}
