/** The reference pages: what an integrator looks up, made from the same tables as the code. */
import { CONFIG_FILE, ERRORS, METRICS, type MetricContract, REASONS, SETTINGS, STATUSES, type SettingContract, TOOLS, WARNINGS } from "@satori/contracts";
import type { Schema, ToolSchemas } from "./schemas.ts";

const HEADER = "<!-- Made by `npm run generate`; do not edit. -->\n\n";

/** File name → text. */
export function referencePages(schemas: ReadonlyMap<string, ToolSchemas>): Map<string, string> {
  return new Map([
    ["tools.md", `${HEADER}${toolsPage(schemas)}`],
    ["codes.md", `${HEADER}${codesPage()}`],
    ["configuration.md", `${HEADER}${configurationPage()}`],
    ["metrics.md", `${HEADER}${metricsPage()}`],
  ]);
}

function toolsPage(schemas: ReadonlyMap<string, ToolSchemas>): string {
  const parts = ["# Tools\n", "Every tool answers with one envelope, but for those of the set `workspace`, which answer with `result` and `meta`, or with `code`, `message` and `details`; see [codes.md](codes.md) for its statuses, reasons, warnings and errors.\n"];
  for (const tool of TOOLS) {
    const { input, output } = schemas.get(tool.name) as ToolSchemas;
    parts.push(`## ${tool.name}\n`, `*${tool.title}.* ${tool.description}\n`, annotations(tool.annotations), "### Arguments\n", propertyTable(input), "### Answer\n");
    for (const variant of variantsOf(output)) {
      parts.push(`${answerLine(variant, output)}\n`);
    }
  }
  return parts.join("\n");
}

function answerLine(variant: Schema, output: Schema): string {
  const properties = variant["properties"] as Record<string, Schema>;
  const form = properties["status"] ? statusNames(properties["status"]) : properties["result"] ? "answer" : "failure";
  const fields = (schema: Schema): string =>
    Object.entries((schema["properties"] ?? {}) as Record<string, Schema>).filter(([name]) => name !== "status")
      .map(([name, inner]) => `\`${name}\`${isRequired(schema, name) ? "" : "?"}${form === "answer" && schema === variant ? ` (${fields(resolved(inner, output))})` : ""}`).join(", ");
  return `**${form}**: ${fields(variant)}`;
}

function resolved(property: Schema, root: Schema): Schema {
  const ref = property["$ref"];
  return ref === undefined ? property : ((root["$defs"] as Record<string, Schema>)[String(ref).replace("#/$defs/", "")] as Schema);
}

function annotations(hints: object): string {
  return `${Object.entries(hints).map(([name, value]) => `${name}: ${String(value)}`).join(" · ")}\n`;
}

function propertyTable(schema: Schema): string {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  if (properties.length === 0) return "None.\n";
  const rows = properties.map(([name, property]) => {
    const bounds = ["minimum", "maximum", "minLength", "maxLength"].filter((key) => property[key] !== undefined).map((key) => `${key} ${String(property[key])}`);
    const fallback = property["default"] === undefined ? [] : [`default ${JSON.stringify(property["default"])}`];
    const notes = [String(property["description"] ?? ""), [...bounds, ...fallback].join(", ")].filter(Boolean).join(" — ");
    return `| \`${name}\`${isRequired(schema, name) ? " (required)" : ""} | ${typeName(property, schema)} | ${notes.replaceAll("|", "\\|")} |`;
  });
  return ["| argument | type | meaning |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

function typeName(property: Schema, root: Schema): string {
  const { enum: choices, type } = resolved(property, root) as { enum?: unknown[]; type?: unknown };
  if (choices) return choices.map((choice) => `\`${String(choice)}\``).join(" \\| ");
  if (type === "array") return "array of strings";
  return type === "object" ? "object" : String(type ?? "any");
}

function isRequired(schema: Schema, name: string): boolean {
  return ((schema["required"] as string[] | undefined) ?? []).includes(name);
}

function variantsOf(schema: Schema): Schema[] {
  return (schema["oneOf"] as Schema[] | undefined) ?? [schema];
}

function statusNames(schema: Schema | undefined): string {
  const names = (schema?.["enum"] as string[] | undefined) ?? [String(schema?.["const"])];
  return names.map((name) => `\`${name}\``).join(", ");
}

function codesPage(): string {
  const simple = (title: string, table: Record<string, string>): string =>
    [`## ${title}\n`, "| name | meaning |", "| --- | --- |", ...Object.entries(table).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`), ""].join("\n");
  const coded = (title: string, table: Record<string, { meaning: string; nextStep: string }>): string =>
    [`## ${title}\n`, "| code | meaning | what to do |", "| --- | --- | --- |", ...Object.entries(table).map(([name, entry]) => `| \`${name}\` | ${entry.meaning} | ${entry.nextStep} |`), ""].join("\n");
  return ["# Statuses, reasons, warnings and errors\n", simple("Statuses", STATUSES), simple("Reasons", REASONS), coded("Warnings", WARNINGS), coded("Errors", ERRORS)].join("\n");
}

function configurationPage(): string {
  const rows = Object.entries<SettingContract>(SETTINGS).map(([name, setting]) => {
    const values = setting.choices?.map((choice) => `\`${choice}\``).join(", ") ?? setting.kind.replace("_", " ");
    return `| \`${name}\` | ${values} | ${setting.fallback === undefined ? "" : `\`${setting.fallback}\``} | ${setting.meaning}${setting.isReserved ? " *(for a later version)*" : ""} |`;
  });
  return [
    "# Configuration\n",
    `Flags win over the environment, the environment over \`${CONFIG_FILE}\` in \`SATORI_HOME\` (an object with the names below), the file over defaults. An unknown \`SATORI_…\` name or an invalid value is an error at start.\n`,
    "| name | value | default | meaning |", "| --- | --- | --- | --- |", ...rows, "",
  ].join("\n");
}

function metricsPage(): string {
  const rows = Object.entries<MetricContract>(METRICS).map(([name, { type, help, labels }]) => {
    const values = Object.entries(labels).map(([label, all]) => `\`${label}\`: ${all.map((value) => `\`${value}\``).join(", ")}`);
    return `| \`${name}\` | ${type} | ${help} | ${values.join("; ")} |`;
  });
  const bounds = Object.entries<MetricContract>(METRICS).flatMap(([name, { buckets }]) => (buckets ? [`| \`${name}\` | ${buckets.join(", ")} |`] : []));
  return [
    "# Metrics\n",
    "What a server over HTTP shows at `/metrics`, in the text format of Prometheus. Every row is there from the start, as 0. All of it is about this process since it began: other servers that share `SATORI_HOME` count for themselves.\n",
    "| name | type | meaning | labels |", "| --- | --- | --- | --- |", ...rows, "",
    "Bounds of the histograms, in seconds:\n", "| name | at most |", "| --- | --- |", ...bounds, "",
  ].join("\n");
}
