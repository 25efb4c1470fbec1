/**
 * The instructions that a server gives to the model that uses it: how to begin, given the tools that it
 * offers. Pure.
 */
import type { ListedTool } from "./tool-listing.ts";

const CORE =
  "Satori searches code on this machine. list_codebases lists indexed codebases; manage_index create " +
  "indexes a folder (poll status until ok). Then ask search_codebase in plain words, and follow its " +
  "results with file_outline, call_graph and read_file. Pass absolute paths; `file` in an answer is " +
  "relative to its effectiveRoot. Answers are envelopes: branch on status and reason; hints contain " +
  "the next useful call.";

const WORKSPACE =
  "Docs and code of this workspace: find things with smart_search, and read its items with " +
  "workspace_read; list_dir lists folders. Paths are relative to the root given by repo; without " +
  "repo, both are searched.";

export function instructionsFor(tools: readonly Pick<ListedTool, "name">[]): string {
  const offers = (name: ListedTool["name"]): boolean => tools.some((tool) => tool.name === name);
  return [...(offers("search_codebase") ? [CORE] : []), ...(offers("smart_search") ? [WORKSPACE] : [])].join(
    " ",
  );
}
