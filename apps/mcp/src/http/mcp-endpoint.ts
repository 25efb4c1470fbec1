/**
 * `/mcp` in both protocol eras: the newest, without sessions, and the earlier ones, with sessions or, without
 * a handshake, one request at a time.
 */
import {
  type RequestId,
  type Server,
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isLegacyRequest,
} from "@modelcontextprotocol/server";
import { ALL_VERSIONS } from "../protocol-versions.ts";
import type { HttpLimits } from "./limits.ts";
import { MAX_SHOWN_CHARS, RPC, type Refusal, refusalResponse, shownId, tooMuch } from "./guards/refusal.ts";
import { McpSessions, type SessionRequest } from "./sessions.ts";

/** Answers requests to `/mcp`. */
export interface McpEndpoint {
  /** Never rejects. */
  answer(asked: SessionRequest): Promise<Response>;
  /** Ends unused sessions. */
  sweep(): void;
  /** Ends sessions and subscriptions, and cancels running calls. */
  close(): Promise<void>;
  readonly sessions: number;
}

export interface McpEndpointOptions {
  readonly createServer: () => Server;
  readonly limits: HttpLimits;
  readonly nowMs: () => number;
  /**
   * Receives errors that clients cause and that end a request or a session early; none of them ends the
   * server.
   */
  readonly onError: (error: Error) => void;
}

const SESSION_HEADER = "mcp-session-id";
const VERSION_HEADER = "mcp-protocol-version";
const SESSION_NOT_FOUND: Refusal = {
  status: 404,
  code: RPC.sessionNotFound,
  message: "Session not found. Start a new one with initialize",
};

export function createMcpEndpoint({ createServer, limits, nowMs, onError }: McpEndpointOptions): McpEndpoint {
  const sessions = new McpSessions({ createServer, limits, nowMs, onError });
  const handler = createMcpHandler(createServer, {
    onerror: onError,
    maxSubscriptions: limits.maxSubscriptions,
    keepAliveMs: limits.streamKeepAliveMs,
  });

  const answerLegacy = async (asked: SessionRequest): Promise<Response> => {
    const refusal = refuseVersion(asked) ?? refuseRepeatedId(asked);
    if (refusal) return refusalResponse(refusal);
    const id = asked.request.headers.get(SESSION_HEADER);
    if (id !== null) return (await sessions.serve(id, asked)) ?? refusalResponse(SESSION_NOT_FOUND);
    if (isInitializeRequest(asked.body))
      return (
        (await sessions.open(asked)) ?? refusalResponse(tooMuch(503, "Too many sessions are open", 1_000))
      );
    if (asked.request.method === "DELETE")
      return refusalResponse({
        status: 400,
        code: RPC.invalidRequest,
        message: "Pass the session to end in the Mcp-Session-Id header",
      });
    return handler.fetch(asked.request, { parsedBody: asked.body });
  };

  return {
    answer: async (asked) => {
      try {
        return (await isLegacyRequest(asked.request, asked.body))
          ? await answerLegacy(asked)
          : await handler.fetch(asked.request, { parsedBody: asked.body });
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        return refusalResponse({ status: 500, code: -32_603, message: "Internal error" });
      }
    },
    sweep: () => sessions.sweep(),
    close: async () => {
      sessions.close();
      await handler.close();
    },
    get sessions() {
      return sessions.size;
    },
  };
}

/** A handshake may name any version: its answer names a supported one. */
function refuseVersion({ request, body }: SessionRequest): Refusal | null {
  const version = request.headers.get(VERSION_HEADER);
  if (version === null || ALL_VERSIONS.includes(version) || isInitializeRequest(body)) return null;
  return {
    status: 400,
    message:
      `Unsupported protocol version: ${version.slice(0, MAX_SHOWN_CHARS)} (supported versions: ` +
      `${ALL_VERSIONS.join(", ")})`,
  };
}

/** Rejects a batch with duplicate ids: only ids tell which answer belongs to which request. */
function refuseRepeatedId({ body }: SessionRequest): Refusal | null {
  const ids = [body]
    .flat()
    .filter((message) => isJSONRPCRequest(message))
    .map(({ id }) => id);
  const seen = new Set<RequestId>();
  const repeated = ids.find((id) => seen.size === seen.add(id).size);
  return repeated === undefined
    ? null
    : {
        status: 400,
        code: RPC.invalidRequest,
        message: `Two requests of the batch have the id ${shownId(repeated)}: ids must be unique`,
      };
}
