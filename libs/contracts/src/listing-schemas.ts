/**
 * Schemas for tool listings, separate from all others: a server lists its tools immediately, and the full
 * schemas are three times as large.
 */
import { INPUT_SCHEMAS, type JsonSchema } from "./generated/input-schemas.ts";
import listing from "./generated/listing.json" with { type: "json" };
import type { StoreName } from "./settings.ts";
import type { ToolName } from "./tool-names.ts";
import type { ToolTypes } from "./tools/index.ts";

/** Shortened output schema of each tool; `SCHEMAS` has the full ones. */
export const LISTING_SCHEMAS: { readonly [Name in ToolName]: JsonSchema } = listing;

/** Arguments that only work with one store. */
const STORE_ARGUMENTS: {
  readonly [Name in ToolName]?: { readonly [Argument in keyof ToolTypes[Name]["input"]]?: StoreName };
} = { manage_index: { zillizDropCollection: "milvus" } };

/**
 * Input schema of a tool, as a server or host with this store lists it: without arguments of other stores,
 * and without title and description, which the tool itself has. Calls with an omitted argument are still
 * known, and answered with what the argument requires.
 */
export function listedInput(tool: ToolName, store: StoreName): JsonSchema {
  const { title: _title, description: _description, ...schema } = INPUT_SCHEMAS[tool];
  const stores: Readonly<Record<string, StoreName>> = STORE_ARGUMENTS[tool] ?? {};
  const properties = Object.entries(schema["properties"] as Readonly<Record<string, unknown>>).filter(
    ([name]) => stores[name] === undefined || stores[name] === store,
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}
