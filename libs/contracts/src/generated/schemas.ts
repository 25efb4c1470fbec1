// Made by `npm run generate`; do not edit.
import type { ToolName } from "../tool-names.ts";
import { INPUT_SCHEMAS, type JsonSchema } from "./input-schemas.ts";
import list_codebases_output from "./list_codebases.output.schema.json" with { type: "json" };
import manage_index_output from "./manage_index.output.schema.json" with { type: "json" };
import search_codebase_output from "./search_codebase.output.schema.json" with { type: "json" };
import file_outline_output from "./file_outline.output.schema.json" with { type: "json" };
import call_graph_output from "./call_graph.output.schema.json" with { type: "json" };
import read_file_output from "./read_file.output.schema.json" with { type: "json" };
import set_scope_output from "./set_scope.output.schema.json" with { type: "json" };
import list_paths_output from "./list_paths.output.schema.json" with { type: "json" };
import search_text_output from "./search_text.output.schema.json" with { type: "json" };
import semantic_search_output from "./semantic_search.output.schema.json" with { type: "json" };
import change_impact_output from "./change_impact.output.schema.json" with { type: "json" };
import unused_symbols_output from "./unused_symbols.output.schema.json" with { type: "json" };
import type_hierarchy_output from "./type_hierarchy.output.schema.json" with { type: "json" };
import symbol_history_output from "./symbol_history.output.schema.json" with { type: "json" };
import compare_versions_output from "./compare_versions.output.schema.json" with { type: "json" };
import list_dir_output from "./list_dir.output.schema.json" with { type: "json" };
import smart_search_output from "./smart_search.output.schema.json" with { type: "json" };
import workspace_read_output from "./workspace_read.output.schema.json" with { type: "json" };
import workspace_search_output from "./workspace_search.output.schema.json" with { type: "json" };
import listing from "./listing.json" with { type: "json" };

/** Of each tool: the schemas of its input and output, and the shorter output schema that tool listings show. */
export const SCHEMAS: { readonly [Name in ToolName]: { readonly input: JsonSchema; readonly output: JsonSchema; readonly listing: JsonSchema } } = {
  list_codebases: { input: INPUT_SCHEMAS.list_codebases, output: list_codebases_output, listing: listing.list_codebases },
  manage_index: { input: INPUT_SCHEMAS.manage_index, output: manage_index_output, listing: listing.manage_index },
  search_codebase: { input: INPUT_SCHEMAS.search_codebase, output: search_codebase_output, listing: listing.search_codebase },
  file_outline: { input: INPUT_SCHEMAS.file_outline, output: file_outline_output, listing: listing.file_outline },
  call_graph: { input: INPUT_SCHEMAS.call_graph, output: call_graph_output, listing: listing.call_graph },
  read_file: { input: INPUT_SCHEMAS.read_file, output: read_file_output, listing: listing.read_file },
  set_scope: { input: INPUT_SCHEMAS.set_scope, output: set_scope_output, listing: listing.set_scope },
  list_paths: { input: INPUT_SCHEMAS.list_paths, output: list_paths_output, listing: listing.list_paths },
  search_text: { input: INPUT_SCHEMAS.search_text, output: search_text_output, listing: listing.search_text },
  semantic_search: { input: INPUT_SCHEMAS.semantic_search, output: semantic_search_output, listing: listing.semantic_search },
  change_impact: { input: INPUT_SCHEMAS.change_impact, output: change_impact_output, listing: listing.change_impact },
  unused_symbols: { input: INPUT_SCHEMAS.unused_symbols, output: unused_symbols_output, listing: listing.unused_symbols },
  type_hierarchy: { input: INPUT_SCHEMAS.type_hierarchy, output: type_hierarchy_output, listing: listing.type_hierarchy },
  symbol_history: { input: INPUT_SCHEMAS.symbol_history, output: symbol_history_output, listing: listing.symbol_history },
  compare_versions: { input: INPUT_SCHEMAS.compare_versions, output: compare_versions_output, listing: listing.compare_versions },
  list_dir: { input: INPUT_SCHEMAS.list_dir, output: list_dir_output, listing: listing.list_dir },
  smart_search: { input: INPUT_SCHEMAS.smart_search, output: smart_search_output, listing: listing.smart_search },
  workspace_read: { input: INPUT_SCHEMAS.workspace_read, output: workspace_read_output, listing: listing.workspace_read },
  workspace_search: { input: INPUT_SCHEMAS.workspace_search, output: workspace_search_output, listing: listing.workspace_search },
};
