/** The session of a command that a server answers instead of a local engine. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  isWorkspaceTool,
  envelopeIn,
  pollStepOf,
  TEXT_ANSWER_PROBLEM,
  type RunPhase,
  type ToolName,
  type ToolOutput,
  type ToolResult,
} from "@satori/contracts";
import { codebaseAround, realPathOr } from "../codebase.ts";
import { CommandError, EXIT } from "../failure.ts";
import type { OnProgress, Session } from "../session.ts";
import { SERVER_CONTINUES, SERVER_ENDS } from "../runs/wait-for-others.ts";
import { answerOf, endOfRun } from "./answer.ts";
import { connect, type Connection } from "./connection.ts";
import { ProseAnswer } from "./prose-answer.ts";
import { nearestRoot, remoteFolder, type Target, targetOf } from "./target.ts";

export interface RemoteOptions {
  /** `--server`. */
  readonly server: string;
  readonly token: string | null;
  readonly path: string | null;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly signal: AbortSignal;
  /** Whether the command needs to know the server's codebases. */
  readonly needsRoots: boolean;
}

/** Throws `INVALID_ARGUMENTS` and `SERVER_UNREACHABLE`. */
export async function openRemoteSession(options: RemoteOptions): Promise<Session> {
  const { server, path, cwd, signal } = options;
  const target = targetOf(server);
  if (!target)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      "--server must be an address such as http://127.0.0.1:7411/mcp, or a command with balanced quotes",
    );
  // Network errors quote the address, so it must not contain credentials.
  if (target.kind === "url" && (target.url.username !== "" || target.url.password !== ""))
    throw new CommandError(
      "INVALID_ARGUMENTS",
      "--server must not contain a user name or password: use SATORI_HTTP_TOKEN",
    );
  const connection = await connect({ ...options, target });
  const folder = remoteFolder(cwd, path);
  const roots = options.needsRoots ? await rootsOf(connection) : [];
  const indexedRoot = (place: string): string | null => nearestRoot(roots, place);
  const codebase = (from = folder): string => codebaseAround(realPathOr(from), indexedRoot);
  return {
    isLocal: false,
    local: null,
    firstReads: "gated",
    outlivesCommand: target.kind === "url",
    cwd,
    folder,
    codebase,
    indexedRoot,
    signal,
    places: [folder, codebase()],
    call: (tool, args, onProgress) => ask(connection, tool, args, onProgress),
    waitForRun: async (args, runId, onProgress) => {
      const askStatus = (): Promise<ToolResult> =>
        connection.call("manage_index", { action: "status", path: args.path });
      return endOfRun(
        args,
        await pollRun({ runId, onProgress, askStatus, sleep: (delayMs) => pause(delayMs, signal, target) }),
      );
    },
    waitForVersion: ({ root, commit }) =>
      ask(connection, "manage_index", { action: "status", path: root, ref: commit }, undefined),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

async function ask<Tool extends ToolName>(
  connection: Connection,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  onProgress: OnProgress | undefined,
): Promise<ToolOutput<Tool>> {
  const answered = answerOf(tool, args, await connection.call(tool, args, onProgress));
  if (answered.kind === "answer") return answered.answer;
  if (answered.kind === "text")
    throw new CommandError("SERVER_UNREACHABLE", TEXT_ANSWER_PROBLEM, EXIT.startUp);
  throw new ProseAnswer(isWorkspaceTool(tool) ? "list_codebases" : tool, answered);
}

/**
 * The server's codebases; empty if it does not list them: the folder of a call is then its own codebase.
 * Closes the connection on failure.
 */
async function rootsOf(connection: Connection): Promise<readonly string[]> {
  try {
    const answered = answerOf("list_codebases", {}, await connection.call("list_codebases", {}));
    if (answered.kind !== "answer" || answered.answer.status !== "ok") return [];
    return Object.values(answered.answer.codebases).flatMap((entries) => entries.map(({ path }) => path));
  } catch (error) {
    if (error instanceof CommandError && error.code === "INVALID_ARGUMENTS") return [];
    // The caller gets no session, so it could not close the connection.
    await connection[Symbol.asyncDispose]();
    throw error;
  }
}

async function pause(delayMs: number, signal: AbortSignal, { kind }: Target): Promise<void> {
  try {
    await sleep(delayMs, undefined, { signal });
  } catch {
    throw new CommandError("CANCELLED", kind === "url" ? SERVER_CONTINUES : SERVER_ENDS);
  }
}

// Waits for the end of a server's run by polling its status.

/**
 * Time between two requests, unless the server says when to ask again. Short at first, since small codebases
 * are done at once.
 */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 1_000;
/** Upper limit for the waiting time that a server requests. */
const MOST_ADVISED_MS = 30_000;
const GROWTH = 1.5;

interface PollOptions {
  readonly askStatus: () => Promise<ToolResult>;
  readonly runId: string;
  readonly onProgress: OnProgress | undefined;
  readonly sleep: (delayMs: number) => Promise<void>;
}

/** The first answer that does not report an active run. */
export async function pollRun({ askStatus, runId, onProgress, sleep }: PollOptions): Promise<ToolResult> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * GROWTH, LONGEST_WAIT_MS)) {
    const result = await askStatus();
    const step = pollStepOf(result, runId);
    if (step.kind === "end") return result;
    showProgress(result, onProgress);
    await sleep(step.afterMs === null ? waitMs : Math.min(step.afterMs, MOST_ADVISED_MS));
  }
}

function showProgress(result: ToolResult, onProgress: OnProgress | undefined): void {
  const envelope = envelopeIn(result);
  const progress =
    envelope && "progress" in envelope
      ? (envelope.progress as
          | { phase: RunPhase; filesDone: number; filesTotal: number | null; chunks: number }
          | undefined)
      : undefined;
  if (progress) onProgress?.(progress.phase, progress);
}
