/**
 * The part of pi that the bridge uses, as its documentation for extensions describes it. pi itself is
 * installed by the user.
 */
import type { JsonSchema } from "@satori/contracts";

/** Passed to an extension when it is loaded. */
export interface Host {
  registerTool(tool: HostTool): void;
  registerCommand(name: string, command: HostCommand): void;
  on<Event extends keyof HostEvents>(event: Event, handler: HostEvents[Event]): void;
}

/** Events that an extension can subscribe to. */
export interface HostEvents {
  readonly session_shutdown: () => Promise<void>;
  /** A handler's return value changes the result. */
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
  /** Converts the model's arguments before they are checked against `parameters`. */
  prepareArguments(args: unknown): unknown;
  /** An exception becomes an error for the model. */
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
  /** For rendering; stored with the session. `{}` if `execute` threw. */
  readonly details: unknown;
}

export interface HostCommand {
  readonly description: string;
  handler(args: string, context: HostContext): Promise<void>;
}

export interface HostContext {
  /** The folder of the session. */
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
