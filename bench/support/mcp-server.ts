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

interface CallAnswer {
  readonly id: number;
  readonly result?: { readonly structuredContent?: unknown };
}

export class McpServer implements AsyncDisposable {
  private readonly lines: LineProcess;
  private nextId = 2;

  private constructor(lines: LineProcess) {
    this.lines = lines;
  }

  /** @param command default: the built server */
  static async start(
    options: CommandOptions,
    command: readonly string[] = [process.execPath, MCP],
  ): Promise<McpServer> {
    const server = new McpServer(new LineProcess(command, options));
    await server.lines.ask(INITIALIZE);
    server.lines.send(INITIALIZED);
    return server;
  }

  async call<Tool extends ToolName>(name: Tool, args: ToolInput<Tool>): Promise<ToolOutput<Tool>> {
    const id = this.nextId++;
    const line = await this.lines.ask(
      JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } }),
    );
    const answer = JSON.parse(line) as CallAnswer;
    check(
      answer.id === id && answer.result?.structuredContent !== undefined,
      `the server answered ${name} with ${line.slice(0, 500)}`,
    );
    return answer.result.structuredContent as ToolOutput<Tool>;
  }

  /**
   * CPU time that the server has used so far, all threads, in steps of 10 ms; NaN if the system does not
   * report it.
   */
  cpuMs(): number {
    return cpuMsOf(this.lines.child.pid ?? 0);
  }

  /** Current memory of the server; NaN if the system does not report it. */
  residentBytes(): number {
    return residentBytesOf(this.lines.child.pid ?? 0);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.lines[Symbol.asyncDispose]();
  }
}
