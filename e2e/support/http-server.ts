/** A running `satori-mcp --http`, and its clients of both protocol versions. */
import { type ChildProcess, spawn } from "node:child_process";
import { type Socket, connect } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { ToolName, ToolOutput } from "@satori/contracts";
import { until } from "../../tools/until.ts";
import { PATIENT_REQUEST } from "./environment.ts";
import { checkedEnvelope } from "./mcp-answer.ts";
import { type Exit, MCP_BIN, type Message, environmentOf, modernMeta } from "./mcp-process.ts";
import type { Workspace } from "./workspace.ts";

export interface HttpOptions {
  /** Default: the workspace's folder. */
  readonly roots?: readonly string[];
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: `satori-mcp --http`. */
  readonly command?: readonly string[];
}

export class HttpProcess implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly exited: Promise<Exit>;
  stdout = "";
  stderr = "";
  private nextId = 1;

  constructor(
    workspace: Workspace,
    { roots = [workspace.folder], args = [], environment, command = [MCP_BIN, "--http"] }: HttpOptions,
  ) {
    const env = environmentOf(workspace, {
      SATORI_ALLOWED_ROOTS: roots.join(":"),
      SATORI_LOG_LEVEL: "debug",
      ...environment,
    });
    const child = spawn(process.execPath, [...command, ...args], {
      cwd: workspace.folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    this.exited = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
    child.stdout.setEncoding("utf8").on("data", (part: string) => void (this.stdout += part));
    child.stderr.setEncoding("utf8").on("data", (part: string) => void (this.stderr += part));
  }

  /** URL of the server, without a path. */
  get url(): string {
    return /listening on (http:\S+)\/mcp/.exec(this.stderr)?.[1] ?? "";
  }

  get log(): readonly Readonly<Record<string, unknown>>[] {
    return this.stderr
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  get(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, init);
  }

  /** Sends a message to /mcp, given as text or as a value. */
  post(
    message: unknown,
    headers: Readonly<Record<string, string>> = {},
    init: RequestInit = {},
  ): Promise<Response> {
    const body = typeof message === "string" ? message : JSON.stringify(message);
    return this.get("/mcp", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      body,
      ...init,
    });
  }

  /** Sends a request of the newest protocol, which has no sessions. */
  ask(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
    init: RequestInit = {},
  ): Promise<Response> {
    const { _meta: meta, ...rest } = params;
    const named = typeof params["name"] === "string" ? { "Mcp-Name": params["name"] } : {};
    const message = {
      jsonrpc: "2.0",
      id: this.nextId++,
      method,
      params: { ...rest, _meta: { ...modernMeta(), ...(meta as object | undefined) } },
    };
    return this.post(
      message,
      { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, ...named, ...headers },
      init,
    );
  }

  /** Calls a tool with the newest protocol and checks the answer's general properties. */
  async call<Tool extends ToolName>(
    tool: Tool,
    args: Record<string, unknown>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ToolOutput<Tool>> {
    const messages = await messagesOf(await this.ask("tools/call", { name: tool, arguments: args }, headers));
    return checkedEnvelope(tool, messages.at(-1)?.result);
  }

  /** A connection for writing raw bytes. */
  connect(): Socket {
    const { hostname, port } = new URL(this.url);
    return connect(Number(port), hostname);
  }

  /** Writes raw bytes; resolves with everything that comes back until the server closes the connection. */
  raw(bytes: string): Promise<string> {
    return new Promise((resolve) => {
      let said = "";
      const socket = this.connect();
      socket
        .setEncoding("latin1")
        .on("data", (part: string) => void (said += part))
        .on("error", () => undefined)
        .on("close", () => resolve(said))
        .write(bytes, "latin1");
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill("SIGKILL");
    await this.exited;
  }
}

/** Starts a server on a free port; resolves when it listens. */
export async function startHttp(workspace: Workspace, options: HttpOptions = {}): Promise<HttpProcess> {
  const server = new HttpProcess(workspace, { ...options, args: ["--port", "0", ...(options.args ?? [])] });
  await until("the server listens", () => {
    if (server.child.exitCode !== null) throw new Error(`the server has ended: ${server.stderr}`);
    return server.url !== "";
  });
  return server;
}

/** The messages of a response, which is JSON or an event stream. */
export async function messagesOf(response: Response): Promise<readonly Message[]> {
  const text = await response.text();
  if (response.headers.get("content-type") !== "text/event-stream")
    return [JSON.parse(text) as Message | Message[]].flat();
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)) as Message);
}

export interface HttpClient extends AsyncDisposable {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  call<Tool extends ToolName>(tool: Tool, args: Record<string, unknown>): Promise<ToolOutput<Tool>>;
}

/** The client library of the earlier protocol. */
export async function connectHttp(
  server: HttpProcess,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpClient> {
  const client = new Client({ name: "e2e", version: "1" }, { capabilities: {} });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
    requestInit: { headers },
  });
  // The library's own types conflict under exact optional properties.
  await client.connect(transport as Parameters<Client["connect"]>[0], PATIENT_REQUEST);
  return {
    client,
    transport,
    call: async (tool, args) =>
      checkedEnvelope(
        tool,
        await client.callTool({ name: tool, arguments: args }, undefined, PATIENT_REQUEST),
      ),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
