/**
 * The server over HTTP within the test's process: real sockets and the real protocol layer, with calls that
 * the test answers.
 */
import { type Socket, connect } from "node:net";
import type { AnyEnvelope } from "@satori/contracts";
import type { Call } from "../../calls/call.ts";
import { createServer } from "../../server.ts";
import { listTools } from "../../tool-listing.ts";
import { type Answered, HttpServer, type HttpServerOptions } from "../http-server.ts";
import { HTTP_LIMITS, type HttpLimits } from "../limits.ts";
import { type McpEndpoint, createMcpEndpoint } from "../mcp-endpoint.ts";

export interface LocalServer extends AsyncDisposable {
  readonly server: HttpServer;
  readonly mcp: McpEndpoint;
  readonly url: string;
  readonly answered: Answered[];
  readonly defects: unknown[];
  /** The clock of sessions and of the request rate, in milliseconds. */
  readonly clock: { nowMs: number };
  /** Sends a message to /mcp. */
  post(
    message: unknown,
    headers?: Readonly<Record<string, string>>,
    options?: RequestInit,
  ): Promise<Response>;
  /** Sends bytes as they are; resolves to everything received until the server closes the connection. */
  raw(text: string): Promise<string>;
  /** Opens a connection. */
  connect(): Socket;
}

export interface LocalOptions {
  readonly limits?: Partial<HttpLimits>;
  readonly answer?: (call: Call) => Promise<AnyEnvelope>;
  readonly server?: Partial<HttpServerOptions>;
}

export const LISTED: AnyEnvelope = {
  tool: "list_codebases",
  version: 1,
  status: "ok",
  codebases: { ready: [], indexing: [], requiresReindex: [], failed: [] },
  humanText: "",
  meta: { durationMs: 0 },
};

export const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "list_codebases", arguments: {} },
};

/** The same call in the newest era, with the headers that it needs. */
export const MODERN_CALL = {
  ...CALL,
  params: {
    ...CALL.params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
};
export const MODERN_HEADERS = {
  "MCP-Protocol-Version": "2026-07-28",
  "Mcp-Method": "tools/call",
  "Mcp-Name": "list_codebases",
};

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

export async function startLocal({
  limits: other = {},
  answer = () => Promise.resolve(LISTED),
  server: parts = {},
}: LocalOptions = {}): Promise<LocalServer> {
  const clock = { nowMs: 1_000_000 };
  const answered: Answered[] = [];
  const defects: unknown[] = [];
  const common = { limits: { ...HTTP_LIMITS, ...other }, nowMs: () => clock.nowMs };
  const mcp = localEndpoint({ ...common, answer });
  const server = new HttpServer({
    ...common,
    mcp,
    consoleFiles: new Map(),
    admission: { boundHost: "127.0.0.1", hosts: [], origins: [] },
    token: null,
    problems: () => Promise.resolve([]),
    metrics: () => Promise.resolve({ contentType: "text/plain", text: "" }),
    onAnswered: (one) => void answered.push(one),
    onDefect: (error) => void defects.push(error),
    ...parts,
  });
  const port = await server.listen("127.0.0.1", 0);
  return {
    server,
    mcp,
    answered,
    defects,
    clock,
    ...requestsTo(port),
    [Symbol.asyncDispose]: async () => {
      server.close();
      await mcp.close();
    },
  };
}

/** The protocol layer, with calls that the test answers. */
function localEndpoint({
  limits,
  nowMs,
  answer,
}: {
  readonly limits: HttpLimits;
  readonly nowMs: () => number;
  readonly answer: NonNullable<LocalOptions["answer"]>;
}): McpEndpoint {
  const calls = { run: answer, settled: () => Promise.resolve() };
  return createMcpEndpoint({
    limits,
    nowMs,
    onError: () => undefined,
    createServer: () =>
      createServer({
        version: "1",
        tools: listTools({ sets: ["core"], store: "sqlite" }),
        answers: "both",
        calls,
        folders: () => () => Promise.resolve({ baseFolder: "/", sessionRoot: null, roots: [] }),
        callerOf: ({ http, sessionId }) => ({
          requestId: http?.req?.headers.get("x-request-id") ?? "",
          session: { header: http?.req?.headers.get("x-session-id") ?? null, transport: sessionId ?? null },
        }),
      }),
  });
}

/** Ways to send requests to the server on the port. */
function requestsTo(port: number): Pick<LocalServer, "url" | "post" | "raw" | "connect"> {
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    post: (message, headers = {}, options = {}) =>
      fetch(`${url}/mcp`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          ...headers,
        },
        body: typeof message === "string" ? message : JSON.stringify(message),
        ...options,
      }),
    raw: (text) =>
      new Promise((resolve) => {
        let said = "";
        const socket = connect(port, "127.0.0.1", () => void socket.write(text))
          .setEncoding("latin1")
          .on("data", (part: string) => void (said += part))
          .on("error", () => undefined)
          .on("close", () => resolve(said));
      }),
    connect: () => connect(port, "127.0.0.1"),
  };
}

/** The messages of an answer, as JSON or as an event stream. */
export async function messagesOf(response: Response): Promise<
  {
    readonly id?: unknown;
    readonly result?: Record<string, unknown>;
    readonly error?: { code: number; message: string };
    readonly method?: string;
    readonly params?: Record<string, unknown>;
  }[]
> {
  const text = await response.text();
  if (response.headers.get("content-type") !== "text/event-stream") return [JSON.parse(text)].flat() as never;
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)) as never);
}
