/** An agent that asks Satori through MCP, and what stays in its context as long as the server is connected. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ManageIndexOutput } from "@satori/contracts";
import { check } from "../support/failure.ts";
import type { CallResult, McpServer } from "../support/mcp-server.ts";
import { passagesOf, type SatoriAnswer, type SatoriCall, spansIn } from "./answers.ts";
import { tokensOf } from "./tokens.ts";
import { isRead, type ReadSpan, type Step } from "./trace.ts";

const POLL_MS = 100;

/** Arguments of `search_codebase` besides path and query. */
export type SearchArguments = Readonly<Record<string, unknown>>;

/** What a server offers: it may be older than this benchmark, or newer. */
export interface Offer {
  readonly hasContextMode: boolean;
  readonly resident: Resident;
}

/** Tokens that a connected server takes from every request to the model. */
export interface Resident {
  /** The answer of `tools/list` as it is sent. */
  readonly listTokens: number;
  /** Names, descriptions and input schemas: what clients put before the model. */
  readonly modelTokens: number;
  readonly instructionTokens: number;
}

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties?: Readonly<Record<string, unknown>> };
}

export async function offerOf(server: McpServer): Promise<Offer> {
  const list = (await server.request("tools/list", {})) as { readonly tools: readonly ListedTool[] };
  const search = list.tools.find(({ name }) => name === "search_codebase");
  const model = list.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return {
    // The values are in the property itself or in a definition that it refers to.
    hasContextMode: JSON.stringify(search?.inputSchema ?? {}).includes('"context"'),
    resident: {
      listTokens: tokensOf(JSON.stringify(list)),
      modelTokens: tokensOf(JSON.stringify(model)),
      instructionTokens: tokensOf(server.instructions),
    },
  };
}

/** Whether a server program knows an option. */
export function knowsOption(command: readonly string[], option: string): boolean {
  const [file = "", ...args] = command;
  return spawnSync(file, [...args, "--help"], { encoding: "utf8" }).stdout.includes(option);
}

/** Indexes a codebase, unless it has an index that the server can use. */
export async function ensureIndexed(server: McpServer, path: string): Promise<void> {
  const manage = (action: "create" | "reindex" | "status"): Promise<ManageIndexOutput> =>
    server.call("manage_index", { action, path });
  if ((await manage("create")).status === "requires_reindex") await manage("reindex");
  let { status, message } = await manage("status");
  while (status === "not_ready") {
    await setTimeout(POLL_MS);
    ({ status, message } = await manage("status"));
  }
  check(status === "ok", `${path} is not indexed: ${status} ${message ?? ""}`);
}

export interface SatoriQuestion {
  readonly folder: string;
  readonly query: string;
}

/**
 * A search, then what its answer leads to: the passages of which a preview showed only a part, best first; or,
 * if the answer names calls that show what it omits, those calls.
 */
export async function* satoriSteps(
  server: McpServer,
  { folder, query }: SatoriQuestion,
  more: SearchArguments,
): AsyncGenerator<Step> {
  const search = { tool: "search_codebase", args: { path: folder, query, ...more } };
  const { answer, step } = await perform(server, search);
  yield step;
  if (answer.omitted !== undefined)
    for (const call of answer.omitted) yield (await perform(server, call)).step;
  const read: ReadSpan[] = [...step.read];
  for (const { path, startLine, endLine } of passagesOf(answer)) {
    if (isRead({ path, startLine, endLine }, read)) continue;
    const { step: next } = await perform(server, {
      tool: "read_file",
      args: { path: join(folder, path), start_line: startLine, end_line: endLine },
    });
    read.push(...next.read);
    yield next;
  }
}

/** The tokens are those of the form that clients hand to the model if there are both. */
async function perform(
  server: McpServer,
  { tool, args }: SatoriCall,
): Promise<{ readonly answer: SatoriAnswer; readonly step: Step }> {
  const result = (await server.request("tools/call", { name: tool, arguments: args })) as CallResult;
  const answer = result.structuredContent as SatoriAnswer | undefined;
  check(
    answer?.status === "ok",
    `${tool} ${JSON.stringify(args)} answered ${JSON.stringify(result).slice(0, 500)}`,
  );
  return { answer, step: { tokens: tokensOf(JSON.stringify(answer)), read: spansIn(answer) } };
}
