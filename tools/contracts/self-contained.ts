/**
 * Input schemas without references, as tool listings contain them: several MCP clients drop `$defs`, or do
 * not follow `$ref`, and then reject a tool or lose the values of an argument. Pure.
 */
import type { Schema } from "./schemas.ts";

/** Keys that only matter for a schema that others refer to. */
const IDENTITY = new Set(["$schema", "$id", "$defs"]);

/**
 * The schema with a copy of its definition in place of each `$ref`. A field's own description wins over that
 * of its definition; alternatives that are plain lists of values become one list.
 *
 * @throws Error if a definition refers to itself, which no argument does
 */
export function selfContained(schema: Schema): Schema {
  const definitions = (schema["$defs"] ?? {}) as Record<string, Schema>;
  const { discriminator: _discriminator, ...root } = schema;
  return inlined(
    Object.fromEntries(Object.entries(root).filter(([key]) => !IDENTITY.has(key))),
    definitions,
    [],
  ) as Schema;
}

function inlined(value: unknown, definitions: Record<string, Schema>, open: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, definitions, open));
  if (typeof value !== "object" || value === null) return value;
  const { $ref: ref, ...own } = value as Schema;
  if (typeof ref !== "string")
    return oneList(
      Object.fromEntries(Object.entries(own).map(([key, inner]) => [key, inlined(inner, definitions, open)])),
    );
  const name = ref.replace("#/$defs/", "");
  const definition = definitions[name];
  if (definition === undefined || open.includes(name))
    throw new Error(`The definition ${name} is missing or refers to itself`);
  return { ...(inlined(definition, definitions, [...open, name]) as Schema), ...own };
}

/** `anyOf` of lists of strings as one `enum`, since some clients do not accept unions. */
function oneList(schema: Schema): Schema {
  const { anyOf: union, ...rest } = schema;
  // Among the properties of an object, `anyOf` is the name of one.
  if (!Array.isArray(union)) return schema;
  const alternatives = union as readonly Schema[];
  if (!alternatives.every((one) => one["type"] === "string" && (one["enum"] ?? one["const"]) !== undefined))
    return schema;
  const values = alternatives.flatMap((one) => (one["enum"] as unknown[] | undefined) ?? [one["const"]]);
  return { type: "string", enum: [...new Set(values)], ...rest };
}
