/** The schemas as values: by tool, and by the address that each carries as its `$id`. */
import type { JsonSchema } from "./generated/input-schemas.ts";
import { SCHEMAS } from "./generated/schemas.ts";

export { INPUT_SCHEMAS, type JsonSchema } from "./generated/input-schemas.ts";
export { SCHEMAS };

const BY_ID: ReadonlyMap<unknown, JsonSchema> = new Map(
  Object.values(SCHEMAS)
    .flatMap(({ input, output }) => [input, output])
    .map((schema) => [schema["$id"], schema]),
);

/** Addresses of all schemas, by tool in listing order, input before output. */
export const SCHEMA_IDS = [...BY_ID.keys()] as readonly string[];

/** The schema with this `$id`; undefined where there is none. */
export function schemaById(id: string): JsonSchema | undefined {
  return BY_ID.get(id);
}
