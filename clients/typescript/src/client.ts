/** A connected client: one typed method per tool, and waiting for an index. */
import {
  type Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import {
  ANSWERS_META_KEY,
  envelopeIn,
  isWorkspaceTool,
  parseWorkspaceAnswer,
  TEXT_ANSWER_PROBLEM,
  textAnswerIn,
  type ToolInput,
  type ToolName,
  type ToolResult,
  unknownStatusOf,
} from "@satori/contracts";
import type { ToolOutput } from "./answer.ts";
import { ClientError, reasonOf } from "./errors.ts";
import { ToolMethods } from "./generated/tool-methods.ts";
import { timerMs } from "./timer.ts";
import { type WaitOptions, type WaitResult, waitUntilIndexed } from "./wait.ts";

/**
 * Shares one listener on a caller's signal between many calls: Node warns of a leak at more than ten
 * listeners.
 */
interface Followed {
  readonly followers: Set<AbortController>;
  readonly listener: () => void;
}

class SharedSignals {
  readonly #followed = new WeakMap<AbortSignal, Followed>();

  /** Runs work with a signal of its own, which aborts with the caller's signal until the work has ended. */
  async during<Result>(signal: AbortSignal, work: (own: AbortSignal) => Promise<Result>): Promise<Result> {
    const own = new AbortController();
    const { followers, listener } = this.#followed.get(signal) ?? this.#follow(signal);
    followers.add(own);
    try {
      return await work(own.signal);
    } finally {
      followers.delete(own);
      if (followers.size === 0) {
        signal.removeEventListener("abort", listener);
        this.#followed.delete(signal);
      }
    }
  }

  #follow(signal: AbortSignal): Followed {
    const followers = new Set<AbortController>();
    const listener = (): void => {
      for (const follower of followers) follower.abort(signal.reason);
    };
    signal.addEventListener("abort", listener);
    const followed = { followers, listener };
    this.#followed.set(signal, followed);
    return followed;
  }
}

export interface CallOptions {
  /** Cancels the call, here and in the server. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the call is given up; `Infinity`: never. Default: that of the connection. */
  readonly timeoutMs?: number;
  /** Called while the server works, if it reports progress. */
  readonly onProgress?: (progress: Progress) => void;
}

/** A progress notification of the server. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Created by `connect`. Closing it ends a server that was started for it. */
export class SatoriClient extends ToolMethods implements AsyncDisposable {
  // JavaScript-private, so that printing a client does not show headers, which contain the token.
  readonly #mcp: Client;
  readonly #signals = new SharedSignals();
  private readonly timeoutMs: number;
  private hasEnded = false;

  constructor(mcp: Client, timeoutMs: number) {
    super();
    this.#mcp = mcp;
    this.timeoutMs = timeoutMs;
    mcp.onclose = () => void (this.hasEnded = true);
  }

  /** Whether the connection has ended, by `close` or by the server; no more calls are sent then. */
  get isClosed(): boolean {
    return this.hasEnded;
  }

  /** The tool's answer, whatever its status. Throws `ClientError` if there is none. */
  override async call<Tool extends ToolName>(
    tool: Tool,
    args: ToolInput<Tool>,
    options: CallOptions = {},
  ): Promise<ToolOutput<Tool>> {
    return answerOf(tool, await this.callRaw(tool, args, options));
  }

  /**
   * What the server sent, an answer of the tool or prose of an older server: for `parseManageStatus` and
   * similar functions.
   */
  async callRaw(
    tool: string,
    args: object,
    { signal, timeoutMs = this.timeoutMs, onProgress }: CallOptions = {},
  ): Promise<ToolResult> {
    try {
      signal?.throwIfAborted();
      if (this.hasEnded) throw new Error("the connection is closed; connect again");
      const options = { timeout: timerMs(timeoutMs), ...(onProgress ? { onprogress: onProgress } : {}) };
      const call = (own?: AbortSignal): Promise<unknown> =>
        this.#mcp.callTool(
          // Whatever form the server is set to: only envelopes have types.
          { name: tool, arguments: { ...args }, _meta: { [ANSWERS_META_KEY]: "both" } },
          { ...options, ...(own ? { signal: own } : {}) },
        );
      return (await (signal ? this.#signals.during(signal, call) : call())) as ToolResult;
    } catch (error) {
      throw errorOf(tool, error, { signal, timeoutMs });
    }
  }

  /**
   * Names of the tools that the server offers, in its order. Throws `ClientError` as calls do.
   */
  async toolNames({ signal, timeoutMs = this.timeoutMs }: Omit<CallOptions, "onProgress"> = {}): Promise<
    readonly string[]
  > {
    try {
      const options = { timeout: timerMs(timeoutMs), ...(signal ? { signal } : {}) };
      // Not by `listTools`: after it, the library would check each answer against the listed schema.
      const { tools } = await this.#mcp.request({ method: "tools/list" }, options);
      return tools.map(({ name }) => name);
    } catch (error) {
      throw errorOf("tools/list", error, { signal, timeoutMs });
    }
  }

  /**
   * Polls the state of an index until it is known how the run ended; see `WaitResult`. Also understands
   * answers in prose.
   */
  waitUntilIndexed(path: string, options: WaitOptions = {}): Promise<WaitResult> {
    return waitUntilIndexed(
      (signal) => this.callRaw("manage_index", { action: "status", path }, signal ? { signal } : {}),
      options,
    );
  }

  /** The negotiated protocol version. */
  get protocolVersion(): string | undefined {
    return this.#mcp.getNegotiatedProtocolVersion();
  }

  async close(): Promise<void> {
    const { transport } = this.#mcp;
    // Ends the session, so that the server need not wait until it expires; a server that is gone has none.
    if (transport instanceof StreamableHTTPClientTransport)
      await transport.terminateSession().catch(() => undefined);
    await this.#mcp.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** @throws ClientError if the result contains no answer of this tool; its cause is the result */
function answerOf<Tool extends ToolName>(tool: Tool, result: ToolResult): ToolOutput<Tool> {
  const answer: unknown = isWorkspaceTool(tool) ? parseWorkspaceAnswer(result) : envelopeIn(result);
  const isOwn = answer !== null && (isWorkspaceTool(tool) || (answer as { tool: string }).tool === tool);
  if (!isOwn) {
    if (textAnswerIn(result) !== null)
      throw new ClientError("invalid_answer", `${tool}: ${TEXT_ANSWER_PROBLEM}`, result);
    const status = unknownStatusOf(result);
    const unlike = status === null ? "" : ` in this version: its status is "${status}"`;
    throw new ClientError(
      "invalid_answer",
      `The server's answer is not a valid answer of ${tool}${unlike}`,
      result,
    );
  }
  // Its tool and version have just been checked.
  return answer as ToolOutput<Tool>;
}

function errorOf(
  tool: string,
  error: unknown,
  { signal, timeoutMs }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): ClientError {
  if (signal?.aborted) return new ClientError("cancelled", `${tool}: cancelled`, error);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return new ClientError("timeout", `${tool}: no answer in ${timeoutMs} ms`, error);
  return new ClientError(
    error instanceof ProtocolError ? "protocol" : "transport",
    `${tool}: ${reasonOf(error)}`,
    error,
  );
}
