/** Questions with their right files and right lines, by codebase: see `run.ts` for the sets. */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { questionsByFolder } from "../retrieval/questions.ts";
import type { Target } from "../retrieval/score.ts";
import type { McpServer } from "../support/mcp-server.ts";
import type { RightSpan } from "./trace.ts";

export interface AgentQuestion {
  readonly id: string;
  readonly query: string;
  readonly right: readonly RightSpan[];
}

/** A codebase and the questions about it. */
export interface AskedCodebase {
  readonly folder: string;
  readonly questions: readonly AgentQuestion[];
}

/** A target that does not answer the question by itself is secondary. */
type RatedTarget = Target & { readonly secondary?: boolean };

/**
 * The public questions about parts of repositories. Paths become relative to the part.
 *
 * @param repos names; empty for all
 */
export function publicQuestions(repos: readonly string[]): AskedCodebase[] {
  return [...questionsByFolder({ sets: ["questions"], repos }, "root")].map(([folder, entries]) => ({
    folder,
    questions: entries.map(({ question: { id, query, root, relevant } }) => ({
      id,
      query,
      right: (relevant as readonly RatedTarget[])
        .filter(({ secondary }) => secondary !== true)
        .map((target) => rightSpan(target, root)),
    })),
  }));
}

function rightSpan({ path, start, end }: Target, root: string): RightSpan {
  const file = { path: root === "" ? path : relative(root, path) };
  return start === undefined || end === undefined
    ? file
    : { ...file, lines: { startLine: start, endLine: end } };
}

interface WorkingDayLine {
  readonly repository: string;
  readonly question: string;
  readonly file: string;
  readonly symbol: string;
}

/**
 * The questions of a working day. Right files match `file`; right lines are those of symbols there whose label
 * matches `symbol`, by the outline of the file.
 *
 * @param repos folder with a checkout of each repository, named owner+name
 */
export function workingDayQuestions(file: string, repos: string): Map<string, WorkingDayLine[]> {
  const folders = new Map<string, WorkingDayLine[]>();
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const question = JSON.parse(line) as WorkingDayLine;
    const folder = join(repos, question.repository.replace("/", "+"));
    folders.set(folder, [...(folders.get(folder) ?? []), question]);
  }
  return folders;
}

/** @param server has an index of the folder */
export async function withRightLines(
  server: McpServer,
  folder: string,
  lines: readonly WorkingDayLine[],
): Promise<AgentQuestion[]> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
  const questions: AgentQuestion[] = [];
  for (const [at, { repository, question, file, symbol }] of lines.entries()) {
    const right: RightSpan[] = [];
    for (const path of files.filter((one) => new RegExp(file).test(one)))
      right.push(...(symbol === "" ? [{ path }] : await symbolSpans(server, { folder, path, symbol })));
    questions.push({ id: `${repository}-${at}`, query: question, right });
  }
  return questions;
}

/** The file, and the lines of its symbols that match. */
async function symbolSpans(
  server: McpServer,
  { folder, path, symbol }: { readonly folder: string; readonly path: string; readonly symbol: string },
): Promise<RightSpan[]> {
  const answer = await server.call("file_outline", { path: folder, file: path });
  const symbols = answer.status === "ok" ? (answer.outline?.symbols ?? []) : [];
  const pattern = new RegExp(symbol, "i");
  return [
    { path },
    ...symbols
      .filter(({ symbolLabel }) => pattern.test(symbolLabel))
      .map(({ span: { startLine, endLine } }) => ({ path, lines: { startLine, endLine } })),
  ];
}
