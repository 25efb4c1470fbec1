// Made by `npm run generate`; do not edit.
import type { ToolName } from "../tool-names.ts";
import list_codebases_input from "./list_codebases.input.schema.json" with { type: "json" };
import list_codebases_output from "./list_codebases.output.schema.json" with { type: "json" };
import manage_index_input from "./manage_index.input.schema.json" with { type: "json" };
import manage_index_output from "./manage_index.output.schema.json" with { type: "json" };
import search_codebase_input from "./search_codebase.input.schema.json" with { type: "json" };
import search_codebase_output from "./search_codebase.output.schema.json" with { type: "json" };
import file_outline_input from "./file_outline.input.schema.json" with { type: "json" };
import file_outline_output from "./file_outline.output.schema.json" with { type: "json" };
import call_graph_input from "./call_graph.input.schema.json" with { type: "json" };
import call_graph_output from "./call_graph.output.schema.json" with { type: "json" };
import read_file_input from "./read_file.input.schema.json" with { type: "json" };
import read_file_output from "./read_file.output.schema.json" with { type: "json" };
import set_scope_input from "./set_scope.input.schema.json" with { type: "json" };
import set_scope_output from "./set_scope.output.schema.json" with { type: "json" };
import list_paths_input from "./list_paths.input.schema.json" with { type: "json" };
import list_paths_output from "./list_paths.output.schema.json" with { type: "json" };
import search_text_input from "./search_text.input.schema.json" with { type: "json" };
import search_text_output from "./search_text.output.schema.json" with { type: "json" };
import semantic_search_input from "./semantic_search.input.schema.json" with { type: "json" };
import semantic_search_output from "./semantic_search.output.schema.json" with { type: "json" };
import listing from "./listing.json" with { type: "json" };

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Of each tool: the schemas of its input and output, and the shorter output schema that tool listings show. */
export const SCHEMAS: { readonly [Name in ToolName]: { readonly input: JsonSchema; readonly output: JsonSchema; readonly listing: JsonSchema } } = {
  list_codebases: { input: list_codebases_input, output: list_codebases_output, listing: listing.list_codebases },
  manage_index: { input: manage_index_input, output: manage_index_output, listing: listing.manage_index },
  search_codebase: { input: search_codebase_input, output: search_codebase_output, listing: listing.search_codebase },
  file_outline: { input: file_outline_input, output: file_outline_output, listing: listing.file_outline },
  call_graph: { input: call_graph_input, output: call_graph_output, listing: listing.call_graph },
  read_file: { input: read_file_input, output: read_file_output, listing: listing.read_file },
  set_scope: { input: set_scope_input, output: set_scope_output, listing: listing.set_scope },
  list_paths: { input: list_paths_input, output: list_paths_output, listing: listing.list_paths },
  search_text: { input: search_text_input, output: search_text_output, listing: listing.search_text },
  semantic_search: { input: semantic_search_input, output: semantic_search_output, listing: listing.semantic_search },
};
