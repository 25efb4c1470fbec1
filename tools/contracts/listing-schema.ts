/**
 * The output schema that MCP's `tools/list` shows. A union with one variant per status would repeat most
 * fields six times in every client's context, although clients use the schema only to validate answers. This
 * form merges unions of objects into one open object, and omits what only explains: descriptions, limits, and
 * the values of lists that are no status, reason or constant. It accepts every answer that the precise schema
 * accepts.
 */
import type { Schema } from "./schemas.ts";

/**
 * Definitions that are shown as plain objects: they only explain an answer, or are passed on unchanged, and
 * describe themselves.
 */
const OPAQUE = new Set([
  "Compatibility",
  "ContextEdge",
  "ContextSection",
  "Fingerprint",
  "IndexFacts",
  "IndexingProgress",
  "IndexingDebug",
  "Meta",
  "Preflight",
  "Readonly",
  "RunProgress",
  "SyncStats",
  "ToolCall",
  "UploadNotice",
]);

/** Fields of an answer that are shown as plain objects, because each status has its own kind of them. */
const OPAQUE_FIELDS = new Set(["hints"]);

/** Fields whose values a client branches on. */
const LISTED_VALUES = new Set(["status", "reason", "outlineStatus"]);

/** Shorter definitions are copied to where they are used: a reference would be as long. */
const MIN_SHARED_CHARS = 60;

export function listingSchema(precise: Schema): Schema {
  const defs = (precise["$defs"] ?? {}) as Definitions;
  const variants = (precise["oneOf"] as Schema[]).map(
    (variant) => ({ ...variant, properties: answerFields(variant, defs) }) as Schema,
  );
  const merged = variants.reduce((left, right) => merge(left, right));
  return withSharedParts({ type: "object", properties: merged["properties"], required: merged["required"] });
}

type Definitions = Readonly<Record<string, Schema>>;

/** The fields of one variant of the answer, without references. */
function answerFields(variant: Schema, defs: Definitions): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(variant["properties"] as Record<string, Schema>).map(([name, schema]) => [
      name,
      OPAQUE_FIELDS.has(name) ? { type: "object" } : shortened(schema, { name, defs, open: [] }),
    ]),
  );
}

interface Position {
  /** Of the field that the schema is for. */
  readonly name: string;
  readonly defs: Definitions;
  /** Definitions around the schema. */
  readonly open: readonly string[];
}

/** A schema that accepts at least the same values, with definitions in place of references. */
function shortened(schema: Schema, at: Position): Schema {
  const ref = schema["$ref"];
  if (typeof ref === "string") {
    const name = ref.replace("#/$defs/", "");
    // A definition that contains itself ends at its first repetition.
    if (OPAQUE.has(name) || at.open.includes(name)) return { type: "object" };
    return shortened(at.defs[name] as Schema, { ...at, open: [...at.open, name] });
  }
  const union = (schema["anyOf"] ?? schema["oneOf"]) as Schema[] | undefined;
  if (union) return union.map((one) => shortened(one, at)).reduce((left, right) => merge(left, right));
  const { type, const: constant, enum: values, properties, required, items } = schema;
  if (constant !== undefined) return { const: constant };
  if (values !== undefined) return LISTED_VALUES.has(at.name) ? { enum: values } : typed(type);
  if (items !== undefined) return { type, items: shortened(items as Schema, at) };
  if (properties === undefined) return typed(type);
  return {
    type,
    properties: Object.fromEntries(
      Object.entries(properties as Record<string, Schema>).map(([name, inner]) => [
        name,
        shortened(inner, { ...at, name }),
      ]),
    ),
    ...(required === undefined ? {} : { required }),
  };
}

/** Any value, if the precise schema has no type either. */
function typed(type: unknown): Schema {
  return type === undefined ? {} : { type };
}

/**
 * A schema that accepts what either schema accepts: constants become a list, objects are merged; of anything
 * else, the type remains if it is the same or null.
 */
function merge(left: Schema, right: Schema): Schema {
  if (JSON.stringify(left) === JSON.stringify(right)) return left;
  const constants = [values(left), values(right)];
  if (constants.every((list) => list.length > 0)) {
    const all = [...new Set(constants.flat())];
    return all.every((value) => typeof value === "boolean") ? { type: "boolean" } : { enum: all };
  }
  if (left["properties"] && right["properties"]) return mergeObjects(left, right);
  if (left["items"] && right["items"])
    return { type: "array", items: merge(left["items"] as Schema, right["items"] as Schema) };
  const types = [...new Set([...typesOf(left), ...typesOf(right)])];
  const [only] = types;
  if (types.length === 1) return typed(only);
  // Strict validators reject other lists of types.
  return types.length === 2 && types.includes("null") ? { type: types } : {};
}

function mergeObjects(left: Schema, right: Schema): Schema {
  const properties = { ...(left["properties"] as Record<string, Schema>) };
  for (const [name, schema] of Object.entries(right["properties"] as Record<string, Schema>)) {
    const known = properties[name];
    properties[name] = known ? merge(known, schema) : schema;
  }
  const [ofLeft = [], ofRight = []] = [left["required"], right["required"]] as (string[] | undefined)[];
  const required = ofLeft.filter((name) => ofRight.includes(name));
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

function values(schema: Schema): unknown[] {
  if (schema["const"] !== undefined) return [schema["const"]];
  return (schema["enum"] as unknown[] | undefined) ?? [];
}

/** JSON types of a schema; those of its values if it lists them. */
function typesOf(schema: Schema): unknown[] {
  const listed = values(schema);
  if (listed.length > 0) return [...new Set(listed.map((value) => (value === null ? "null" : typeof value)))];
  return [schema["type"]].flat();
}

/** Moves parts that occur more than once to `$defs`, the outermost ones first. */
function withSharedParts(schema: Schema): Schema {
  const counts = new Map<string, number>();
  const count = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const text = JSON.stringify(value);
    if (isSchema(value) && text.length >= MIN_SHARED_CHARS) {
      const times = (counts.get(text) ?? 0) + 1;
      counts.set(text, times);
      // What is inside a repeated part is shared with it.
      if (times > 1) return;
    }
    Object.values(value).forEach(count);
  };
  count(schema);
  const names = new Map<string, string>();
  const $defs: Record<string, unknown> = {};
  const share = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(share);
    const text = JSON.stringify(value);
    const inside = (): unknown =>
      Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, share(inner)]));
    if (!isSchema(value) || (counts.get(text) ?? 0) < 2) return inside();
    let name = names.get(text);
    if (name === undefined) {
      names.set(text, (name = `d${names.size + 1}`));
      $defs[name] = inside();
    }
    return { $ref: `#/$defs/${name}` };
  };
  const shared = share(schema) as Schema;
  return names.size > 0 ? { ...shared, $defs } : shared;
}

/** Whether a value is a schema of an object or list, rather than a map of properties. */
function isSchema(value: object): boolean {
  return "type" in value && (value.type === "object" || value.type === "array");
}
