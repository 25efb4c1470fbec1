/**
 * The first question about a codebase without an index: when `satori search` prints its answer, and when it
 * ends with the finished index. In one stage and in two (`SATORI_FIRST_READS`), with the built-in embedder and
 * with a service.
 *
 *   npm run bench -- first-answer --codebase DIR --query TEXT [--texts-per-s 200] [--runs 3] [--json]
 *
 *   --codebase DIR       what to index; the published figures are for Django's source
 *   --texts-per-s N      speed of the service; a model of 100 MB on two processors embeds some tens of chunks
 *                        per second, clouds some hundreds
 *   --runs N             runs of each, in turns
 *
 * The service speaks OpenAI's protocol on loopback, returns a vector of 256 numbers for each text, and waits
 * as long as its speed says. It runs in this process, whose CPU time does not count. Medians of the runs. A
 * run counts only if it ends with exit code 0 and printed a result.
 */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { rmSync } from "node:fs";
import { countOption, folderOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { endOf } from "../support/child-end.ts";
import { UsageError, check } from "../support/failure.ts";
import { CLI, environmentIn, requireBuilt } from "../support/product.ts";
import { median } from "../support/statistics.ts";
import { figure, verdict } from "../support/target.ts";

/** Time to the answer, as a share of the time to the finished index in one stage. */
const TARGET = 0.35;
const DIMENSION = 256;

const WAYS = ["gated", "staged"] as const;
type Way = (typeof WAYS)[number];

interface Times {
  readonly answerMs: number;
  readonly endMs: number;
}

await runBenchmark(import.meta.url, {
  options: {
    codebase: { type: "string" },
    query: { type: "string" },
    "texts-per-s": { type: "string", default: "200" },
    runs: { type: "string", default: "3" },
  },
  async measure(options, bench) {
    requireBuilt();
    const codebase = folderOption("--codebase", options.codebase, "Name the folder to index.");
    const { query } = options;
    if (query === undefined) throw new UsageError("--query is missing: a question that the codebase answers");
    const speed = countOption("--texts-per-s", options["texts-per-s"]);
    const runs = countOption("--runs", options.runs);
    await using service = await startService(speed);
    const embedders = [
      { name: "built-in", environment: {} },
      { name: `service, ${speed} texts/s`, environment: service.environment },
    ];
    const series = embedders.map(({ name }) => ({ name, gated: [] as Times[], staged: [] as Times[] }));
    for (let run = 1; run <= runs; run++) {
      for (const [at, { environment }] of embedders.entries())
        for (const way of WAYS)
          series[at]?.[way].push(
            await firstAnswer(codebase, query, { ...environment, SATORI_FIRST_READS: way }, bench),
          );
      bench.progress(`run ${run} of ${runs}`);
    }
    return report(codebase, runs, series);
  },
});

async function firstAnswer(
  codebase: string,
  query: string,
  settings: Readonly<Record<string, string>>,
  { folder, signal }: Bench,
): Promise<Times> {
  const home = join(folder, "home");
  rmSync(home, { recursive: true, force: true });
  const startedMs = performance.now();
  const child = spawn(process.execPath, [CLI, "search", query, "--json", "--path", codebase], {
    cwd: folder,
    env: { ...environmentIn(folder, home), ...settings },
    signal,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let answerMs: number | null = null;
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    stdout += part;
    if (stdout.includes("\n")) answerMs ??= performance.now() - startedMs;
  });
  const code = await endOf(child);
  const endMs = performance.now() - startedMs;
  const { results = [] } = JSON.parse(stdout) as { readonly results?: readonly unknown[] };
  check(code === 0 && results.length > 0, `satori search ended with ${code}: ${stdout.slice(0, 500)}`);
  return { answerMs: answerMs ?? endMs, endMs };
}

/** A service that embeds one request at a time. */
async function startService(
  textsPerSecond: number,
): Promise<AsyncDisposable & { readonly environment: Readonly<Record<string, string>> }> {
  let idle = Promise.resolve();
  const server = createServer((request, response) => {
    let body = "";
    request
      .setEncoding("utf8")
      .on("data", (part: string) => void (body += part))
      .on("end", () => {
        const { input } = JSON.parse(body) as { readonly input: readonly string[] };
        idle = idle.then(() => sleep((1_000 * input.length) / textsPerSecond));
        void idle.then(() => {
          const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
          response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
        });
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      SATORI_EMBEDDER: "openai",
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: "sk-bench",
      OPENAI_MODEL: "bench-1",
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Numbers that depend on the text. */
function vectorOf(text: string): number[] {
  let state = text.length + 1;
  return Array.from({ length: DIMENSION }, (_, at) => {
    state = (Math.imul(state, 1_103_515_245) + text.charCodeAt(at % Math.max(1, text.length)) + 12_345) | 0;
    return state / 2 ** 31;
  });
}

function report(
  codebase: string,
  runs: number,
  series: readonly ({ readonly name: string } & Readonly<Record<Way, readonly Times[]>>)[],
): Report {
  const seconds = (times: readonly Times[], of: keyof Times): number =>
    median(times.map((time) => time[of])) / 1_000;
  const results = series.map(({ name, gated, staged }) => ({
    embedder: name,
    gatedAnswerS: seconds(gated, "answerMs"),
    stagedAnswerS: seconds(staged, "answerMs"),
    gatedEndS: seconds(gated, "endMs"),
    stagedEndS: seconds(staged, "endMs"),
  }));
  return {
    title: `First answer about ${codebase}, medians of ${runs} runs`,
    columns: [
      "embedder",
      "answer, one stage",
      "two stages",
      "ratio",
      "target",
      "end, one stage",
      "two stages",
    ],
    rows: results.map((row) => {
      const ratio = row.stagedAnswerS / row.gatedAnswerS;
      return [
        row.embedder,
        `${figure(row.gatedAnswerS)} s`,
        `${figure(row.stagedAnswerS)} s`,
        figure(ratio),
        verdict(ratio, TARGET, "×"),
        `${figure(row.gatedEndS)} s`,
        `${figure(row.stagedEndS)} s`,
      ];
    }),
    results: { codebase, runs, target: TARGET, series: results },
  };
}
