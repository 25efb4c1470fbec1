/**
 * Schemas for tool listings, separate from all others: a server lists its tools immediately, and the full
 * schemas are three times as large.
 */
import { INPUT_SCHEMAS, type JsonSchema } from "./generated/input-schemas.ts";
import listing from "./generated/listing.json" with { type: "json" };
import type { StoreName } from "./fingerprint.ts";
import type { ToolName } from "./tool-names.ts";

/** Shortened output schema of each tool; `SCHEMAS` has the full ones. */
export const LISTING_SCHEMAS: { readonly [Name in ToolName]: JsonSchema } = listing;
