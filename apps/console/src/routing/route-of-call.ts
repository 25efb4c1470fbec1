/** Maps calls that answers propose to the pages that make them. Pure. */
import type {
  SearchCodebaseInput,
  CallGraphInput,
  FileOutlineInput,
  ManageIndexInput,
  ReadFileInput,
  ToolCall,
  WithPath,
} from "@satori/contracts";
import { pathBelow } from "./paths.ts";
import { GRAPH_DEFAULTS, type Route, SEARCH_DEFAULTS } from "./route.ts";

/**
 * Null for calls without a page: changes to an index, which are made by a button.
 *
 * @param root of the codebase that the answer is about; empty if there is none
 */
export function routeOfCall({ tool, args }: ToolCall, root: string): Route | null {
  // A proposed call has the arguments of its tool. `CallOf` expresses that, but a list of calls of several
  // tools loses it.
  switch (tool) {
    case "list_codebases":
      return { view: "codebases" };
    case "manage_index":
      return args["action"] === "status" ? statusRoute(args as unknown as ManageIndexInput) : null;
    case "search_codebase":
      return searchRoute(args as unknown as WithPath<SearchCodebaseInput>);
    case "call_graph":
      return graphRoute(args as unknown as WithPath<CallGraphInput>);
    case "file_outline":
      return outlineRoute(args as unknown as WithPath<FileOutlineInput>, root);
    case "read_file":
      return fileRoute(args as unknown as WithPath<ReadFileInput>, root);
  }
}

function statusRoute({ path, ref = "" }: ManageIndexInput): Route {
  return { view: "codebase", path, ref };
}

function searchRoute({
  path,
  ref = "",
  query,
  scope = SEARCH_DEFAULTS.scope,
  groupBy = SEARCH_DEFAULTS.groupBy,
  limit = SEARCH_DEFAULTS.limit,
}: WithPath<SearchCodebaseInput>): Route {
  return { view: "search", path, ref, query, scope, groupBy, limit };
}

function graphRoute({
  path,
  ref = "",
  symbol,
  symbolRef,
  direction = GRAPH_DEFAULTS.direction,
  depth = GRAPH_DEFAULTS.depth,
  limit = GRAPH_DEFAULTS.limit,
}: WithPath<CallGraphInput>): Route {
  return {
    view: "graph",
    path,
    ref,
    symbol: symbol ?? symbolRef?.symbolId ?? "",
    direction: direction === "bidirectional" ? "both" : direction,
    depth,
    limit,
    form: GRAPH_DEFAULTS.form,
  };
}

function outlineRoute(
  {
    path,
    ref = "",
    file,
    start_line: startLine,
    end_line: endLine,
    symbolIdExact,
    symbolLabelExact,
  }: WithPath<FileOutlineInput>,
  root: string,
): Route {
  return {
    view: "file",
    path: root === "" ? path : root,
    ref,
    file,
    startLine: startLine ?? null,
    endLine: endLine ?? null,
    symbol: symbolIdExact ?? symbolLabelExact ?? null,
  };
}

function fileRoute(
  {
    path,
    ref = "",
    file: named,
    start_line: startLine,
    end_line: endLine,
    open_symbol: symbol,
  }: WithPath<ReadFileInput>,
  root: string,
): Route {
  return {
    view: "file",
    path: root === "" ? path : root,
    ref,
    file: named ?? (root === "" ? null : pathBelow(root, path)) ?? path,
    startLine: startLine ?? null,
    endLine: endLine ?? null,
    symbol: symbol ?? null,
  };
}
