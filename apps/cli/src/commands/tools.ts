/** The commands `tools list` and `tool call`: the tools as programs see them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  TOOLS,
  TOOL_NAMES,
  type ToolName,
  type ToolOutput,
  failure,
  isToolName,
  outcomeOf,
} from "@satori/contracts";
import type { Answer, CommandContext, CommandOptions, CommandSpec } from "../command.ts";
import { CommandError, commandEnvelope, failureEnvelope } from "../failure.ts";
import { finishRun } from "../runs/build.ts";
import { callWithIndex, versionWithoutIndex } from "../runs/first-use.ts";
import { NO_WAIT, requireLastingServer } from "../runs/wait-for-others.ts";
import type { Session } from "../session.ts";

export const toolsList: CommandSpec = {
  usage: "tools list",
  tool: null,
  ignoresPath: true,
  summary: "List the tools; with --json, with their schemas too.",
  examples: ["satori tools list", "satori tools list --json"],
  run: async (context): Promise<Answer> => {
    // Loaded on demand: schemas are large and rarely needed.
    const { SCHEMAS } = await import("@satori/contracts/schemas");
    const tools = TOOLS.map((tool) => ({
      ...tool,
      inputSchema: SCHEMAS[tool.name].input,
      outputSchema: SCHEMAS[tool.name].output,
    }));
    const { style } = context.terminal.out;
    const text = TOOLS.map(
      ({ name, title, description }) => `${style.symbol(name)}  ${title}\n  ${description}`,
    ).join("\n\n");
    return { envelope: commandEnvelope("tools list", { tools }, 0), text };
  },
};

export const toolCall: CommandSpec = {
  usage: "tool call <name> [arguments]",
  tool: null,
  takesServer: true,
  summary: "Call a tool by name and print its envelope.",
  details:
    "Arguments are a JSON object: behind the name or in --args-json, in a file, or on the standard " +
    "input (@-). A create or reindex keeps running until the run ends; its answer is the state after " +
    "that. A call about a version (ref) that has no index yet waits until it has one.",
  options: [
    { flags: "--args-json <json>", meaning: "the arguments; @- reads them from the standard input" },
    { flags: "--args-file <file>", meaning: "file that holds them" },
    NO_WAIT,
  ],
  operandChoices: TOOL_NAMES,
  examples: [
    `satori tool call search_codebase '{"path":".","query":"retry queue"}'`,
    "echo '{}' | satori tool call list_codebases @-",
  ],
  run: runToolCall,
};

async function runToolCall(
  context: CommandContext,
  [name = "", source]: readonly string[],
  options: CommandOptions,
): Promise<Answer> {
  try {
    if (!isToolName(name))
      throw new CommandError(
        "INVALID_ARGUMENTS",
        `there is no tool ${JSON.stringify(name)}; tools are ${TOOLS.map((tool) => tool.name).join(", ")}`,
      );
    const args = readArguments(source, options);
    const session = await context.session();
    requireLastingServer(session, options);
    const answer = await answerOf(context, session, name, args);
    return printed(
      options["wait"] !== false && "tool" in answer && answer.tool === "manage_index" && isBuild(args)
        ? await finishRun(session, args, answer)
        : answer,
    );
  } catch (error) {
    // Start-up failures have their own exit code; invalid arguments are an answer like the tool's own.
    if (error instanceof CommandError && error.code === "INVALID_ARGUMENTS")
      return isToolName(name)
        ? printed(failure(name, error, 0))
        : { envelope: failureEnvelope(null, "tool call", error), text: "", isAlwaysJson: true };
    throw error;
  }
}

/** As over MCP, but a commit without an index is waited for: its run would end with this process. */
async function answerOf(
  context: CommandContext,
  session: Session,
  tool: ToolName,
  args: Readonly<Record<string, unknown>>,
): Promise<ToolOutput<ToolName>> {
  const answer = await session.call(tool, args);
  if (session.outlivesCommand || !("tool" in answer) || answer.tool === "manage_index") return answer;
  if (answer.status !== "not_ready" || versionWithoutIndex(args, answer) === null) return answer;
  return callWithIndex(context, session, { tool: answer.tool, args, root: null });
}

/** The tool's answer in its own form; the exit code depends on how the call ended. */
function printed(answer: ToolOutput<ToolName>): Answer {
  const { status, error } = outcomeOf(answer);
  return { envelope: { status, ...(error ? { error } : {}) }, written: answer, text: "", isAlwaysJson: true };
}

/** If a run was started, the tool's schema has accepted the arguments. */
function isBuild(
  args: Readonly<Record<string, unknown>>,
): args is { action: "create" | "reindex"; path: string } {
  return (args["action"] === "create" || args["action"] === "reindex") && typeof args["path"] === "string";
}

function readArguments(source: string | undefined, options: CommandOptions): Record<string, unknown> {
  const { argsJson, argsFile } = options as { argsJson?: string; argsFile?: string };
  const sources = [source, argsJson, argsFile].filter((given) => given !== undefined);
  if (sources.length > 1)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      "give the arguments once: behind the name, as --args-json, --args-file or @-",
    );
  if (source !== undefined && source !== "@-" && !isObjectLike(source))
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `arguments are a JSON object, --args-file FILE or @-, not ${JSON.stringify(source)}`,
    );
  if (argsFile !== undefined) return parseArguments(readText(resolve(argsFile), argsFile), argsFile);
  if (source === "@-" || argsJson === "@-")
    return parseArguments(readText(0, "the standard input"), "the standard input");
  return source === undefined
    ? parseArguments(argsJson ?? "{}", "--args-json")
    : parseArguments(source, "what is behind the name");
}

/** Whether the text was meant as JSON, rather than as a file or a value. */
function isObjectLike(word: string): boolean {
  return /^\s*[{[]/.test(word);
}

function readText(source: string | number, name: string): string {
  try {
    // Windows shells put a byte order mark in front of piped text.
    return readFileSync(source, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `${name} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`,
    );
  }
}

function parseArguments(text: string, name: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `${name} is no JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new CommandError("INVALID_ARGUMENTS", `${name} has to be a JSON object`);
  return value as Record<string, unknown>;
}
