/**
 * Clients behind one interface, so that all of them get the same answers: the bare protocol with the parser
 * of the contracts, the command line, and the bridge. The latter two run in this process, from their
 * arguments or calls to their final output; a process for each call would take minutes.
 */
import { setMaxListeners } from "node:events";
import { connect } from "@satori/client";
import {
  type AnyEnvelope,
  type ManageState,
  exitCodeOfResult,
  envelopeIn,
  parseManageStatus,
  type ToolName,
  type ToolResult,
} from "@satori/contracts";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { registerBridge } from "../../apps/bridge/src/bridge.ts";
import { FakeHost } from "../../apps/bridge/src/testing/fakes.ts";
import { openRemoteSession } from "../../apps/cli/src/remote/remote-session.ts";
import { runCommand } from "../../apps/cli/src/run-command.ts";
import { PATIENT_REQUEST } from "./environment.ts";
import type { ScriptedServer } from "./scripted-server.ts";

/** A client's interpretation of a call; null if it reports that there is no answer. */
export type Decision = {
  readonly exitCode: number;
  readonly state: ManageState;
  readonly envelope: AnyEnvelope | null;
} | null;

export interface ContractClient extends AsyncDisposable {
  /** `told` is its message if there is no answer. */
  call(
    tool: ToolName,
    args: object,
    signal?: AbortSignal,
  ): Promise<{ readonly decision: Decision; readonly told: string }>;
}

export const CLIENTS: Readonly<Record<string, (target: ScriptedServer) => Promise<ContractClient>>> = {
  "bare MCP": openMcp,
  "the command line": openCli,
  "the bridge": openBridge,
};

const decided = (result: ToolResult): Decision => ({
  exitCode: exitCodeOfResult(result),
  state: parseManageStatus(result).state,
  envelope: envelopeIn(result),
});

async function openMcp({ command, args }: ScriptedServer): Promise<ContractClient> {
  const client = new Client({ name: "contract", version: "1" });
  await client.connect(new StdioClientTransport({ command, args: [...args] }), PATIENT_REQUEST);
  return {
    call: async (name, given, signal) => {
      try {
        const result = (await client.callTool({ name, arguments: { ...given } }, undefined, {
          ...PATIENT_REQUEST,
          ...(signal ? { signal } : {}),
        })) as ToolResult;
        return { decision: decided(result), told: "" };
      } catch (error) {
        return { decision: null, told: String(error) };
      }
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function openCli({ line: server }: ScriptedServer): Promise<ContractClient> {
  const open = (signal: AbortSignal) =>
    openRemoteSession({
      server,
      token: null,
      path: null,
      cwd: "/",
      environment: process.env,
      version: "1",
      signal,
      needsRoots: false,
    });
  const { signal: never } = new AbortController();
  // All scenarios run concurrently, each with a listener.
  setMaxListeners(0, never);
  const shared = await open(never);
  return {
    call: async (tool, args, signal) => {
      const said = { stdout: "", stderr: "" };
      const asked = signal ?? never;
      const interruption = {
        signal: asked,
        exitCode: () => null,
        hasCome: async () => asked.aborted,
        [Symbol.dispose]: () => undefined,
      };
      const exitCode = await runCommand(
        ["tool", "call", tool, "--args-json", JSON.stringify(args), "--server", server],
        {
          version: "1",
          environment: {},
          listen: () => interruption,
          stdout: { write: (text) => (said.stdout += text) },
          stderr: { write: (text) => (said.stderr += text) },
          // All commands share one server, except for those that are interrupted: the signal belongs to the
          // session.
          open: async () =>
            signal ? open(signal) : { ...shared, [Symbol.asyncDispose]: async () => undefined },
        },
      );
      const result = said.stdout === "" ? null : { structuredContent: JSON.parse(said.stdout) as object };
      return {
        decision: result && {
          exitCode,
          state: parseManageStatus(result).state,
          envelope: envelopeIn(result),
        },
        told: `${exitCode} ${said.stderr}`,
      };
    },
    [Symbol.asyncDispose]: () => shared[Symbol.asyncDispose](),
  };
}

async function openBridge({ command, args }: ScriptedServer): Promise<ContractClient> {
  const host = new FakeHost();
  registerBridge(host, { store: "sqlite", startServer: () => connect({ command, args, stderr: "ignore" }) });
  return {
    call: async (tool, given, signal) => {
      const { text, details, isError } = await host.run(tool, { ...given }, signal ? { signal } : {});
      // A thrown error has no view.
      const isAnswer = Object.keys(details as object).length > 0;
      return {
        decision: isAnswer ? decided({ isError, content: [{ type: "text", text }] }) : null,
        told: text,
      };
    },
    [Symbol.asyncDispose]: () => host.shutDown(),
  };
}
