/**
 * A running `satori-mcp`, driven by lines of JSON-RPC: for messages that no client library sends, and for the
 * newest protocol.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ToolName, ToolOutput } from "@satori/contracts";
import { environmentIn } from "./environment.ts";
import { checkedEnvelope } from "./mcp-answer.ts";
import { onLines } from "./process.ts";
import type { Workspace } from "./workspace.ts";

export const MCP_BIN = fileURLToPath(new URL("../../apps/mcp/bin/satori-mcp.js", import.meta.url));

/** `bare`: requests of the earlier protocol without the handshake. */
export type Era = "modern" | "legacy" | "bare";

export interface McpOptions {
  readonly era?: Era;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Capabilities of the client. */
  readonly capabilities?: object;
  /** A command that runs the server with fewer privileges: see `hardship.ts`. */
  readonly under?: readonly string[];
  /** Default: that of the build. */
  readonly script?: string;
}

/** A message of the server, with the fields that tests inspect. */
export interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: { readonly progressToken?: unknown; readonly progress?: number; readonly total?: number };
  readonly result?: { readonly tools?: unknown } & Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Metadata of every request of the newest protocol. */
export function modernMeta(capabilities: object = {}): Record<string, unknown> {
  return {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "e2e", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
}

export function environmentOf(
  workspace: Workspace,
  environment: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", ...environmentIn(workspace), ...environment };
}

export class McpProcess implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  readonly exited: Promise<Exit>;
  /** All output on stdout, by line. */
  readonly lines: string[] = [];
  /** Messages that are not answers to our requests. */
  readonly unasked: Message[] = [];
  stderr = "";
  private readonly options: McpOptions;
  private readonly pending = new Map<number, (message: Message) => void>();
  private nextId = 1;

  constructor(workspace: Workspace, options: McpOptions) {
    this.options = options;
    const { cwd = workspace.folder, args = [], environment, under = [], script = MCP_BIN } = options;
    const [file = "", ...words] = [...under, process.execPath, script, ...args];
    this.child = spawn(file, words, { cwd, env: environmentOf(workspace, environment) });
    this.exited = new Promise((resolve) =>
      this.child.on("close", (code, signal) => resolve({ code, signal })),
    );
    this.child.stderr.setEncoding("utf8").on("data", (part: string) => void (this.stderr += part));
    this.child.stdin.on("error", () => undefined);
    onLines(this.child.stdout, (line) => this.receive(line));
  }

  /** Writes raw bytes to the server's standard input. */
  write(data: string | Uint8Array): void {
    this.child.stdin.write(data);
  }

  send(message: object): void {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** Sends a request and returns its id and the answer. */
  ask(
    method: string,
    params: Record<string, unknown> = {},
  ): { readonly id: number; readonly answer: Promise<Message> } {
    const id = this.nextId++;
    const { _meta: meta, ...rest } = params;
    const full =
      this.options.era === "modern"
        ? { ...modernMeta(this.options.capabilities), ...(meta as object | undefined) }
        : (meta as object | undefined);
    const answer = new Promise<Message>((resolve) => void this.pending.set(id, resolve));
    this.send({ id, method, params: full === undefined ? rest : { ...rest, _meta: full } });
    return { id, answer };
  }

  request(method: string, params: Record<string, unknown> = {}): Promise<Message> {
    return this.ask(method, params).answer;
  }

  /** Calls a tool and checks the answer's general properties. */
  async call<Tool extends ToolName>(
    tool: Tool,
    args: Record<string, unknown>,
    meta?: object,
  ): Promise<ToolOutput<Tool>> {
    const { result } = await this.request("tools/call", {
      name: tool,
      arguments: args,
      ...(meta === undefined ? {} : { _meta: meta }),
    });
    return checkedEnvelope(tool, result);
  }

  async initialize(): Promise<Message> {
    const answer = await this.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: this.options.capabilities ?? {},
      clientInfo: { name: "e2e", version: "1" },
    });
    this.send({ method: "notifications/initialized" });
    return answer;
  }

  /** Closes the server's input and waits for its end. */
  end(): Promise<Exit> {
    this.child.stdin.end();
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill("SIGKILL");
    await this.exited;
  }

  private receive(line: string): void {
    this.lines.push(line);
    // A line that is not JSON fails the test that checks `lines`; it must not end the run here.
    const message = parse(line);
    const isAnswer =
      message.method === undefined && typeof message.id === "number" && this.pending.has(message.id);
    if (!isAnswer) return void this.unasked.push(message);
    this.pending.get(message.id as number)?.(message);
    this.pending.delete(message.id as number);
  }
}

function parse(line: string): Message {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return {};
  }
}

/** Starts a server; a client of the earlier protocol performs the handshake first. */
export async function startMcp(workspace: Workspace, options: McpOptions = {}): Promise<McpProcess> {
  const server = new McpProcess(workspace, options);
  if (options.era === undefined || options.era === "legacy") await server.initialize();
  return server;
}
