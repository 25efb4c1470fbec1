/**
 * What a session and its local process say to each other, besides the protocol that the session speaks: the
 * first line of each side, and the process's control lines. A line of MCP starts with `{` or `[`, a control
 * line with `!`.
 */
import {
  ANSWER_FORMS,
  type AnswerForm,
  TOOL_SETS,
  type ToolName,
  type ToolOutput,
  type ToolSet,
} from "@satori/contracts";
import type { ProgressListener } from "../ports.ts";

/** Grows when either side would misunderstand an older one. */
const PROCESS_PROTOCOL = 1;
const CONTROL = "!";

/** The first line of a connection to a local process. */
export type Hello = { readonly protocol: number } & (
  | SessionHello
  /** Calls of tools follow, one `CallRequest` a line, whose answers are lines, too: `CallReply`. */
  | { readonly kind: "calls" }
  /** A newer build of the program has started: sessions move there. */
  | { readonly kind: "retire" }
);

/** Opens a session of MCP over this connection. Folders are absolute. */
export interface SessionHello {
  readonly kind: "session";
  /** Id of the session; null for a new one. */
  readonly session: string | null;
  /** Whether the session had a scope in another process: until it is set again, answers warn of that. */
  readonly hadScope: boolean;
  readonly workingFolder: string;
  /** `--root`; null if not given. */
  readonly root: string | null;
  readonly allowedRoots: readonly string[];
  readonly tools: readonly ToolSet[];
  readonly answers: AnswerForm;
}

/** A call of a command. Folders are absolute. */
export interface CallRequest {
  /** Of this call on this connection. */
  readonly id: number;
  readonly tool: ToolName;
  readonly args: unknown;
  readonly baseFolder: string;
  readonly sessionRoot: string | null;
  readonly roots: readonly string[];
}

/** Progress of a call, or its end. `failed`: there is no answer; the message is for logs. */
export type CallReply = { readonly id: number } & (
  | { readonly kind: "progress"; readonly values: Parameters<ProgressListener> }
  | { readonly kind: "answer"; readonly answer: ToolOutput<ToolName> }
  | { readonly kind: "failed"; readonly problem: string }
);

/** Control lines of a local process. */
export type Control =
  /** The first line: the session, or the connection for calls, is open. */
  | { readonly kind: "welcome"; readonly pid: number; readonly session: string }
  /** The first line: it is not. `isRetiring`: a newer process will take it. */
  | { readonly kind: "refused"; readonly problem: string; readonly isRetiring: boolean }
  /** The process has begun to work on this tool call. */
  | { readonly kind: "begun"; readonly id: string | number }
  /** The next line answers these requests. */
  | { readonly kind: "answers"; readonly ids: readonly (string | number)[] }
  /** A log line of this session, with its line end. */
  | { readonly kind: "log"; readonly line: string }
  /**
   * Requests from now on are for another process. Those that were sent before are still answered, and what
   * belongs to them (cancellations, answers to the process's own requests) still comes here.
   */
  | { readonly kind: "leaving" };

export function helloLine(hello: SessionHello | { readonly kind: "calls" | "retire" }): string {
  return `${JSON.stringify({ protocol: PROCESS_PROTOCOL, ...hello } satisfies Hello)}\n`;
}

/** Null for anything but a first line of this protocol. */
export function readHello(line: string): Hello | null {
  const hello = objectIn<Hello>(line);
  if (hello?.protocol !== PROCESS_PROTOCOL) return null;
  switch (hello.kind) {
    case "calls":
    case "retire":
      return hello as Hello;
    case "session":
      return isSessionHello(hello) ? (hello as Hello) : null;
    default:
      return null;
  }
}

function isSessionHello(hello: Partial<SessionHello>): boolean {
  const { session, hadScope, workingFolder, root, allowedRoots, tools, answers } = hello;
  return (
    isTextOrNull(session) &&
    typeof hadScope === "boolean" &&
    typeof workingFolder === "string" &&
    isTextOrNull(root) &&
    isTexts(allowedRoots) &&
    isTexts(tools) &&
    tools.every((set) => TOOL_SETS.some((known) => known === set)) &&
    ANSWER_FORMS.some((form) => form === answers)
  );
}

/** Null for anything but a call. */
export function readCall(line: string): CallRequest | null {
  const call = objectIn<CallRequest>(line);
  const isCall =
    call !== null &&
    typeof call.id === "number" &&
    typeof call.tool === "string" &&
    typeof call.baseFolder === "string" &&
    isTextOrNull(call.sessionRoot) &&
    isTexts(call.roots);
  return isCall ? (call as CallRequest) : null;
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function objectIn<Value extends object>(text: string): Partial<Value> | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? (value as Partial<Value>) : null;
  } catch {
    return null;
  }
}

export function controlLine(control: Control): string {
  return `${CONTROL}${JSON.stringify(control)}\n`;
}

/** Whether a line of a process is not one of the session's own protocol. */
export function isControl(line: string): boolean {
  return line.startsWith(CONTROL);
}

/** Null for a line of the session's own protocol, and for a control line of no known form. */
export function readControl(line: string): Control | null {
  return isControl(line) ? (objectIn<Control>(line.slice(CONTROL.length)) as Control | null) : null;
}
