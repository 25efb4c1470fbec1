/** A fake server and a fake pi for tests of the bridge. */
import type { CallOptions } from "@satori/client";
import type { ToolResult } from "@satori/contracts";
import type { ToolServer } from "../connection.ts";
import type { Host, HostCommand, HostContext, HostEvents, HostTool, NoticeLevel } from "../host.ts";

/** The outcome of one call: a result, or an error to throw. */
export type Outcome = ToolResult | Error;

export const asResult = (envelope: object): ToolResult => ({
  structuredContent: envelope,
  content: [{ type: "text", text: JSON.stringify(envelope) }],
  isError: (envelope as { status?: string }).status === "error",
});
export const clientError = (kind: string): Error =>
  Object.assign(new Error(`it was ${kind}`), { name: "ClientError", kind });

export class FakeServer implements ToolServer {
  isClosed = false;
  readonly protocolVersion = "2025-11-25";
  readonly calls: { readonly tool: string; readonly args: object; readonly options: CallOptions }[] = [];
  private readonly answer: (call: FakeServer["calls"][number]) => Outcome | Promise<Outcome>;

  constructor(answer: FakeServer["answer"]) {
    this.answer = answer;
  }

  async callRaw(tool: string, args: object, options: CallOptions): Promise<ToolResult> {
    const call = { tool, args, options };
    this.calls.push(call);
    const outcome = await this.answer(call);
    if (!(outcome instanceof Error)) return outcome;
    if ((outcome as { kind?: unknown }).kind === "transport") this.isClosed = true;
    throw outcome;
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

/** A server with the outcomes of its calls, in order; or the error with which its start fails. */
export type Start = readonly Outcome[] | Error;

/** Servers, started in order. */
export function fakeServers(...starts: Start[]) {
  const servers: FakeServer[] = [];
  const folders: string[] = [];
  const start = async (cwd: string): Promise<ToolServer> => {
    const next = starts[folders.length];
    folders.push(cwd);
    if (next instanceof Error) throw next;
    const outcomes = [...(next ?? [])];
    const server = new FakeServer(() => outcomes.shift() ?? new Error("nothing is scripted for this call"));
    servers.push(server);
    return server;
  };
  return {
    start,
    servers,
    folders,
    callsOf: () => servers.map(({ calls }) => calls.map(({ tool }) => tool)),
  };
}

/** The part of pi that the bridge uses. */
export class FakeHost implements Host {
  readonly tools: HostTool[] = [];
  readonly commands = new Map<string, HostCommand>();
  readonly notices: { readonly message: string; readonly level: NoticeLevel }[] = [];
  readonly context: HostContext = {
    cwd: "/srv/shop",
    ui: { notify: (message, level) => void this.notices.push({ message, level }) },
  };
  private readonly handlers: { readonly [Event in keyof HostEvents]: HostEvents[Event][] } = {
    session_shutdown: [],
    tool_result: [],
  };

  registerTool(tool: HostTool): void {
    this.tools.push(tool);
  }

  registerCommand(name: string, command: HostCommand): void {
    this.commands.set(name, command);
  }

  on<Event extends keyof HostEvents>(event: Event, handler: HostEvents[Event]): void {
    this.handlers[event].push(handler);
  }

  tool(name: string): HostTool {
    const found = this.tools.find((tool) => tool.name === name);
    if (!found) throw new Error(`${name} is not registered`);
    return found;
  }

  /**
   * Runs a tool as pi does: an exception becomes an error for the model, and hooks may mark a result as an
   * error.
   */
  async run(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { signal, onUpdate }: { signal?: AbortSignal; onUpdate?: Parameters<HostTool["execute"]>[3] } = {},
  ) {
    const tool = this.tool(name);
    try {
      const result = await tool.execute(
        "call-1",
        tool.prepareArguments(args) as typeof args,
        signal,
        onUpdate,
        this.context,
      );
      const isError = this.handlers.tool_result.some(
        (hook) => hook({ toolName: name, details: result.details })?.isError === true,
      );
      return { text: result.content.map(({ text }) => text).join("\n"), details: result.details, isError };
    } catch (error) {
      return { text: (error as Error).message, details: {}, isError: true };
    }
  }

  async shutDown(): Promise<void> {
    for (const handler of this.handlers.session_shutdown) await handler();
  }
}
