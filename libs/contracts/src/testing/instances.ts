/**
 * Generates values that fit a schema, for property tests: optional fields present or absent, all variants.
 */
import fc from "fast-check";
import type { JsonSchema } from "../generated/input-schemas.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Instances of a self-contained schema, as written by the schema generator. */
export function instancesOf(root: JsonSchema): fc.Arbitrary<unknown> {
  return arbitraryOf(root, (root["$defs"] as Record<string, Schema> | undefined) ?? {});
}

function arbitraryOf(schema: Schema, definitions: Record<string, Schema>): fc.Arbitrary<unknown> {
  const variants = (schema["oneOf"] ?? schema["anyOf"]) as readonly Schema[] | undefined;
  if (schema["$ref"] !== undefined)
    return arbitraryOf(definitions[String(schema["$ref"]).replace("#/$defs/", "")] as Schema, definitions);
  if (variants) return fc.oneof(...variants.map((variant) => arbitraryOf(variant, definitions)));
  if (schema["const"] !== undefined) return fc.constant(schema["const"]);
  if (schema["enum"] !== undefined) return fc.constantFrom(...(schema["enum"] as unknown[]));
  const types = [schema["type"]].flat().filter((type) => typeof type === "string");
  return types.length === 0
    ? fc.jsonValue({ maxDepth: 1 })
    : fc.oneof(...types.map((type) => ofType(type, schema, definitions)));
}

function ofType(type: string, schema: Schema, definitions: Record<string, Schema>): fc.Arbitrary<unknown> {
  const bound = (key: string, fallback: number): number => Number(schema[key] ?? fallback);
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: bound("minimum", -1_000), max: bound("maximum", 1_000) });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "string":
      return fc.string({ minLength: bound("minLength", 0), maxLength: 20 });
    case "array":
      return fc.array(arbitraryOf((schema["items"] as Schema | undefined) ?? {}, definitions), {
        maxLength: 3,
      });
    case "object":
      return objects(schema, definitions);
    default:
      throw new Error(`This schema has a type that no generated one has: ${type}`);
  }
}

function objects(schema: Schema, definitions: Record<string, Schema>): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema["properties"] as Record<string, Schema> | undefined) ?? {});
  const required = (schema["required"] as string[] | undefined) ?? [];
  const known = fc.record(
    Object.fromEntries(properties.map(([name, property]) => [name, arbitraryOf(property, definitions)])),
    { requiredKeys: required },
  );
  const isOpen = schema["additionalProperties"] !== undefined && schema["additionalProperties"] !== false;
  return isOpen
    ? fc
        .tuple(
          known,
          fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }), {
            maxKeys: 2,
          }),
        )
        .map(([own, more]) => ({ ...more, ...own }))
    : known;
}
