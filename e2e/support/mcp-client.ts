/** Runs the server with the client library of the earlier protocol. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { ToolName, ToolOutput } from "@satori/contracts";
import { PATIENT_REQUEST } from "./environment.ts";
import { checkedEnvelope } from "./mcp-answer.ts";
import { MCP_BIN, type McpOptions, environmentOf } from "./mcp-process.ts";
import type { Workspace } from "./workspace.ts";

export interface McpClient extends AsyncDisposable {
  readonly client: Client;
  call<Tool extends ToolName>(tool: Tool, args: Record<string, unknown>): Promise<ToolOutput<Tool>>;
}

export async function connectClient(
  workspace: Workspace,
  { args = [], cwd = workspace.folder, environment, capabilities = {} }: McpOptions = {},
): Promise<McpClient> {
  const client = new Client({ name: "e2e", version: "1" }, { capabilities });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MCP_BIN, ...args],
    cwd,
    env: environmentOf(workspace, environment),
    stderr: "ignore",
  });
  await client.connect(transport, PATIENT_REQUEST);
  return {
    client,
    call: async (tool, toolArgs) =>
      checkedEnvelope(
        tool,
        await client.callTool({ name: tool, arguments: toolArgs }, undefined, PATIENT_REQUEST),
      ),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
