/**
 * The output schema that MCP's `tools/list` shows. A union with one variant per status would repeat most
 * fields six times in every client's context. This form merges the variants into one open object and omits
 * what a client only passes on. It accepts every answer that the precise schema accepts.
 */
import type { Schema } from "./schemas.ts";

/**
 * Definitions that are shown as plain objects: they only explain an answer, occur rarely, and describe
 * themselves.
 */
const OPAQUE = new Set([
  "Compatibility",
  "Fingerprint",
  "IndexFacts",
  "IndexingProgress",
  "IndexingDebug",
  "LeftOutHint",
  "NoiseMitigationHint",
  "NotIndexedHints",
]);

/** Self-explanatory codes, to which later versions add more. */
const CODES = new Set(["ErrorCode", "WarningCode"]);

export function listingSchema(precise: Schema): Schema {
  const variants = precise["oneOf"] as Schema[];
  const properties: Record<string, Schema> = {};
  for (const variant of variants) {
    for (const [name, schema] of Object.entries(variant["properties"] as Record<string, Schema>)) {
      const known = properties[name];
      properties[name] = known ? merge(known, schema) : schema;
    }
  }
  const required = Object.keys(properties).filter((name) =>
    variants.every((variant) => (variant["required"] as string[]).includes(name)),
  );
  const defs = precise["$defs"] as Record<string, Schema> | undefined;
  const body = { type: "object", properties, required };
  const used = new Set<string>();
  collectRefs(body, defs ?? {}, used);
  const $defs = Object.fromEntries(
    [...used]
      .sort()
      .map((name) => [
        name,
        OPAQUE.has(name)
          ? { type: "object" }
          : CODES.has(name)
            ? { type: "string" }
            : withoutDescriptions(defs?.[name]),
      ]),
  );
  return open({ ...body, ...(used.size > 0 ? { $defs } : {}) }) as Schema;
}

/**
 * A schema that accepts what either schema accepts: constants become an enum, objects are merged, everything
 * else becomes a union.
 */
function merge(left: Schema, right: Schema): Schema {
  if (JSON.stringify(left) === JSON.stringify(right)) return left;
  const constants = [...values(left), ...values(right)];
  if (values(left).length > 0 && values(right).length > 0)
    return { type: "string", enum: [...new Set(constants)] };
  if (left["type"] === "object" && right["type"] === "object" && left["properties"] && right["properties"]) {
    const properties = { ...(left["properties"] as Record<string, Schema>) };
    for (const [name, schema] of Object.entries(right["properties"] as Record<string, Schema>)) {
      const known = properties[name];
      properties[name] = known ? merge(known, schema) : schema;
    }
    return { type: "object", properties };
  }
  const { description: _left, ...plainLeft } = left;
  const { description: _right, ...plainRight } = right;
  if (JSON.stringify(plainLeft) === JSON.stringify(plainRight)) return plainLeft;
  const options = [...((left["anyOf"] as Schema[] | undefined) ?? [left]), right];
  return {
    anyOf: options.filter(
      (option, at) => options.findIndex((other) => JSON.stringify(other) === JSON.stringify(option)) === at,
    ),
  };
}

function values(schema: Schema): unknown[] {
  if (schema["const"] !== undefined) return [schema["const"]];
  return (schema["enum"] as unknown[] | undefined) ?? [];
}

function collectRefs(value: unknown, defs: Record<string, Schema>, used: Set<string>): void {
  if (Array.isArray(value)) return value.forEach((item) => collectRefs(item, defs, used));
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const name = key === "$ref" ? String(inner).replace("#/$defs/", "") : null;
    if (name === null) collectRefs(inner, defs, used);
    else if (!used.has(name)) {
      used.add(name);
      if (!OPAQUE.has(name)) collectRefs(defs[name], defs, used);
    }
  }
}

/** Removes descriptions; the tool's own fields keep theirs. */
function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key === "description" && typeof inner === "string"))
      .map(([key, inner]) => [key, withoutDescriptions(inner)]),
  );
}

/**
 * Removes `additionalProperties: false`: a client must not fail because of a field that a later version adds.
 */
function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key === "additionalProperties" && inner === false))
      .map(([key, inner]) => [key, open(inner)]),
  );
}
