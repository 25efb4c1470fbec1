/**
 * A running `satori-mcp`, called like an agent would: one tool after the other over its standard input and
 * output.
 */
import type { ToolInput, ToolName, ToolOutput } from "@satori/contracts";
import { check } from "./failure.ts";
import { LineProcess } from "./line-process.ts";
import type { CommandOptions } from "./measure.ts";
import { cpuMsOf, residentBytesOf } from "./process-account.ts";
import { MCP } from "./product.ts";

export const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
});
export const INITIALIZED = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });

/** What a call sends to the client, which hands the model one of both forms. */
export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
}

export class McpServer implements AsyncDisposable {
  /** What the server tells every client about its tools. */
  readonly instructions: string;
  private readonly lines: LineProcess;
  private nextId = 2;

  private constructor(lines: LineProcess, instructions: string) {
    this.lines = lines;
    this.instructions = instructions;
  }

  /** @param command default: the built server */
  static async start(
    options: CommandOptions,
    command: readonly string[] = [process.execPath, MCP],
  ): Promise<McpServer> {
    const lines = new LineProcess(command, options);
    const { result } = JSON.parse(await lines.ask(INITIALIZE)) as { result?: { instructions?: string } };
    lines.send(INITIALIZED);
    return new McpServer(lines, result?.instructions ?? "");
  }

  async call<Tool extends ToolName>(name: Tool, args: ToolInput<Tool>): Promise<ToolOutput<Tool>> {
    const result = (await this.request("tools/call", { name, arguments: args })) as CallResult;
    check(
      result.structuredContent !== undefined,
      `the server answered ${name} with ${JSON.stringify(result).slice(0, 500)}`,
    );
    return result.structuredContent as ToolOutput<Tool>;
  }

  /** Result of any request of the protocol. */
  async request(method: string, params: object): Promise<unknown> {
    const id = this.nextId++;
    const line = await this.lines.ask(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    const answer = JSON.parse(line) as { readonly id: number; readonly result?: unknown };
    check(
      answer.id === id && answer.result !== undefined,
      `the server answered ${method} with ${line.slice(0, 500)}`,
    );
    return answer.result;
  }

  get pid(): number {
    return this.lines.child.pid ?? 0;
  }

  /**
   * CPU time that the server and its ended children have used so far, all threads, in steps of 10 ms; NaN if
   * the system does not report it.
   */
  cpuMs(): number {
    return cpuMsOf(this.pid);
  }

  /** Current memory of the server; NaN if the system does not report it. */
  residentBytes(): number {
    return residentBytesOf(this.pid);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.lines[Symbol.asyncDispose]();
  }
}
