/**
 * What an agent has to read until it has seen the right file, and the right lines of it: with ripgrep, and
 * with Satori. No model is involved: each policy is fixed.
 *
 *   SATORI_BENCH_REPOS  folder with one exported repository for each name in repos.dev.json
 *   SATORI_BENCH_SETS   folder with questions.dev.jsonl and repos.dev.json
 *   SATORI_BENCH_HOME   folder for the indexes; kept between runs
 *
 *   npm run bench -- agent [--repo NAME] [--working-day FILE --checkouts DIR] [--hits N] [--build DIR]
 *                          [--policies PATTERN] [--out FILE] [--json]
 *
 *   --working-day FILE  questions of a working day as well, in the form of the benchmark `questions`
 *   --checkouts DIR     has a checkout of each of their repositories, named owner+name
 *   --hits N            `limit` of the searches that have a token budget (default: 10)
 *   --build DIR         another checkout with the built product; give it a SATORI_BENCH_HOME of its own
 *   --policies PATTERN  only the policies whose names match this regular expression
 *   --out FILE          a line of JSON for each question and policy; those that it has are not asked again, so
 *                       that an interrupted run can continue
 *
 * Right file: a relevant file that the set does not call secondary; for questions of a working day, one whose
 * path matches. It is seen when an answer shows a line of it: a path in a listing is not enough. Right lines:
 * the lines that the set names, or those of the symbols that match; they are seen when an answer shows one of
 * them. Few of the public questions name lines.
 *
 * Policies. Each reads until it has seen the right file, and the right lines if the question names any; it
 * gives up after 64,000 tokens, or when it has nothing more to read. An answer always counts as a whole.
 *
 *   ripgrep       the words of the question, without function words; `rg --count` for each, of whose listing
 *                 the first 100 lines count; then files by distinct words, matching lines and path, the first
 *                 20 of them: the best window of 200 lines of each, then the second best, and so on
 *   ripgrep, free the same, but listings cost nothing: a lower bound for any way to grep for these words
 *   search        `search_codebase` with its defaults, then `read_file` of each hit whose lines the preview
 *                 did not show completely, in order
 *   search N      the same with `maxTokens: N`
 *   context N     `search_codebase` with `resultMode: "context"` and `maxTokens: N`, then the calls that the
 *                 answer names for what it omits
 *   …, text       the same calls to a server with `--answers text`
 *
 * Tokens are those of OpenAI's vocabulary o200k_base over the text that the model receives: the JSON of an
 * envelope or the text of an answer, ripgrep's lines, the lines of a file. Budgets (`maxTokens`) are in
 * Satori's own estimate, which a note compares. Questions that never reach a goal count as infinitely
 * expensive in medians and percentiles.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { indexHome } from "../retrieval/questions.ts";
import { countOption, folderOption, pathOption } from "../support/arguments.ts";
import { runBenchmark } from "../support/benchmark.ts";
import { UsageError } from "../support/failure.ts";
import type { CommandOptions } from "../support/measure.ts";
import { environmentIn, requireBuilt, ROOT } from "../support/product.ts";
import { DEFAULT_HITS, type Policy, policiesFor } from "./policies.ts";
import { type AgentQuestion, publicQuestions, withRightLines, workingDayQuestions } from "./questions.ts";
import { type Outcome, reportOf } from "./report.ts";
import { ensureIndexed, offerOf, SatoriServers } from "./satori.ts";
import { costUntil, readsRightFile, readsRightLines, type Step } from "./trace.ts";

/** An agent's patience: about a third of a large context window. */
const MAX_TOKENS = 64_000;
/** Nothing is timed, and nothing changes on disk: no answer may depend on how busy the machine is. */
const SETTINGS = {
  SATORI_WATCH: "0",
  SATORI_ANSWER_DEADLINE_MS: "300000",
  SATORI_SEARCH_DEADLINE_MS: "300000",
};

await runBenchmark(import.meta.url, {
  options: {
    repo: { type: "string" },
    "working-day": { type: "string" },
    checkouts: { type: "string" },
    hits: { type: "string", default: String(DEFAULT_HITS) },
    build: { type: "string", default: ROOT },
    policies: { type: "string", default: "" },
    out: { type: "string" },
  },
  async measure(given, bench) {
    requireBuilt();
    const build = folderOption("--build", given.build, "Name a checkout of this repository.");
    const options: CommandOptions = {
      cwd: bench.folder,
      environment: { ...environmentIn(bench.folder, indexHome()), ...SETTINGS },
      signal: bench.signal,
    };
    await using servers = await SatoriServers.start(options, build);
    const offer = await offerOf(servers);
    const policies = policiesFor(servers, { offer, hits: countOption("--hits", given.hits) }).filter(
      ({ name }) => new RegExp(given.policies).test(name),
    );
    if (policies.length === 0) throw new UsageError(`--policies ${given.policies} matches no policy`);
    const outcomes = given.out === undefined ? [] : readOutcomes(pathOption(given.out));
    const keys = new Set(outcomes.map(keyOf));
    const ask = async (folder: string, set: string, questions: readonly AgentQuestion[]): Promise<void> => {
      bench.progress(`asking ${questions.length} questions about ${folder}`);
      for (const question of questions)
        for (const policy of policies) {
          if (keys.has(keyOf({ policy: policy.name, id: question.id }))) continue;
          const outcome = { set, ...(await outcomeOf(policy, { folder, question })) };
          outcomes.push(outcome);
          if (given.out !== undefined) appendFileSync(pathOption(given.out), `${JSON.stringify(outcome)}\n`);
        }
    };
    for (const { folder, questions } of publicQuestions(given.repo === undefined ? [] : [given.repo])) {
      await ensureIndexed(folder, build, options);
      await ask(folder, "questions", questions);
    }
    if (given["working-day"] !== undefined && given.repo === undefined) {
      const checkouts = folderOption("--checkouts", given.checkouts, "Name the folder with the checkouts.");
      for (const [folder, lines] of workingDayQuestions(pathOption(given["working-day"]), checkouts)) {
        await ensureIndexed(folder, build, options);
        await ask(folder, "working day", await withRightLines(servers.json, folder, lines));
      }
    }
    return reportOf(outcomes, offer);
  },
});

function readOutcomes(file: string): Outcome[] {
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Outcome)
    : [];
}

function keyOf({ policy, id }: Pick<Outcome, "policy" | "id">): string {
  return `${policy} ${id}`;
}

interface AskedQuestion {
  readonly folder: string;
  readonly question: AgentQuestion;
}

/** Lets a policy read until it has seen everything that the question needs. */
async function outcomeOf(policy: Policy, { folder, question }: AskedQuestion): Promise<Omit<Outcome, "set">> {
  const { id, query, right } = question;
  const hasLines = right.some(({ lines }) => lines !== undefined);
  const readsFile = (step: Step): boolean => readsRightFile(step, right);
  const readsLines = (step: Step): boolean => readsRightLines(step, right);
  const steps: Step[] = [];
  let tokens = 0;
  for await (const step of policy.steps({ folder, query })) {
    steps.push(step);
    tokens += step.tokens;
    const isDone = hasLines ? steps.some(readsLines) : readsFile(step);
    if (isDone || tokens > MAX_TOKENS) break;
  }
  return {
    policy: policy.name,
    id,
    query,
    hasLines,
    file: costUntil(steps, readsFile),
    lines: costUntil(steps, readsLines),
    steps: steps.map((step) => ({
      tokens: step.tokens,
      read: step.read.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`),
    })),
    right: right.map(({ path }) => path),
  };
}
