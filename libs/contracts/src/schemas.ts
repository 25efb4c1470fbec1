/** The JSON Schemas as values: by tool, and outputs by `$id` as well. */
import type { JsonSchema } from "./generated/input-schemas.ts";
import { SCHEMAS } from "./generated/schemas.ts";

export { INPUT_SCHEMAS, type JsonSchema } from "./generated/input-schemas.ts";
export { SCHEMAS };

const BY_ID: ReadonlyMap<unknown, JsonSchema> = new Map(
  Object.values(SCHEMAS).map(({ output }) => [output["$id"], output]),
);

/** `$id` of the output schema of every tool, in listing order. Inputs have none: clients stumble over it. */
export const SCHEMA_IDS = [...BY_ID.keys()] as readonly string[];

/** The schema with this `$id`; undefined if there is none. */
export function schemaById(id: string): JsonSchema | undefined {
  return BY_ID.get(id);
}
