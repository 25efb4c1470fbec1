/**
 * The schemas that tool listings show, apart from all others: a server lists its tools at once, and the
 * others are three times as large.
 */
import type { JsonSchema } from "./generated/input-schemas.ts";
import listing from "./generated/listing.json" with { type: "json" };
import type { ToolName } from "./tool-names.ts";

/** Of each tool the shorter schema of its output; see `SCHEMAS` for the whole one. */
export const LISTING_SCHEMAS: { readonly [Name in ToolName]: JsonSchema } = listing;
