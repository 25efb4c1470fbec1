/** The JSON Schemas as values: by tool, and by `$id`. */
import type { JsonSchema } from "./generated/input-schemas.ts";
import { SCHEMAS } from "./generated/schemas.ts";

export { INPUT_SCHEMAS, type JsonSchema } from "./generated/input-schemas.ts";
export { SCHEMAS };

const BY_ID: ReadonlyMap<unknown, JsonSchema> = new Map(
  Object.values(SCHEMAS)
    .flatMap(({ input, output }) => [input, output])
    .map((schema) => [schema["$id"], schema]),
);

/** `$id` of every schema, by tool in listing order, input before output. */
export const SCHEMA_IDS = [...BY_ID.keys()] as readonly string[];

/** The schema with this `$id`; undefined if there is none. */
export function schemaById(id: string): JsonSchema | undefined {
  return BY_ID.get(id);
}
