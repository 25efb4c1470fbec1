/**
 * Whether an index that is used for months grows or gets slower: thousands of syncs of edits, removals and
 * branch switches in a copy of a tree, with searches between them, by one server that keeps running. The tree
 * itself does not grow.
 *
 *   npm run bench -- months --tree FOLDER [--rounds 2000] [--parts 8] [--json]
 *
 *   --tree FOLDER   the tree that is copied
 *   --rounds N      syncs, each of three files; every tenth moves a file, every 25th changes a third of all
 *   --parts N       parts into which the rounds are divided; one row each, with medians of its rounds
 *
 * At the end the tree is as it was, and the index is compared with a new one: the size of its file, and its
 * answers.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { SearchCodebaseOutput } from "@satori/contracts";
import { indexFileOf } from "../support/home-index.ts";
import { countOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { UsageError, check } from "../support/failure.ts";
import { McpServer } from "../support/mcp-server.ts";
import { type CommandOptions, measure } from "../support/measure.ts";
import { CLI, environmentIn, requireBuilt } from "../support/product.ts";
import { seededRandom } from "../support/random.ts";
import { median } from "../support/statistics.ts";
import { figure, megabytes } from "../support/target.ts";
import { EditedTree } from "./edits.ts";
import { type IndexState, indexStateOf } from "./index-state.ts";

const QUESTIONS = [
  "where is the request parsed",
  "open the file and read it",
  "error of the connection",
  "what somebody wrote",
  "test of the model",
];
/**
 * Two searches follow each sync: the first finds a state that nothing has searched yet, the second asks
 * another question about the same state.
 */
const [FIRST, SECOND] = QUESTIONS as [string, string];

interface Part extends IndexState {
  readonly rounds: number;
  readonly syncMs: number;
  readonly firstSearchMs: number;
  readonly searchMs: number;
  readonly residentBytes: number;
}

await runBenchmark(import.meta.url, {
  options: {
    tree: { type: "string" },
    rounds: { type: "string", default: "2000" },
    parts: { type: "string", default: "8" },
  },
  async measure(given, bench) {
    requireBuilt();
    if (given.tree === undefined) throw new UsageError("--tree FOLDER is needed.");
    const [rounds, parts] = [countOption("--rounds", given.rounds), countOption("--parts", given.parts)];
    const options: CommandOptions = {
      cwd: join(bench.folder, "tree"),
      environment: environmentIn(bench.folder),
      signal: bench.signal,
    };
    cpSync(given.tree, options.cwd, { recursive: true });
    const tree = new EditedTree(options.cwd, seededRandom(1));
    await measure([process.execPath, CLI, "index"], options);
    const state = (): IndexState => indexStateOf(indexIn(options));
    const begin = state();
    await using server = await McpServer.start({
      ...options,
      environment: { ...options.environment, SATORI_WATCH: "0" },
    });
    const measured: Part[] = [];
    for (let part = 0; part < parts; part++) {
      measured.push(
        await live(server, tree, {
          first: Math.floor((part * rounds) / parts) + 1,
          last: Math.floor(((part + 1) * rounds) / parts),
          options,
          state,
        }),
      );
      bench.progress(`${measured.at(-1)?.rounds} of ${rounds} rounds`);
    }
    tree.restore();
    await server.call("manage_index", { action: "sync", path: options.cwd });
    return report(tree.fileCount, begin, measured, await comparedWithNew(server, options, bench));
  },
});

interface Span {
  readonly first: number;
  readonly last: number;
  readonly options: CommandOptions;
  readonly state: () => IndexState;
}

async function live(
  server: McpServer,
  tree: EditedTree,
  { first, last, options: { cwd }, state }: Span,
): Promise<Part> {
  const times = { sync: [] as number[], first: [] as number[], second: [] as number[] };
  for (let round = first; round <= last; round++) {
    tree.edit(round);
    times.sync.push(
      await timed(async () => {
        const { status } = await server.call("manage_index", { action: "sync", path: cwd });
        check(status === "ok", `a sync said ${status}`);
      }),
    );
    times.first.push(await timed(() => search(server, cwd, FIRST)));
    times.second.push(await timed(() => search(server, cwd, SECOND)));
  }
  return {
    ...state(),
    rounds: last,
    syncMs: median(times.sync),
    firstSearchMs: median(times.first),
    searchMs: median(times.second),
    residentBytes: server.residentBytes(),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function search(server: McpServer, path: string, query: string): Promise<SearchCodebaseOutput> {
  const answer = await server.call("search_codebase", { path, query, scope: "mixed" });
  check(answer.status === "ok", `a search said ${answer.status}`);
  return answer;
}

interface Comparison {
  readonly synced: IndexState;
  readonly fresh: IndexState;
  /** Share of questions with the same answers. */
  readonly same: number;
}

async function comparedWithNew(
  server: McpServer,
  options: CommandOptions,
  bench: Bench,
): Promise<Comparison> {
  const other: CommandOptions = {
    ...options,
    environment: environmentIn(bench.folder, join(bench.folder, "other home")),
  };
  await measure([process.execPath, CLI, "index"], other);
  await using fresh = await McpServer.start(other);
  let same = 0;
  for (const query of QUESTIONS) {
    const [left, right] = [await search(server, options.cwd, query), await search(fresh, options.cwd, query)];
    if (said(left) === said(right)) same++;
  }
  return { synced: indexStateOf(indexIn(options)), fresh: indexStateOf(indexIn(other)), same };
}

function said(answer: SearchCodebaseOutput): string {
  return JSON.stringify("results" in answer ? answer.results : answer, (key, value: unknown) =>
    key === "indexedAt" || key === "stalenessBucket" ? undefined : value,
  );
}

function indexIn({ environment }: CommandOptions): string {
  return indexFileOf(environment["SATORI_HOME"] ?? "");
}

function report(
  files: number,
  begin: IndexState,
  parts: readonly Part[],
  { synced, fresh, same }: Comparison,
): Report {
  const sizes = ({
    fileBytes,
    logBytes,
    freePages,
    segments,
    deadTokens,
    chunks,
    highestChunk,
  }: IndexState): (string | number)[] => [
    megabytes(fileBytes),
    megabytes(logBytes),
    freePages,
    segments,
    deadTokens,
    chunks,
    highestChunk,
  ];
  return {
    title: `Months of syncs, ${files} files`,
    columns: [
      "rounds",
      "sync ms",
      "first search",
      "search",
      "server MB",
      "index MB",
      "log MB",
      "free pages",
      "segments",
      "dead rows",
      "chunks",
      "highest",
    ],
    rows: [
      ["0", "", "", "", "", ...sizes(begin)],
      ...parts.map((part) => [
        String(part.rounds),
        figure(part.syncMs),
        figure(part.firstSearchMs),
        figure(part.searchMs),
        megabytes(part.residentBytes),
        ...sizes(part),
      ]),
      ["at the end", "", "", "", "", ...sizes(synced)],
      ["a new one", "", "", "", "", ...sizes(fresh)],
    ],
    notes: [`${same} of ${QUESTIONS.length} questions are answered as by the new index`],
    results: { files, begin, parts, synced, fresh, same, questions: QUESTIONS.length },
  };
}
