/**
 * The one server of a session: started by the first call, shared by all calls, restarted if it is gone, ended
 * with the session.
 */
import type { CallOptions } from "@satori/client";
import { type ToolName, type ToolResult, mayRetry } from "@satori/contracts";
import { BRIDGE_LIMITS } from "./limits.ts";
import { endedOf } from "./recovery.ts";

/** A running server, with the part of `SatoriClient` that the bridge uses. */
export interface ToolServer {
  readonly isClosed: boolean;
  readonly protocolVersion: string | undefined;
  callRaw(tool: ToolName, args: object, options: CallOptions): Promise<ToolResult>;
  close(): Promise<void>;
}

export type ConnectionCall = { readonly tool: ToolName; readonly args: object; readonly cwd: string } & Pick<
  CallOptions,
  "onProgress"
> & { readonly signal?: AbortSignal | undefined };

export class Connection implements AsyncDisposable {
  private readonly start: (cwd: string) => Promise<ToolServer>;
  private server: Promise<ToolServer> | null = null;
  private isOver = false;

  /** @param start starts a server in a folder; rejects with a `ClientError` */
  constructor(start: (cwd: string) => Promise<ToolServer>) {
    this.start = start;
  }

  /**
   * The server's answer, whatever it says. Throws if there is none, after one retry for calls that allow it.
   */
  async call(call: ConnectionCall): Promise<ToolResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(call);
      } catch (error) {
        const ended = endedOf(error);
        if (
          this.isOver ||
          call.signal?.aborted ||
          ended === null ||
          !mayRetry({ tool: call.tool, attempt, ended })
        )
          throw error;
      }
    }
  }

  /** The protocol version used with the running server; undefined if none runs. */
  async protocolVersion(): Promise<string | undefined> {
    const server = await this.server?.catch(() => null);
    return server && !server.isClosed ? server.protocolVersion : undefined;
  }

  /** Ends the server; no calls may follow. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.isOver = true;
    const server = await this.server?.catch(() => null);
    await server?.close();
  }

  private async attempt({ tool, args, cwd, signal, onProgress }: ConnectionCall): Promise<ToolResult> {
    signal?.throwIfAborted();
    const server = await unlessAborted(this.running(cwd), signal);
    return server.callRaw(tool, args, {
      timeoutMs: BRIDGE_LIMITS.callMs,
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress } : {}),
    });
  }

  /** The running server. Concurrent calls share one start, and its failure. */
  private async running(cwd: string): Promise<ToolServer> {
    for (let known = this.server; known !== null; known = this.server) {
      const server = await known;
      if (!server.isClosed) return server;
      if (this.server === known) this.server = null;
    }
    if (this.isOver) throw new Error("The session has ended");
    const started = this.start(cwd);
    this.server = started;
    started.catch(() => {
      if (this.server === started) this.server = null;
    });
    return started;
  }
}

/**
 * Stops waiting when the signal aborts; a start continues for others who wait for it. @param signal not
 * aborted yet
 */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
