/** Generates the methods of the TypeScript client, one per tool. */
import { TOOLS, type ToolName } from "@satori/contracts";
import type { ToolSchemas } from "../contracts/schemas.ts";

/** The result mode decides whether an answer has results or sections. */
const SEARCH_OVERLOADS = [
  ['{ readonly resultMode: "context" }', "SearchContextOutput"],
  ['{ readonly resultMode?: "grouped" | "raw" }', "SearchResultsOutput"],
  ["", 'ToolOutput<"search_codebase">'],
].map(
  ([mode = "", output]) =>
    `  searchCodebase(args: SearchCodebaseInput${mode === "" ? "" : ` & ${mode}`}, ` +
    `options?: CallOptions): Promise<${output}>;`,
);

export function typescriptMethods(command: string, schemas: ReadonlyMap<ToolName, ToolSchemas>): string {
  const inputs = TOOLS.map(({ name }) => pascalCase(name)).map((name) => `${name}Input`);
  const methods = TOOLS.map(({ name, description }) => {
    const type = pascalCase(name);
    const isOptional = !Object.hasOwn((schemas.get(name) as ToolSchemas).input, "required");
    return [
      `  /** ${description.replaceAll("*/", "* /")} */`,
      ...(name === "search_codebase" ? SEARCH_OVERLOADS : []),
      `  ${type[0]?.toLowerCase()}${type.slice(1)}(args: ${type}Input${isOptional ? " = {}" : ""}, ` +
        `options?: CallOptions): Promise<ToolOutput<"${name}">> {`,
      `    return this.call("${name}", args, options);`,
      "  }",
    ].join("\n");
  });
  return [
    `// Made by \`${command}\`; do not edit.`,
    "import type {",
    ...inputs.map((name) => `  ${name},`),
    "  ToolInput,",
    "  ToolName,",
    '} from "@satori/contracts";',
    'import type { SearchContextOutput, SearchResultsOutput, ToolOutput } from "../answer.ts";',
    'import type { CallOptions } from "../client.ts";',
    "",
    "/** One method a tool. Answers are told apart by `status`; gates and failures are values. */",
    "export abstract class ToolMethods {",
    "  abstract call<Tool extends ToolName>(tool: Tool, args: ToolInput<Tool>, options?: CallOptions): " +
      "Promise<ToolOutput<Tool>>;",
    "",
    methods.join("\n\n"),
    "}",
    "",
  ].join("\n");
}

export function pascalCase(tool: string): string {
  return tool.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
