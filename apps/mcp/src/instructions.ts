/**
 * The instructions that a server gives to the model that uses it: how to begin, given the tools that it
 * offers. Pure.
 */
import type { ListedTool } from "./tool-listing.ts";

const CORE =
  "Satori searches code on this machine. list_codebases says what is indexed; manage_index create " +
  "indexes a folder (poll status until ok). " +
  "Then ask search_codebase in plain words, and follow its hits with file_outline, call_graph and " +
  "read_file. " +
  "Give absolute paths; `file` of an answer counts from its effectiveRoot. " +
  "Answers are envelopes: branch on status and reason; hints name the next useful call.";

const WORKSPACE =
  "Docs and code of this workspace: ask smart_search for whatever you look for, and follow its items " +
  "with workspace_read; list_dir shows what there is. " +
  "Paths are relative to the root that repo names; leave repo out to ask both.";

export function instructionsFor(tools: readonly Pick<ListedTool, "name">[]): string {
  const offers = (name: ListedTool["name"]): boolean => tools.some((tool) => tool.name === name);
  return [...(offers("search_codebase") ? [CORE] : []), ...(offers("smart_search") ? [WORKSPACE] : [])].join(
    " ",
  );
}
