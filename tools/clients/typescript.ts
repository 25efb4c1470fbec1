/** Generates the methods of the TypeScript client, one per tool. */
import { TOOLS, type ToolName } from "@satori/contracts";
import type { ToolSchemas } from "../contracts/schemas.ts";

export function typescriptMethods(command: string, schemas: ReadonlyMap<ToolName, ToolSchemas>): string {
  const inputs = TOOLS.map(({ name }) => pascalCase(name)).map((name) => `${name}Input`);
  const methods = TOOLS.map(({ name, description }) => {
    const type = pascalCase(name);
    const isOptional = !Object.hasOwn((schemas.get(name) as ToolSchemas).input, "required");
    return [
      `  /** ${description.replaceAll("*/", "* /")} */`,
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
    'import type { ToolOutput } from "../answer.ts";',
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
