/** The answer to `tools/list`, derived from the table of tools. Pure. */
import {
  type AnswerForm,
  LISTING_SCHEMAS,
  listedInput,
  type StoreName,
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
  /** Absent for answers in text. */
  readonly outputSchema?: ObjectSchema;
  readonly annotations: ToolAnnotations;
}

/** What of a server's configuration its listing depends on. */
export interface ListingOptions {
  readonly sets: readonly ToolSet[];
  readonly store: StoreName;
}

/** The tools of the sets, in the order of the table. */
export function listTools({ sets, store }: ListingOptions): readonly ListedTool[] {
  const listed = TOOLS.filter(({ set }) => sets.includes(set));
  return listed.map(({ name, title, description, annotations }) => ({
    name,
    title,
    description,
    inputSchema: objectSchema(listedInput(name, store)),
    outputSchema: objectSchema(LISTING_SCHEMAS[name]),
    annotations,
  }));
}

/** Tools as they are listed to a client that gets answers in this form: text has no structure to describe. */
export function listedIn(form: AnswerForm, tools: readonly ListedTool[]): readonly ListedTool[] {
  return form === "text" ? tools.map(({ outputSchema: _outputSchema, ...tool }) => tool) : tools;
}

function objectSchema(schema: Readonly<Record<string, unknown>>): ObjectSchema {
  if (schema["type"] !== "object") throw new Error("A tool's schema has to describe an object");
  return { ...schema, type: "object" };
}
