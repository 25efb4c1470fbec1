/**
 * How well a printed error message leads to the code that raises it, if pasted as it is, in three frames. The
 * messages are generated from the repositories' own code, with other values in their placeholders.
 *
 *   SATORI_BENCH_REPOS, SATORI_BENCH_SETS, SATORI_BENCH_HOME as for `retrieval`
 *
 *   npm run bench -- messages [--each 30] [--misses]
 *
 * --each is the maximum number of messages per repository, spread over its files; --misses prints those that
 * were not found in first place.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ListPathsOk } from "@satori/contracts";
import { callTool } from "@satori/engine";
import {
  ask,
  ensureIndex,
  indexHome,
  openBenchEngine,
  questionsOf,
  reposFolder,
} from "../retrieval/questions.ts";
import { mean } from "../retrieval/score.ts";
import { countOption } from "../support/arguments.ts";
import { percentile } from "../support/statistics.ts";
import { printTable } from "../support/table.ts";
import { type Message, messagesIn } from "./messages.ts";

const { values: options } = parseArgs({
  options: { each: { type: "string", default: "30" }, misses: { type: "boolean", default: false } },
});
const FRAMES: Readonly<Record<string, (message: string) => string>> = {
  alone: (message) => message,
  "after its class": (message) => `RuntimeError: ${message}`,
  "in a question": (message) => `why do I get ${message}`,
  "in a log": (message) => `2026-11-20T10:00:00Z ERROR [worker-3] ${message}`,
};
const MOST_PATHS = 10_000;

const each = countOption("--each", options.each);
const engine = openBenchEngine({ SATORI_HOME: indexHome() });
const messages: (Message & { readonly repo: string; readonly folder: string })[] = [];
for (const repo of [...new Set(questionsOf("questions").map((question) => question.repo))].sort()) {
  const folder = join(reposFolder(), repo);
  await ensureIndex(engine, folder);
  messages.push(...(await messagesOf(folder)).map((message) => ({ ...message, repo, folder })));
}
const rows: (string | number)[][] = [];
for (const [name, frame] of Object.entries(FRAMES)) rows.push(await measure(name, frame));
await engine[Symbol.asyncDispose]();
printTable(
  "Messages of errors, whole repositories",
  ["pasted", "messages", "file first", "in ten", "MRR", "line shown", "p50 ms", "p95 ms"],
  rows,
);

/** Messages spread evenly over all code in the folder. */
async function messagesOf(folder: string): Promise<Message[]> {
  const answer = await callTool(
    engine,
    "list_paths",
    { path: folder, max_results: MOST_PATHS },
    { baseFolder: folder, roots: [folder], log: () => undefined },
  );
  if (answer.status !== "ok") throw new Error(`${folder}: ${answer.status}`);
  const all = (answer as ListPathsOk).items.flatMap(({ path }) =>
    messagesIn(path, readFileSync(join(folder, path), "utf8")),
  );
  const step = Math.max(1, all.length / each);
  return Array.from({ length: Math.min(each, all.length) }, (_, at) => all[Math.floor(at * step)] as Message);
}

async function measure(name: string, frame: (message: string) => string): Promise<(string | number)[]> {
  const ranks: number[] = [];
  const shown: number[] = [];
  const durations: number[] = [];
  for (const { repo, folder, path, line, printed } of messages) {
    const question = {
      id: `${repo} ${path}:${line}`,
      repo,
      lang: "",
      category: "",
      query: frame(printed),
      root: "",
      relevant: [{ path }],
    };
    const { results, durationMs } = await ask(engine, {
      question,
      set: "messages",
      mode: "full",
      folder,
      scope: "runtime",
    });
    const at = results.findIndex((result) => result.path === path);
    const result = results[at];
    ranks.push(at + 1);
    shown.push(Number(result !== undefined && result.start <= line && result.end >= line));
    durations.push(durationMs);
    if (options.misses && at !== 0)
      console.log(
        `${question.id}: ${question.query}\n  ${at === -1 ? "not found" : `at ${at + 1}`}, behind ` +
          `${results[0]?.path}`,
      );
  }
  const share = (isSo: (rank: number) => boolean): string =>
    mean(ranks.map((rank) => Number(isSo(rank)))).toFixed(3);
  const reciprocal = mean(ranks.map((rank) => (rank === 0 ? 0 : 1 / rank))).toFixed(3);
  return [
    name,
    ranks.length,
    share((rank) => rank === 1),
    share((rank) => rank > 0),
    reciprocal,
    mean(shown).toFixed(3),
    percentile(durations, 0.5).toFixed(1),
    percentile(durations, 0.95).toFixed(1),
  ];
}
