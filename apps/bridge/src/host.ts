/**
 * What the bridge uses of pi, as its documentation for extensions has it. pi itself comes with whoever runs
 * the bridge.
 */
import type { JsonSchema } from "@satori/contracts";

/** What an extension is given when it is loaded. */
export interface Host {
  registerTool(tool: HostTool): void;
  registerCommand(name: string, command: HostCommand): void;
  on<Event extends keyof HostEvents>(event: Event, handler: HostEvents[Event]): void;
}

/** What can be listened to. */
export interface HostEvents {
  readonly session_shutdown: () => Promise<void>;
  /** What a handler returns changes the result. */
  readonly tool_result: (event: ToolResultEvent) => { readonly isError: boolean } | undefined;
}

export interface HostTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** One line for the list of tools in the system prompt. */
  readonly promptSnippet: string;
  readonly promptGuidelines?: readonly string[];
  readonly parameters: JsonSchema;
  /** What the model gave → what is checked against `parameters`. */
  prepareArguments(args: unknown): unknown;
  /** What it throws is an error to the model. */
  execute(
    callId: string,
    args: ToolArguments,
    signal: AbortSignal | undefined,
    onUpdate: ((partial: HostToolResult) => void) | undefined,
    context: HostContext,
  ): Promise<HostToolResult>;
  renderCall(args: ToolArguments, theme: Theme): Component;
  renderResult(
    result: HostToolResult,
    options: { readonly expanded: boolean; readonly isPartial: boolean },
    theme: Theme,
  ): Component;
}

export type ToolArguments = Readonly<Record<string, unknown>>;

export interface HostToolResult {
  /** For the model. */
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  /** For rendering; kept with the session. Of what was thrown: `{}`. */
  readonly details: unknown;
}

export interface HostCommand {
  readonly description: string;
  handler(args: string, context: HostContext): Promise<void>;
}

export interface HostContext {
  /** Of the session. */
  readonly cwd: string;
  readonly ui: { notify(message: string, level: NoticeLevel): void };
}

export type NoticeLevel = "info" | "warning" | "error";

export interface ToolResultEvent {
  readonly toolName: string;
  readonly details?: unknown;
}

export type ThemeColor =
  | "toolTitle"
  | "accent"
  | "muted"
  | "dim"
  | "toolOutput"
  | "success"
  | "warning"
  | "error";

export interface Theme {
  fg(color: ThemeColor, text: string): string;
  bold(text: string): string;
}

/** Lines of a terminal. */
export interface Component {
  render(width: number): string[];
  invalidate(): void;
}
