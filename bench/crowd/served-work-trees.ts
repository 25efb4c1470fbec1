/**
 * Several work trees of a repository in one index file: the memory of a server that answers questions about
 * one of them, and about all of them; and the size of the file.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ManageIndexOk } from "@satori/contracts";
import type { Bench } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { type CommandOptions, measure } from "../support/measure.ts";
import { McpServer } from "../support/mcp-server.ts";
import { CLI, environmentIn, parseEnvelope } from "../support/product.ts";
import { type WorkTree, makeWorkTrees } from "../support/work-trees.ts";
import { type ServerMemory, memoryOf, startMeasured } from "./server-memory.ts";
import { type ViewQuestion, viewQuestions } from "./view-questions.ts";

/** Five minutes: an answer that a busy machine cuts short leaves less in memory. */
const NO_DEADLINES = Object.fromEntries(
  ["SEARCH", "CALL_GRAPH", "ANSWER"].map((call) => [`SATORI_${call}_DEADLINE_MS`, "300000"]),
);

export interface ServedWorkTreesOptions {
  readonly repository: string;
  readonly commit: string;
  /** Work trees that the second server serves. */
  readonly served: number;
  /** Work trees in the file at the end. */
  readonly indexed: number;
  readonly commitsApart: number;
  readonly editedFiles: number;
  /** Files per view for which there are four questions each. */
  readonly askedFiles: number;
  readonly rounds: number;
}

export interface ServedWorkTrees {
  readonly files: number;
  readonly chunks: number;
  readonly differing: readonly number[];
  readonly questions: number;
  /** One server for each measurement. */
  readonly ofOne: readonly ServerMemory[];
  readonly ofAll: readonly ServerMemory[];
  /** Size of the index file after each tree. */
  readonly fileBytes: readonly number[];
}

export async function serveWorkTrees(
  options: ServedWorkTreesOptions,
  { folder, signal, progress }: Bench,
): Promise<ServedWorkTrees> {
  const environment = { ...environmentIn(folder), ...NO_DEADLINES };
  const command: CommandOptions = { cwd: folder, environment, signal };
  const trees = makeWorkTrees({ ...options, count: options.indexed, folder, environment });
  progress(`${trees.length} work trees, ${trees.at(-1)?.differing} files of the last one differ`);
  const fileBytes: number[] = [];
  const indexes: ManageIndexOk["index"][] = [];
  const indexNext = async (): Promise<void> => {
    const tree = trees[indexes.length] as WorkTree;
    const { stdout } = await measure([process.execPath, CLI, "index", "--json", tree.root], command);
    indexes.push(parseEnvelope<ManageIndexOk>(stdout).index);
    fileBytes.push(sharedFileBytes(join(folder, "home")));
    progress(`indexed ${indexes.length} of ${trees.length}: ${Math.round((fileBytes.at(-1) ?? 0) / 1e6)} MB`);
  };
  while (indexes.length < options.served) await indexNext();
  const served = trees.slice(0, options.served);
  const questions = await questionsOf(served, options.askedFiles, command);
  const memory = { ofOne: [] as ServerMemory[], ofAll: [] as ServerMemory[] };
  for (let round = 1; round <= options.rounds; round++) {
    memory.ofOne.push(await memoryAfter(served.slice(0, 1), questions, command));
    memory.ofAll.push(await memoryAfter(served, questions, command));
    progress(
      `round ${round} of ${options.rounds}: ${[memory.ofOne, memory.ofAll]
        .map((of) => Math.round((of.at(-1)?.proportionalBytes ?? 0) / 1e6))
        .join(" and ")} MB`,
    );
  }
  while (indexes.length < trees.length) await indexNext();
  const first = indexes[0];
  check(first !== undefined && first.files > 0, "nothing was indexed");
  return {
    ...memory,
    files: first.files,
    chunks: first.chunks,
    differing: trees.map(({ differing }) => differing),
    questions: questions.length,
    fileBytes,
  };
}

async function questionsOf(
  trees: readonly WorkTree[],
  askedFiles: number,
  command: CommandOptions,
): Promise<readonly ViewQuestion[]> {
  await using server = await McpServer.start(command);
  return await viewQuestions(server, trees, askedFiles);
}

/** Memory of a new server that has answered all questions about each of the trees, in turns. */
async function memoryAfter(
  trees: readonly WorkTree[],
  questions: readonly ViewQuestion[],
  command: CommandOptions,
): Promise<ServerMemory> {
  const reportFile = join(command.cwd, "memory.json");
  await using server = await startMeasured(command, reportFile);
  for (const [tool, args] of questions) {
    for (const { root } of trees) {
      const answer = await server.call(tool, { ...args, path: root });
      check(
        answer.status !== "error" && answer.status !== "not_indexed" && answer.status !== "not_ready",
        `${tool} ${JSON.stringify(args)} of ${root} is answered with ${JSON.stringify(answer).slice(0, 500)}`,
      );
    }
  }
  return await memoryOf(server, reportFile);
}

/** Size of the only shared index file of a home, with its log. */
function sharedFileBytes(home: string): number {
  const files = readdirSync(join(home, "repositories"), { recursive: true, withFileTypes: true });
  const indexFiles = files.filter((entry) => entry.isFile() && entry.name.startsWith("index.db"));
  check(
    indexFiles.filter(({ name }) => name === "index.db").length === 1,
    "the work trees are not in one index file",
  );
  return indexFiles.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
