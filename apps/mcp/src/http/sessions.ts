/**
 * Sessions of the earlier protocol era: what each client negotiated, kept while it is used, up to a limit.
 */
import { randomUUID } from "node:crypto";
import type { Server } from "@modelcontextprotocol/server";
import type { HttpLimits } from "./limits.ts";
import { SessionTransport } from "./session-transport.ts";

interface Session {
  readonly transport: SessionTransport;
  /** Requests in progress. */
  active: number;
  usedMs: number;
}

export interface SessionsOptions {
  /** Creates a server that is not connected yet. */
  readonly createServer: () => Server;
  readonly limits: Pick<HttpLimits, "maxSessions" | "sessionIdleMs" | "streamKeepAliveMs">;
  readonly nowMs: () => number;
  readonly onError: (error: Error) => void;
}

/** A request; `ended` resolves when its answer has been sent or nobody waits for it any more. */
export interface SessionRequest {
  readonly request: Request;
  readonly body: unknown;
  readonly ended: Promise<void>;
}

/** All open sessions, by id. */
export class McpSessions {
  private readonly options: SessionsOptions;
  private readonly sessions = new Map<string, Session>();

  constructor(options: SessionsOptions) {
    this.options = options;
  }

  get size(): number {
    return this.sessions.size;
  }

  /** Answers a request that opens a session. Null if too many sessions are in use. */
  async open(asked: SessionRequest): Promise<Response | null> {
    const { createServer, limits, nowMs, onError } = this.options;
    this.sweep();
    if (this.sessions.size >= limits.maxSessions && !this.endLeastUsed()) return null;
    const transport = new SessionTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void this.sessions.set(id, { transport, active: 0, usedMs: nowMs() }),
      keepAliveMs: limits.streamKeepAliveMs,
    });
    const server = createServer();
    server.onerror = onError;
    server.onclose = () =>
      void (transport.sessionId === undefined || this.sessions.delete(transport.sessionId));
    await server.connect(transport);
    const response = await transport.handleRequest(asked.request, { parsedBody: asked.body });
    // An invalid handshake leaves no session.
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  /** Answers a request of a session. Null if there is no session with that id, or it has ended. */
  async serve(id: string, { request, body, ended }: SessionRequest): Promise<Response | null> {
    this.sweep();
    const session = this.sessions.get(id);
    if (!session) return null;
    session.active++;
    void ended.then(() => {
      session.active--;
      session.usedMs = this.options.nowMs();
    });
    return session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
  }

  /** Ends sessions that have been unused for long. */
  sweep(): void {
    const before = this.options.nowMs() - this.options.limits.sessionIdleMs;
    for (const session of this.sessions.values())
      if (session.active === 0 && session.usedMs < before) end(session);
  }

  /** Ends all sessions, and the requests in them. */
  close(): void {
    for (const session of this.sessions.values()) end(session);
  }

  /** Ends the least recently used idle session. False if all are in use. */
  private endLeastUsed(): boolean {
    const idle = [...this.sessions.values()].filter(({ active }) => active === 0);
    if (idle.length === 0) return false;
    end(idle.reduce((least, session) => (session.usedMs < least.usedMs ? session : least)));
    return true;
  }
}

/** The session removes itself from the list. */
function end({ transport }: Session): void {
  void transport.close();
}
