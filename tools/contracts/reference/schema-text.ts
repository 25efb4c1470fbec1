/** Describes parts of a schema in table cells: types, bounds, fields. */
import type { Schema } from "../schemas.ts";

/** The page with the definitions of answers. */
const DEFINITIONS_PAGE = "definitions.md";
/** Longer lists of values are shown only at their definition. */
const MAX_INLINE_VALUES = 6;

export function propertiesOf(schema: Schema): [name: string, property: Schema][] {
  return Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
}

export function isRequired(schema: Schema, name: string): boolean {
  return ((schema["required"] as string[] | undefined) ?? []).includes(name);
}

export function definitionsOf(root: Schema): Record<string, Schema> {
  return (root["$defs"] ?? {}) as Record<string, Schema>;
}

export function resolved(property: Schema, root: Schema): Schema {
  const ref = property["$ref"];
  return ref === undefined ? property : (definitionsOf(root)[nameOf(ref)] as Schema);
}

/** The variants of an answer: one per status or form. */
export function variantsOf(schema: Schema): Schema[] {
  return (schema["oneOf"] as Schema[] | undefined) ?? [schema];
}

/** The statuses of a variant; empty if the answer has none. */
export function statusesOf(variant: Schema): string[] {
  const status = ((variant["properties"] ?? {}) as Record<string, Schema>)["status"];
  if (!status) return [];
  return (status["enum"] as string[] | undefined) ?? [String(status["const"])];
}

/** @param link whether names of definitions link to their page */
export function typeText(property: Schema, root: Schema, link: "linked" | "plain" = "plain"): string {
  if (property["$ref"] !== undefined) {
    const name = nameOf(property["$ref"]);
    const target = resolved(property, root);
    const values = valuesOf(target);
    const isShort = values ? values.length <= MAX_INLINE_VALUES : target["properties"] === undefined;
    if (link === "plain" || isShort) return typeText(target, root, link);
    return `[${name}](${DEFINITIONS_PAGE}#${name.toLowerCase()})`;
  }
  const alternatives = (property["anyOf"] ?? property["oneOf"]) as Schema[] | undefined;
  if (alternatives) return [...new Set(alternatives.map((one) => typeText(one, root, link)))].join(" \\| ");
  const values = valuesOf(property);
  if (values) return values.map((value) => `\`${String(value)}\``).join(" \\| ");
  const types = [property["type"] ?? "any"].flat().map(String);
  return types.map((type) => ofType(type, property, root, link)).join(" \\| ");
}

function ofType(type: string, property: Schema, root: Schema, link: "linked" | "plain"): string {
  if (type === "array" && property["items"])
    return `array of ${plural(typeText(property["items"] as Schema, root, link))}`;
  const values = property["additionalProperties"];
  const names = propertiesOf(property).map(([name]) => `\`${name}\`${isRequired(property, name) ? "" : "?"}`);
  if (type === "object" && link === "linked" && names.length > 0) return `object with ${names.join(", ")}`;
  if (type !== "object" || typeof values !== "object" || values === null) return type;
  return Object.keys(values).length === 0
    ? "object with any fields"
    : `object of ${plural(typeText(values as Schema, root, link))}`;
}

/** Plural, for names of plain types only. */
function plural(text: string): string {
  return /^(?:string|number|integer|boolean|object)$/.test(text) ? `${text}s` : text;
}

function valuesOf(schema: Schema): unknown[] | undefined {
  return schema["const"] === undefined ? (schema["enum"] as unknown[] | undefined) : [schema["const"]];
}

function nameOf(ref: unknown): string {
  return String(ref).replace("#/$defs/", "");
}

/** The description of a field, or else of its definition, followed by its bounds. */
export function meaningText(property: Schema, root: Schema): string {
  const words = String(property["description"] ?? resolved(property, root)["description"] ?? "").replaceAll(
    /\s+/g,
    " ",
  );
  const bounds = ["minimum", "maximum", "minLength", "maxLength", "maxItems"]
    .filter((key) => property[key] !== undefined)
    .map((key) => `${key} ${String(property[key])}`);
  const fallback =
    property["default"] === undefined ? [] : [`default ${JSON.stringify(property["default"])}`];
  return [words, [...bounds, ...fallback].join(", ")].filter(Boolean).join(" — ").replaceAll("|", "\\|");
}

/** @param except fields that are described elsewhere */
export function fieldTable(schema: Schema, root: Schema, except: ReadonlySet<string> = new Set()): string {
  const rows = propertiesOf(schema)
    .filter(([name]) => !except.has(name))
    .map(
      ([name, property]) =>
        `| \`${name}\`${isRequired(schema, name) ? "" : "?"} | ${typeText(property, root, "linked")} | ` +
        `${meaningText(property, root)} |`,
    );
  return rows.length === 0
    ? ""
    : ["| field | type | meaning |", "| --- | --- | --- |", ...rows, ""].join("\n");
}
