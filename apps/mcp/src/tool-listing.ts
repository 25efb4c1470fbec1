/** The answer to `tools/list`, derived from the table of tools. Pure. */
import {
  INPUT_SCHEMAS,
  LISTING_SCHEMAS,
  TOOLS,
  type ToolAnnotations,
  type ToolName,
  type ToolSet,
} from "@satori/contracts";

/** MCP requires that the root of a tool's schema is an object. */
export type ObjectSchema = { readonly type: "object" } & Readonly<Record<string, unknown>>;

export interface ListedTool {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations;
}

/** The tools of the sets, in the order of the table. */
export function listTools(sets: readonly ToolSet[]): readonly ListedTool[] {
  const listed = TOOLS.filter(({ set }) => sets.includes(set));
  return listed.map(({ name, title, description, annotations }) => ({
    name,
    title,
    description,
    inputSchema: objectSchema(INPUT_SCHEMAS[name]),
    outputSchema: objectSchema(LISTING_SCHEMAS[name]),
    annotations,
  }));
}

function objectSchema(schema: Readonly<Record<string, unknown>>): ObjectSchema {
  if (schema["type"] !== "object") throw new Error("A tool's schema has to describe an object");
  return { ...schema, type: "object" };
}
