/** The reference page of tools: arguments and answers of each. */
import { GATING_STATUSES, TOOLS } from "@satori/contracts";
import type { Schema, ToolSchemas } from "../schemas.ts";
import {
  fieldTable,
  isRequired,
  meaningText,
  propertiesOf,
  statusesOf,
  typeText,
  variantsOf,
} from "./schema-text.ts";

/** Fields of every envelope, which have their own page. */
export const HEAD_FIELDS: ReadonlySet<string> = new Set([
  "tool",
  "version",
  "status",
  "message",
  "warnings",
  "session_id",
  "meta",
]);
const DESCRIBED_ONCE: ReadonlySet<string> = new Set([...GATING_STATUSES, "error"]);

export function toolsPage(schemas: ReadonlyMap<string, ToolSchemas>): string {
  const parts = [
    "# Tools\n",
    "Tables of answers leave out what every envelope has, and gates and failures, which are the same " +
      "for all tools: see [envelopes.md](envelopes.md). Tools of the set `workspace` answer with " +
      "`result` and `meta`, or with `code`, `message` and `details`. A `?` marks what may be absent. " +
      "Statuses, reasons, warnings and errors: [codes.md](codes.md).\n",
  ];
  for (const { name, set, title, description, annotations } of TOOLS) {
    const { input, output } = schemas.get(name) as ToolSchemas;
    parts.push(
      `## ${name}\n`,
      `*${title}.* ${description}\n`,
      `Set \`${set}\` · ${Object.entries(annotations)
        .map(([hint, value]) => `${hint}: ${String(value)}`)
        .join(" · ")}\n`,
    );
    parts.push(
      `Schemas: \`${String(input["title"])}.schema.json\`, \`${String(output["$id"])}\`\n`,
      "### Arguments\n",
      argumentTable(input),
      "### Answer\n",
      ...answers(output),
    );
  }
  return parts.join("\n");
}

function argumentTable(schema: Schema): string {
  const rows = propertiesOf(schema).map(
    ([name, property]) =>
      `| \`${name}\`${isRequired(schema, name) ? " (required)" : ""} | ${typeText(property, schema)} | ` +
      `${meaningText(property, schema)} |`,
  );
  return rows.length === 0
    ? "None.\n"
    : ["| argument | type | meaning |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

function answers(output: Schema): string[] {
  return variantsOf(output).map((variant) => {
    const statuses = statusesOf(variant);
    const names =
      statuses.map((status) => `\`${status}\``).join(", ") ||
      (propertiesOf(variant).some(([name]) => name === "result") ? "answer" : "failure");
    if (statuses.length > 0 && statuses.every((status) => DESCRIBED_ONCE.has(status)))
      return `**${names}**: ${propertiesOf(variant)
        .filter(([name]) => !HEAD_FIELDS.has(name))
        .map(([name]) => `\`${name}\`${isRequired(variant, name) ? "" : "?"}`)
        .join(", ")}\n`;
    const isContext = propertiesOf(variant).some(([name]) => name === "sections");
    const form = isContext ? ', with `resultMode: "context"`' : "";
    return `**${names}**${form}\n\n${fieldTable(variant, output, statuses.length > 0 ? HEAD_FIELDS : new Set())}`;
  });
}
