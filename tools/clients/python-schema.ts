/**
 * The contracts as one schema, in the form that the generator of Python models needs: every variant of an
 * answer and every definition has a name. Answers are open, since readers ignore fields and accept codes that
 * they do not know.
 */
import { type JsonSchema, TOOL_NAMES, type ToolName } from "@satori/contracts";
import { OPEN_LISTS } from "../contracts/open-lists.ts";
import type { ToolSchemas } from "../contracts/schemas.ts";
import { pascalCase } from "./typescript.ts";

type Schema = Record<string, unknown>;

export interface PythonContracts {
  readonly schema: Schema;
  /** For each tool, the classes of its answers, and the field that distinguishes them. */
  readonly tools: ReadonlyMap<ToolName, PythonTool>;
}

export interface PythonTool {
  readonly variants: readonly string[];
  readonly discriminator: "status" | null;
  /** Classes, by their names in the schema of the arguments. */
  readonly inputNames: ReadonlyMap<string, string>;
}

/** @param schemas schemas by tool */
export function pythonContracts(schemas: ReadonlyMap<ToolName, ToolSchemas>): PythonContracts {
  const definitions = new Map<string, Schema>();
  const tools = new Map<ToolName, PythonTool>();
  for (const tool of TOOL_NAMES) {
    const { input, output } = schemas.get(tool) as ToolSchemas;
    const base = pascalCase(tool);
    const inputNames = addDefinitions(input, base, definitions);
    const names = addDefinitions(output, base, definitions);
    const variants = output["oneOf"] as Schema[];
    const statuses = variants.map(statusOf);
    const classes = variants.map((variant, at) => {
      const name = `${base}${formOf(variant)}${statuses[at] === null ? (Object.hasOwn(variant["properties"] as object, "result") ? "Answer" : "Failure") : pascalCase(statuses[at] ?? "")}`;
      definitions.set(name, opened(variant, names) as Schema);
      return name;
    });
    tools.set(tool, {
      variants: classes,
      discriminator: output["discriminator"] === undefined ? null : "status",
      inputNames,
    });
  }
  nameInnerObjects(definitions);
  const $defs = Object.fromEntries([...definitions].sort(([left], [right]) => (left < right ? -1 : 1)));
  return {
    schema: { $schema: "https://json-schema.org/draft/2020-12/schema", title: "Contracts", $defs },
    tools,
  };
}

function statusOf(variant: Schema): string | null {
  const status = (variant["properties"] as Record<string, Schema>)["status"];
  return status ? String(status["const"] ?? (status["enum"] as string[])[0]) : null;
}

/** Part of the name of a variant that has its status in common with another one. */
function formOf(variant: Schema): string {
  return Object.hasOwn(variant["properties"] as object, "sections") ? "Context" : "";
}

/**
 * Adds the definitions of a schema. Names that other definitions already have are replaced; returns the new
 * names.
 */
function addDefinitions(
  schema: JsonSchema,
  base: string,
  definitions: Map<string, Schema>,
): Map<string, string> {
  const own = Object.entries((schema["$defs"] ?? {}) as Record<string, Schema>);
  const same = new Map(own.map(([name]) => [name, name]));
  const isTaken = (name: string, definition: Schema): boolean =>
    definitions.has(name) &&
    JSON.stringify(definitions.get(name)) !== JSON.stringify(forReaders(name, definition, same));
  const names = new Map(
    own.map(([name, definition]) => [name, isTaken(name, definition) ? `${base}${name}` : name]),
  );
  for (const [name, definition] of own)
    definitions.set(names.get(name) ?? name, forReaders(name, definition, names));
  return names;
}

/**
 * Definitions, and a field, that only explain an answer. Unknown values in them must not prevent reading the
 * rest, as with open lists.
 */
const EXPLAINING: ReadonlySet<string> = new Set(["FreshnessMode"]);
const EXPLAINING_FIELD = "reason";

function forReaders(name: string, definition: Schema, names: ReadonlyMap<string, string>): Schema {
  return OPEN_LISTS.has(name) || EXPLAINING.has(name)
    ? openList(definition)
    : (opened(definition, names) as Schema);
}

/** The list, extended to accept unknown names. */
function openList({ type: _type, enum: known, const: only, ...rest }: Schema): Schema {
  return { ...rest, anyOf: [{ type: "string", enum: known ?? [only] }, { type: "string" }] };
}

/** The server enforces bounds. */
const BOUNDS = new Set(["minimum", "maximum", "minLength", "maxLength", "maxItems"]);

function opened(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => opened(item, names));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) =>
      !(key === "additionalProperties" && inner === false) && !(BOUNDS.has(key) && typeof inner === "number"),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, ruleFor(key, inner, names)]));
}

function isClosedList(schema: Schema): boolean {
  return schema["enum"] !== undefined || schema["const"] !== undefined;
}

function ruleFor(key: string, value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (key === "$ref") return `#/$defs/${names.get(String(value).replace("#/$defs/", "")) ?? ""}`;
  if (key === EXPLAINING_FIELD && isClosedList(value as Schema)) return openList(value as Schema);
  // Whole numbers stay integers in Python.
  if (key === "type" && [value].flat().includes("number")) return ["integer", value].flat();
  return opened(value, names);
}

/**
 * Turns objects inside definitions into named definitions, because the generator would number them. Equal
 * ones of gates and failures become one.
 */
function nameInnerObjects(definitions: Map<string, Schema>): void {
  const outer = [...definitions];
  for (const [name, definition] of outer) {
    const common = /(NotReady|RequiresReindex|NotIndexed|Error)$/.exec(name)?.[1];
    const inner = (value: unknown, path: string): unknown => {
      if (Array.isArray(value)) {
        const isOneOf =
          value.filter((item) => (item as { properties?: unknown } | null)?.properties !== undefined).length >
          1;
        return value.map((item, at) => inner(item, isOneOf ? `${path}${at + 1}` : path));
      }
      if (typeof value !== "object" || value === null) return value;
      const rewritten = Object.fromEntries(
        Object.entries(value).map(([key, schema]) => {
          const isNames = key === "properties" && typeof schema === "object";
          return [
            key,
            isNames
              ? Object.fromEntries(
                  Object.entries(schema as Schema).map(([field, own]) => [
                    field,
                    inner(own, `${path}${pascalCase(field.replace(/^./, (letter) => letter.toUpperCase()))}`),
                  ]),
                )
              : inner(schema, path),
          ];
        }),
      );
      if (path === "" || rewritten["type"] !== "object" || rewritten["properties"] === undefined)
        return rewritten;
      return {
        $ref: `#/$defs/${define(definitions, rewritten, common === undefined ? [`${name}${path}`] : [`${common}${path}`, `${name}${path}`])}`,
      };
    };
    definitions.set(name, inner(definition, "") as Schema);
  }
}

/**
 * Defines a schema under the first name that is free or stands for the same schema, and returns that name.
 */
function define(definitions: Map<string, Schema>, schema: Schema, names: readonly string[]): string {
  const text = JSON.stringify(schema);
  const name = names.find((one) => !definitions.has(one) || JSON.stringify(definitions.get(one)) === text);
  if (name === undefined) throw new Error(`${names.join(" and ")} stand for something else`);
  definitions.set(name, schema);
  return name;
}
