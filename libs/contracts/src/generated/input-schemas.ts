// Made by `npm run generate`; do not edit.
import type { ToolName } from "../tool-names.ts";
import list_codebases from "./list_codebases.input.schema.json" with { type: "json" };
import manage_index from "./manage_index.input.schema.json" with { type: "json" };
import search_codebase from "./search_codebase.input.schema.json" with { type: "json" };
import file_outline from "./file_outline.input.schema.json" with { type: "json" };
import call_graph from "./call_graph.input.schema.json" with { type: "json" };
import read_file from "./read_file.input.schema.json" with { type: "json" };
import set_scope from "./set_scope.input.schema.json" with { type: "json" };
import list_paths from "./list_paths.input.schema.json" with { type: "json" };
import search_text from "./search_text.input.schema.json" with { type: "json" };
import semantic_search from "./semantic_search.input.schema.json" with { type: "json" };
import change_impact from "./change_impact.input.schema.json" with { type: "json" };
import unused_symbols from "./unused_symbols.input.schema.json" with { type: "json" };
import type_hierarchy from "./type_hierarchy.input.schema.json" with { type: "json" };
import symbol_history from "./symbol_history.input.schema.json" with { type: "json" };
import compare_versions from "./compare_versions.input.schema.json" with { type: "json" };
import list_dir from "./list_dir.input.schema.json" with { type: "json" };
import smart_search from "./smart_search.input.schema.json" with { type: "json" };
import workspace_read from "./workspace_read.input.schema.json" with { type: "json" };
import workspace_search from "./workspace_search.input.schema.json" with { type: "json" };

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Of each tool the schema of its input: for those who offer tools and check no answers, a tenth of all schemas. */
export const INPUT_SCHEMAS: { readonly [Name in ToolName]: JsonSchema } = {
  list_codebases,
  manage_index,
  search_codebase,
  file_outline,
  call_graph,
  read_file,
  set_scope,
  list_paths,
  search_text,
  semantic_search,
  change_impact,
  unused_symbols,
  type_hierarchy,
  symbol_history,
  compare_versions,
  list_dir,
  smart_search,
  workspace_read,
  workspace_search,
};
