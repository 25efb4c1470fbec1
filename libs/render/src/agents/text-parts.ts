/** The parts of a text answer that all tools share. Pure. */
import { escapeInvisible, type HeadFieldValues, rootOf, shortCommit, type ToolCall } from "@satori/contracts";
import { AGENT_VIEW } from "./agent-view.ts";

/** A text answer without its tool's name. */
export interface TextParts {
  /** Fields of the head, in their order. */
  readonly head: HeadFieldValues;
  readonly body: string;
  /** Further texts, for what must not be mixed with a body that is a file's text. */
  readonly additions: readonly string[];
}

/** What every envelope may have. */
interface Common {
  readonly path?: string;
  readonly effectiveRoot?: string;
  readonly warnings?: readonly string[];
  readonly session_id?: string;
  readonly commit?: string;
}

/** Warnings, session and version, which every head has, and the root. */
export function commonFields(answer: Common): HeadFieldValues {
  const { path, warnings = [], session_id: session, commit } = answer;
  const root = rootOf(answer);
  return {
    warnings: warnings.length === 0 ? undefined : warnings.join(","),
    session,
    commit: commit === undefined ? undefined : shortCommit(commit),
    root,
    path: path === root ? undefined : path,
  };
}

/** A call as one line that an agent can make as it stands. */
export function callText({ tool, args }: ToolCall): string {
  return `${tool} ${jsonLine(args)}`;
}

/** JSON on one line, in which nothing is invisible. */
export function jsonLine(value: unknown): string {
  return escapeInvisible(JSON.stringify(value));
}

/** The last lines of an answer: useful next calls, each once. */
export function nextLines(calls: readonly (ToolCall | undefined)[]): string[] {
  const lines = calls.flatMap((call) => (call === undefined ? [] : [`next: ${callText(call)}`]));
  return [...new Set(lines)];
}

/** Blocks that are not empty, separated by blank lines. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  return blocks
    .map((lines) => lines.join("\n"))
    .filter((block) => block !== "")
    .join("\n\n");
}

/** The message of an answer as one line; none if there is no message. */
export function messageLines({ message }: { readonly message?: string | undefined }): string[] {
  return message === undefined || message === "" ? [] : [AGENT_VIEW.wording.sentence(message)];
}

/** Filters that applied to a call, if there are any. */
export function scopeLines(scope: object | undefined): string[] {
  return scope === undefined || Object.keys(scope).length === 0 ? [] : [`scope: ${jsonLine(scope)}`];
}
