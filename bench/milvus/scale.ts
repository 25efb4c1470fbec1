/**
 * Many chunks in Milvus, compared to the same in SQLite: the costs of indexing and of queries, and the sizes.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ManageIndexOk } from "@satori/contracts";
import { questionsAbout } from "../search/questions.ts";
import { sourceTexts } from "../search/source-texts.ts";
import { folderBytes } from "../index/source-size.ts";
import { requiredPath } from "../support/arguments.ts";
import type { Bench, Report } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { McpServer } from "../support/mcp-server.ts";
import { measure } from "../support/measure.ts";
import { cpuMsOf, residentBytesOf } from "../support/process-account.ts";
import { CLI, environmentIn, parseEnvelope, requireBuilt } from "../support/product.ts";
import { median, percentile } from "../support/statistics.ts";
import { figure, megabytes } from "../support/target.ts";

export interface ScaleOptions {
  readonly codebase: string;
  readonly questions: number;
  readonly rounds: number;
  /** Process id of the server if it runs on this machine, to read its CPU time and memory. */
  readonly serverPid: number | null;
  /**
   * Folder in which indexes are kept between runs; null for temporary ones. Existing indexes are not built
   * again.
   */
  readonly home: string | null;
}

/** NaN means unknown. */
interface Side {
  readonly name: string;
  readonly chunks: number;
  readonly fillS: number;
  readonly clientCpuS: number;
  readonly serverCpuS: number;
  readonly peakBytes: number;
  readonly localBytes: number;
  readonly first: Times;
  readonly again: Times;
  /** CPU time of the server for a repeated query. */
  readonly serverMsPerQuestion: number;
  readonly serverBytes: number;
}

interface Times {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export async function scale(options: ScaleOptions, bench: Bench): Promise<Report> {
  requireBuilt();
  const address = requiredPath("MILVUS_ADDRESS", "a server of Milvus's protocol");
  const questions = questionsAbout(sourceTexts(options.codebase), options.questions);
  check(
    questions.length === options.questions,
    `only ${questions.length} questions can be made about ${options.codebase}`,
  );
  const sides = [
    await measureSide("SQLite", {}, null, { options, bench, questions }),
    await measureSide(
      "Milvus",
      { SATORI_STORE: "milvus", MILVUS_ADDRESS: address, MILVUS_TOKEN: process.env["MILVUS_TOKEN"] ?? "" },
      options.serverPid,
      { options, bench, questions },
    ),
  ];
  return report(sides, options);
}

interface Work {
  readonly options: ScaleOptions;
  readonly bench: Bench;
  readonly questions: readonly string[];
}

async function measureSide(
  name: string,
  settings: Readonly<Record<string, string>>,
  serverPid: number | null,
  { options, bench, questions }: Work,
): Promise<Side> {
  const home = join(options.home ?? bench.folder, `home-${name.toLowerCase()}`);
  const environment = { ...environmentIn(bench.folder, home), ...settings };
  const command = { cwd: bench.folder, environment, signal: bench.signal };
  bench.progress(`${name}: filling`);
  const serverCpuMs = (): number => (serverPid === null ? Number.NaN : cpuMsOf(serverPid));
  const before = serverCpuMs();
  const filled = await measure([process.execPath, CLI, "index", "--json", options.codebase], command);
  const { index } = parseEnvelope<ManageIndexOk>(filled.stdout);
  check(index !== undefined && index.chunks > 0, `nothing of ${options.codebase} was indexed`);
  const afterFilling = serverCpuMs();
  bench.progress(`${name}: ${index.chunks} chunks in ${figure(filled.wallMs / 1000)} s`);
  await using server = await McpServer.start(command);
  const rounds: number[][] = [];
  let beforeLater = afterFilling;
  for (let round = 0; round < options.rounds; round++) {
    if (round === 1) beforeLater = serverCpuMs();
    const durations: number[] = [];
    for (const query of questions) durations.push(await ask(server, options.codebase, query));
    rounds.push(durations);
    bench.progress(
      `${name}: round ${round + 1} of ${options.rounds}, p50 ${figure(percentile(durations, 0.5))} ms`,
    );
  }
  const later = questions.map((_, at) =>
    median(rounds.slice(1).map((durations) => durations[at] ?? Number.NaN)),
  );
  const side = {
    name,
    chunks: index.chunks,
    fillS: filled.wallMs / 1000,
    clientCpuS: filled.cpuMs / 1000,
    serverCpuS: (afterFilling - before) / 1000,
    peakBytes: filled.peakBytes,
    localBytes: folderBytes(home),
    first: times(rounds[0] ?? []),
    again: times(later),
    serverMsPerQuestion: (serverCpuMs() - beforeLater) / (questions.length * (options.rounds - 1)),
    serverBytes: serverPid === null ? Number.NaN : residentBytesOf(serverPid),
  };
  if (options.home === null) rmSync(home, { recursive: true, force: true });
  return side;
}

async function ask(server: McpServer, path: string, query: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await server.call("search_codebase", { path, query });
  const durationMs = performance.now() - startedMs;
  check(answer.status === "ok", `"${query}" was answered with ${answer.status}`);
  return durationMs;
}

function times(durations: readonly number[]): Times {
  return { p50Ms: percentile(durations, 0.5), p95Ms: percentile(durations, 0.95) };
}

function report(sides: readonly Side[], { questions, rounds }: ScaleOptions): Report {
  const [sqlite, milvus] = sides as [Side, Side];
  const row = (
    name: string,
    of: (side: Side) => number,
    write: (value: number) => string = figure,
  ): string[] => {
    const written = [of(sqlite), of(milvus)].map((value) => (Number.isNaN(value) ? "–" : write(value)));
    return [name, ...written, figure(of(milvus) / of(sqlite))];
  };
  return {
    title: `${milvus.chunks} chunks, ${questions} questions, ${rounds} rounds`,
    columns: ["", "SQLite", "Milvus", "ratio"],
    rows: [
      row("chunks", ({ chunks }) => chunks, String),
      row("filling, s", ({ fillS }) => fillS),
      row("chunks a second", ({ chunks, fillS }) => chunks / fillS),
      row("CPU of ours, s", ({ clientCpuS }) => clientCpuS),
      row("CPU of the server, s", ({ serverCpuS }) => serverCpuS),
      row("peak memory of ours, MB", ({ peakBytes }) => peakBytes, megabytes),
      row("memory of the server, MB", ({ serverBytes }) => serverBytes, megabytes),
      row("local part, MB", ({ localBytes }) => localBytes, megabytes),
      row("first answer, p50 ms", ({ first }) => first.p50Ms),
      row("first answer, p95 ms", ({ first }) => first.p95Ms),
      row("asked again, p50 ms", ({ again }) => again.p50Ms),
      row("asked again, p95 ms", ({ again }) => again.p95Ms),
      row("CPU of the server for a question, ms", ({ serverMsPerQuestion }) => serverMsPerQuestion),
    ],
    results: { questions, rounds, sides },
  };
}
