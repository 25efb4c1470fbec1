/**
 * From the start of `satori-mcp` to its answer to `tools/list`, compared to a bare Node.js loop that returns
 * the same bytes: as a proxy of the local process, which runs already, and as a server of its own.
 *
 *   npm run bench -- start [--runs 40] [--json]
 *
 *   --runs N   starts of each, in turns; at least 30, because start times vary
 *
 * The bare loop (bare-loop.js) reads lines and answers from a recording of Satori's answers: its time is that
 * of Node.js itself. `tools/list` is sent as the first and only request, and after the protocol's handshake.
 * The proxy's CPU time is without that of the local process.
 *
 * Wall time is from before the process is started to the arrival of the complete line. CPU time is that of
 * another process with the same requests, from its start to its end, all threads: on a busy machine, its
 * ratio is the more reliable one. All times are medians; the ratio of the fastest runs is shown as well. A
 * run counts only if its answer is byte for byte the recorded one.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { countOption } from "../support/arguments.ts";
import { type Report, runBenchmark } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { LineProcess } from "../support/line-process.ts";
import { INITIALIZE, INITIALIZED } from "../support/mcp-server.ts";
import { type CommandOptions, measure } from "../support/measure.ts";
import { MCP, environmentIn, requireBuilt } from "../support/product.ts";
import { median } from "../support/statistics.ts";
import { figure, verdict } from "../support/target.ts";

/** Time to the answer, as a multiple of the bare loop's. */
const TARGETS: Readonly<Record<Side, number>> = { proxy: 1.3, standalone: 2 };
const LEAST_RUNS = 30;
const BARE_LOOP = fileURLToPath(new URL("bare-loop.js", import.meta.url));
const LIST_TOOLS = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });

const OPENINGS = {
  "tools/list alone": [LIST_TOOLS],
  "after initialize": [INITIALIZE, INITIALIZED, LIST_TOOLS],
} as const;

const SIDES = ["proxy", "standalone"] as const;
type Side = (typeof SIDES)[number];

/** Times of all, run by run. */
interface Series extends Readonly<Record<Side | "bare", number[]>> {
  readonly name: string;
  readonly kind: "wall" | "cpu";
}

await runBenchmark(import.meta.url, {
  options: { runs: { type: "string", default: "40" } },
  async measure(given, { folder, signal, progress }) {
    requireBuilt();
    const runs = countOption("--runs", given.runs, LEAST_RUNS);
    const options: CommandOptions = { cwd: folder, environment: environmentIn(folder), signal };
    const satori = [process.execPath, MCP];
    const record = await recordAnswers(satori, options);
    const proxy = ["env", "SATORI_STANDALONE=0", ...satori];
    const commands = { proxy, standalone: satori, bare: [process.execPath, BARE_LOOP, record.file] };
    // Keeps the local process until the end.
    await using client = new LineProcess(proxy, options);
    requireAnswer(proxy, await client.ask(LIST_TOOLS), record.tools);
    const series: Series[] = [];
    for (const [opening, requests] of Object.entries(OPENINGS)) {
      for (const kind of ["wall", "cpu"] as const)
        series.push({
          name: `${opening}, ${kind === "cpu" ? "CPU" : kind} ms`,
          kind,
          proxy: [],
          standalone: [],
          bare: [],
        });
      writeFileSync(requestsFile(folder, requests), `${requests.join("\n")}\n`);
    }
    // The first run of each fills caches and is not measured.
    for (let run = 0; run <= runs; run++) {
      for (const [at, requests] of Object.values(OPENINGS).entries()) {
        for (const side of [...SIDES, "bare"] as const) {
          const wallMs = await wallMsToTools(commands[side], requests, record.tools, options);
          const cpuMs = await cpuMsOfTools(commands[side], requests, record.tools, options);
          if (run === 0) continue;
          series[at * 2]?.[side].push(wallMs);
          series[at * 2 + 1]?.[side].push(cpuMs);
        }
      }
      if (run % 10 === 0) progress(`run ${run} of ${runs}`);
    }
    return report(runs, series, record.tools.length);
  },
});

async function recordAnswers(
  command: readonly string[],
  options: CommandOptions,
): Promise<{ readonly file: string; readonly tools: string }> {
  await using server = new LineProcess(command, options);
  const initialize = await server.ask(INITIALIZE);
  server.send(INITIALIZED);
  const tools = await server.ask(LIST_TOOLS);
  const { result } = JSON.parse(tools) as { result?: { tools?: readonly unknown[] } };
  check((result?.tools?.length ?? 0) > 0, `satori-mcp lists no tools: ${tools.slice(0, 500)}`);
  const file = join(options.cwd, "answers.json");
  writeFileSync(file, JSON.stringify({ initialize, "tools/list": tools }));
  return { file, tools };
}

async function wallMsToTools(
  command: readonly string[],
  requests: readonly string[],
  expected: string,
  options: CommandOptions,
): Promise<number> {
  const startedMs = performance.now();
  await using server = new LineProcess(command, options);
  let answer = "";
  for (const request of requests) {
    if (request === INITIALIZED) server.send(request);
    else answer = await server.ask(request);
  }
  const durationMs = performance.now() - startedMs;
  requireAnswer(command, answer, expected);
  return durationMs;
}

async function cpuMsOfTools(
  command: readonly string[],
  requests: readonly string[],
  expected: string,
  options: CommandOptions,
): Promise<number> {
  // The server ends when its input ends and it has answered.
  const { cpuMs, stdout } = await measure(
    ["sh", "-c", 'exec "$@" < "$0"', requestsFile(options.cwd, requests), ...command],
    options,
  );
  requireAnswer(command, stdout.trimEnd().split("\n").at(-1) ?? "", expected);
  return cpuMs;
}

function requestsFile(folder: string, requests: readonly string[]): string {
  return join(folder, `requests-${requests.length}.jsonl`);
}

function requireAnswer(command: readonly string[], answer: string, expected: string): void {
  check(
    answer === expected,
    `${command.join(" ")} did not answer tools/list as it did before: ${answer.slice(0, 500)}`,
  );
}

function report(runs: number, series: readonly Series[], answerChars: number): Report {
  const figures = series.flatMap((one) =>
    SIDES.map((side) => {
      const [satoriMs, bareMs] = [median(one[side]), median(one.bare)];
      return {
        name: one.name,
        side,
        kind: one.kind,
        satoriMs,
        bareMs,
        ratio: satoriMs / bareMs,
        ratioOfFastest: Math.min(...one[side]) / Math.min(...one.bare),
      };
    }),
  );
  return {
    title:
      `Start of satori-mcp to the answer of tools/list (${answerChars} characters), medians of ${runs} ` +
      "runs",
    columns: ["", "as", "satori", "bare loop", "ratio", "of fastest", "target"],
    rows: figures.map(({ name, side, kind, satoriMs, bareMs, ratio, ratioOfFastest }) => [
      name,
      side,
      figure(satoriMs),
      figure(bareMs),
      figure(ratio),
      figure(ratioOfFastest),
      kind === "wall" ? verdict(ratio, TARGETS[side], "×") : "",
    ]),
    results: { runs, targets: TARGETS, series: figures },
  };
}
