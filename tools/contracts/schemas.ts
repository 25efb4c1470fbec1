/**
 * Turns the types of libs/contracts into JSON Schemas (draft 2020-12): one input and one output schema per
 * tool, self-contained, with title and descriptions. Inputs are published without references and `$id`.
 */
import {
  ChainNodeParser,
  type CompletedConfig,
  DEFAULT_CONFIG,
  type MutableParser,
  SchemaGenerator,
  StringType,
  createFormatter,
  createParser,
  createProgram,
  ts,
} from "ts-json-schema-generator";
import { listingSchema } from "./listing-schema.ts";
import { selfContained } from "./self-contained.ts";
import { TOOL_NAMES, type ToolName } from "@satori/contracts";

export type Schema = { [key: string]: unknown };
export interface ToolSchemas {
  /** With named definitions, from which clients and reference pages take their names. */
  readonly input: Schema;
  /** The same without references: what is published, and what `tools/list` shows. */
  readonly publishedInput: Schema;
  /** One variant per status or form of the answer. Closed, so that validation finds undeclared fields. */
  readonly output: Schema;
  /** The same answers as one open object, several times smaller: what `tools/list` shows. */
  readonly listing: Schema;
}

const ID_BASE = "https://satori.dev/schemas";

/** Schemas of all tools, by tool name, in listing order. */
export function generateSchemas(repositoryRoot: string): Map<ToolName, ToolSchemas> {
  const config: CompletedConfig = {
    ...DEFAULT_CONFIG,
    path: `${repositoryRoot}/libs/contracts/src/tools/*.ts`,
    tsconfig: `${repositoryRoot}/libs/contracts/tsconfig.json`,
    skipTypeCheck: true,
    additionalProperties: false,
    discriminatorType: "open-api",
    jsDoc: "extended",
    topRef: true,
    expose: "all",
  };
  const program = createProgram(config);
  const generator = new SchemaGenerator(
    program,
    createParser(program, config, addOwnParsers),
    createFormatter(config),
    config,
  );
  const schemas = new Map<ToolName, ToolSchemas>();
  for (const tool of TOOL_NAMES) {
    const base = pascalCase(tool);
    const input = rareLast(toolSchema(generator.createSchema(`${base}Input`) as Schema, `${tool}.input`));
    const output = toolSchema(generator.createSchema(`${base}Output`) as Schema, `${tool}.output`);
    schemas.set(tool, {
      input,
      publishedInput: selfContained(input),
      output,
      listing: listingSchema(output),
    });
  }
  return schemas;
}

/**
 * Replaces `CallOf<"read_file">` and similar types by what they extend. Otherwise each tool listing, which
 * takes up context, would contain all of them with their arguments. Concatenated strings are treated as
 * strings.
 */
function addOwnParsers(parsers: MutableParser): void {
  if (!(parsers instanceof ChainNodeParser))
    throw new TypeError("the generator hands out other parsers than it did");
  parsers.addNodeParser({ supportsNode: ts.isBinaryExpression, createType: () => new StringType() });
  const baseOf = (node: ts.Node): ts.Node | undefined =>
    ts.isInterfaceDeclaration(node) && node.name.text === "CallOf"
      ? node.heritageClauses?.[0]?.types[0]
      : undefined;
  parsers.addNodeParser({
    supportsNode: (node) => baseOf(node) !== undefined,
    createType: (node, context) => parsers.createType(baseOf(node) as ts.Node, context),
  });
}

/** Moves the arguments for a version and a session, which few calls use, to the end. */
function rareLast(input: Schema): Schema {
  const { ref, session_id: session, ...own } = input["properties"] as Record<string, Schema>;
  const last = { ...(ref ? { ref } : {}), ...(session ? { session_id: session } : {}) };
  return { ...input, properties: { ...own, ...last } };
}

/** Inlines the root and its variants, renames definitions, and sets the keys that identify the schema. */
function toolSchema(generated: Schema, id: string): Schema {
  const definitions = generated["definitions"] as Record<string, Schema>;
  const rootName = targetOf(generated["$ref"]);
  const root = definitions[rootName] as Schema;
  const variants = variantsOf(root, definitions);
  const body: Schema =
    variants.length === 1
      ? root
      : {
          ...(variants.every(hasStatus) ? { required: ["status"] } : {}),
          ...(hasDistinctStatuses(variants) ? { discriminator: { propertyName: "status" } } : {}),
          oneOf: variants,
        };
  const used = referencedNames(body, definitions);
  const names = cleanNames(used);
  const $defs = Object.fromEntries(used.map((name) => [names.get(name), rewrite(definitions[name], names)]));
  const head = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `${ID_BASE}/${id}.schema.json`,
    title: id,
    type: "object",
  };
  return { ...head, ...(rewrite(body, names) as Schema), ...(used.length > 0 ? { $defs } : {}) };
}

/** The object schemas of a union, with nested unions flattened. */
function variantsOf(schema: Schema, definitions: Record<string, Schema>): Schema[] {
  if (schema["$ref"] !== undefined)
    return variantsOf(definitions[targetOf(schema["$ref"])] as Schema, definitions);
  const inner = (schema["oneOf"] ?? schema["anyOf"]) as Schema[] | undefined;
  return inner ? inner.flatMap((variant) => variantsOf(variant, definitions)) : [schema];
}

/** Envelopes are distinguished by their status, other answers by their fields. */
function hasStatus(variant: Schema): boolean {
  return Object.hasOwn((variant["properties"] ?? {}) as object, "status");
}

/** Whether a status belongs to one variant only, so that it alone tells which variant an answer is. */
function hasDistinctStatuses(variants: readonly Schema[]): boolean {
  const statuses = variants.flatMap((variant) => {
    const { const: only, enum: several } = (variant["properties"] as Record<string, Schema>)["status"] ?? {};
    return (several as unknown[] | undefined) ?? [only];
  });
  return !statuses.includes(undefined) && new Set(statuses).size === statuses.length;
}

function targetOf(ref: unknown): string {
  return decodeURIComponent(String(ref).replace("#/definitions/", ""));
}

/** `Failure<"search_codebase">` becomes `Failure`; names that become equal are numbered. */
function cleanNames(names: readonly string[]): Map<string, string> {
  const cleaned = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of [...names].sort()) {
    const base =
      decodeURIComponent(name)
        .replace(/<.*>/s, "")
        .replace(/[^A-Za-z0-9]/g, "") || "Definition";
    let unique = base;
    for (let count = 2; taken.has(unique); count++) unique = `${base}${count}`;
    taken.add(unique);
    cleaned.set(name, unique);
  }
  return cleaned;
}

/** Definitions that a schema refers to, directly or not; ascending by name. */
function referencedNames(schema: Schema, definitions: Record<string, Schema>): string[] {
  const seen = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== "$ref") visit(inner);
      else if (!seen.has(targetOf(inner))) {
        seen.add(targetOf(inner));
        visit(definitions[targetOf(inner)]);
      }
    }
  };
  visit(schema);
  return [...seen].sort();
}

function rewrite(value: unknown, names: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, names));
  if (typeof value !== "object" || value === null) return value;
  const out: Schema = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === "$ref") {
      out["$ref"] = `#/$defs/${names.get(targetOf(inner))}`;
    } else if (key === "description" && typeof inner === "string") {
      // Single line breaks come from the wrapping of comments.
      out[key] = inner.replaceAll(/(?<!\n)\n(?!\n)/g, " ");
    } else out[key] = rewrite(inner, names);
  }
  return out;
}

function pascalCase(tool: string): string {
  return tool.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}
