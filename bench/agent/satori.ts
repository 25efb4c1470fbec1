/** An agent that asks Satori through MCP, and what stays in its context as long as the server is connected. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { check } from "../support/failure.ts";
import { type CallResult, McpServer } from "../support/mcp-server.ts";
import { type CommandOptions, measure } from "../support/measure.ts";
import { passagesOf, type SatoriAnswer, type SatoriCall, spansIn } from "./answers.ts";
import { tokensOf } from "./tokens.ts";
import { isRead, type ReadSpan, type Step } from "./trace.ts";

const TEXT_OPTION = "--answers";

/** Arguments of `search_codebase` besides path and query. */
export type SearchArguments = Readonly<Record<string, unknown>>;

/** What the model receives: the envelope as JSON, or the text that a server with `--answers text` sends. */
export type ReceivedForm = "json" | "text";

/** One program as two servers, which share an index. */
export class SatoriServers implements AsyncDisposable {
  /** Answers with envelopes. */
  readonly json: McpServer;
  /** Null if the program has no such option. */
  readonly text: McpServer | null;

  private constructor(json: McpServer, text: McpServer | null) {
    this.json = json;
    this.text = text;
  }

  /** @param build checkout with the built product */
  static async start(options: CommandOptions, build: string): Promise<SatoriServers> {
    const program = join(build, "apps/mcp/bin/satori-mcp.js");
    const command = [process.execPath, program];
    const help = spawnSync(process.execPath, [program, "--help"], { encoding: "utf8" }).stdout;
    return new SatoriServers(
      await McpServer.start(options, command),
      help.includes(TEXT_OPTION) ? await McpServer.start(options, [...command, TEXT_OPTION, "text"]) : null,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.json[Symbol.asyncDispose]();
    await this.text?.[Symbol.asyncDispose]();
  }
}

/** What a program offers: it may be older than this benchmark, or newer. */
export interface Offer {
  readonly forms: readonly ReceivedForm[];
  readonly hasContextMode: boolean;
  /** By form, in the order of `forms`. */
  readonly resident: readonly Resident[];
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

export async function offerOf({ json, text }: SatoriServers): Promise<Offer> {
  const listed = (await json.request("tools/list", {})) as { readonly tools: readonly ListedTool[] };
  const search = listed.tools.find(({ name }) => name === "search_codebase");
  return {
    forms: text === null ? ["json"] : ["json", "text"],
    // The values are in the property itself or in a definition that it refers to.
    hasContextMode: JSON.stringify(search?.inputSchema ?? {}).includes('"context"'),
    resident: [await residentOf(json), ...(text === null ? [] : [await residentOf(text)])],
  };
}

async function residentOf(server: McpServer): Promise<Resident> {
  const list = (await server.request("tools/list", {})) as { readonly tools: readonly ListedTool[] };
  const model = list.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return {
    listTokens: tokensOf(JSON.stringify(list)),
    modelTokens: tokensOf(JSON.stringify(model)),
    instructionTokens: tokensOf(server.instructions),
  };
}

/** Builds or updates an index, with the command line of the same build. */
export async function ensureIndexed(path: string, build: string, options: CommandOptions): Promise<void> {
  await measure([process.execPath, join(build, "apps/cli/bin/satori.js"), "index", "--quiet", path], options);
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
  servers: SatoriServers,
  form: ReceivedForm,
  { folder, query, ...more }: SatoriQuestion & SearchArguments,
): AsyncGenerator<Step> {
  const search = { tool: "search_codebase", args: { path: folder, query, ...more } };
  const { answer, step } = await perform(servers, form, search);
  yield step;
  if (answer.omitted !== undefined)
    for (const call of answer.omitted) yield (await perform(servers, form, call)).step;
  const read: ReadSpan[] = [...step.read];
  for (const { path, startLine, endLine } of passagesOf(answer)) {
    if (isRead({ path, startLine, endLine }, read)) continue;
    const { step: next } = await perform(servers, form, {
      tool: "read_file",
      args: { path: join(folder, path), start_line: startLine, end_line: endLine },
    });
    read.push(...next.read);
    yield next;
  }
}

interface Performed {
  readonly answer: SatoriAnswer;
  readonly step: Step;
}

/**
 * A text answer shows the lines of the envelope to the same call, so that one says which lines the other shows.
 * Clients that get envelopes as structured content and as text hand the model one of both, most of them the
 * structured content.
 */
async function perform(
  { json, text }: SatoriServers,
  form: ReceivedForm,
  { tool, args }: SatoriCall,
): Promise<Performed> {
  const call = { name: tool, arguments: args };
  const result = (await json.request("tools/call", call)) as CallResult;
  const answer = result.structuredContent as SatoriAnswer | undefined;
  check(
    answer?.status === "ok",
    `${tool} ${JSON.stringify(args)} answered ${JSON.stringify(result).slice(0, 500)}`,
  );
  const received =
    form === "text" && text !== null
      ? textOf((await text.request("tools/call", call)) as CallResult)
      : JSON.stringify(answer);
  return { answer, step: { tokens: tokensOf(received), read: spansIn(answer) } };
}

function textOf({ content }: CallResult): string {
  return content.map(({ text = "" }) => text).join("\n");
}
