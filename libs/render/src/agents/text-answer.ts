/** The compact text of an `ok` answer, for agents. Pure. */
import { unusedText } from "./unused-text.ts";
import { type ToolName, type ToolOutput, withArguments, type WorkspaceToolName } from "@satori/contracts";
import { AGENT_VIEW } from "./agent-view.ts";
import { callsText } from "./calls-text.ts";
import { outlineText, readText, workspaceReadText } from "./file-text.ts";
import {
  codebasesText,
  dirText,
  matchesText,
  pathsText,
  smartText,
  workspaceMatchesText,
} from "./listing-text.ts";
import { compareText } from "./compare-text.ts";
import { hierarchyText } from "./hierarchy-text.ts";
import { historyText } from "./history-text.ts";
import { contextText } from "./context-text.ts";
import { impactText } from "./impact-text.ts";
import { searchText, semanticText } from "./search-text.ts";
import type { TextParts } from "./text-parts.ts";

/**
 * The text of an answer. Null for an answer without a text form: one that is not `ok`, or of a tool that
 * changes something.
 *
 * @param args the arguments that were sent: answers omit those that were used as they are
 */
export function textAnswer(tool: ToolName, args: object, answer: ToolOutput<ToolName>): TextParts | null {
  if (!("tool" in answer)) return workspaceText(tool, answer);
  if (answer.status !== "ok") return null;
  switch (answer.tool) {
    case "list_codebases":
      return codebasesText(answer);
    case "search_codebase":
      return "sections" in answer
        ? contextText(withArguments(args, answer))
        : searchText(withArguments(args, answer));
    case "file_outline":
      return outlineText(withArguments(args, answer));
    case "call_graph":
      return callsText(withArguments(args, answer));
    case "read_file":
      return readText(withArguments(args, answer));
    case "list_paths":
      return pathsText(answer);
    case "search_text":
      return matchesText(answer);
    case "semantic_search":
      return semanticText(answer);
    case "change_impact":
      return impactText(answer);
    case "unused_symbols":
      return unusedText(answer);
    case "type_hierarchy":
      return hierarchyText(answer);
    case "symbol_history":
      return historyText(answer);
    case "compare_versions":
      return compareText(answer);
    case "manage_index":
    case "set_scope":
      return null;
  }
}

/** Answers of workspace tools do not name their tool. */
function workspaceText(tool: ToolName, answer: ToolOutput<WorkspaceToolName>): TextParts | null {
  if (!("result" in answer)) return null;
  const { result, meta } = answer;
  const parts = ofWorkspace(tool, result);
  if (parts === null) return null;
  const head = { repo: meta.repo ?? undefined, ...parts.head, truncated: meta.truncated ? true : undefined };
  return { ...parts, head };
}

type WorkspaceResult = Extract<ToolOutput<WorkspaceToolName>, { readonly result: unknown }>["result"];

function ofWorkspace(tool: ToolName, result: WorkspaceResult): TextParts | null {
  if (tool === "list_dir" && "entries" in result) return dirText(result);
  if (tool === "smart_search" && "items" in result) return smartText(result);
  if (tool === "workspace_read" && "content" in result) return workspaceReadText(result);
  return tool === "workspace_search" && "matches" in result ? workspaceMatchesText(result) : null;
}

/** One line about an `ok` answer whose content is elsewhere: its tool, and its message or a count. */
export function answerLine(tool: ToolName, answer: ToolOutput<ToolName>): string {
  const message = "tool" in answer ? answer.message : undefined;
  const told =
    message === undefined ? countOf(textAnswer(tool, {}, answer)) : AGENT_VIEW.wording.sentence(message);
  return `${tool}: ok${told === "" ? "" : `; ${told}`}`;
}

/** Counts that a head begins with. */
const COUNTS = [
  "results",
  "sections",
  "symbols",
  "entries",
  "items",
  "matches",
  "codebases",
  "lines",
  "total",
  "changes",
  "commits",
  "suspects",
  "supertypes",
  "subtypes",
] as const;

function countOf(parts: TextParts | null): string {
  const name = COUNTS.find((field) => parts?.head[field] !== undefined);
  return name === undefined ? "" : `${name}: ${String(parts?.head[name])}`;
}
