/** Reference pages about what all answers share: the envelope with its gates, and the common definitions. */
import { type EnvelopeToolName, GATING_STATUSES, STATUSES, TOOLS, isWorkspaceTool } from "@satori/contracts";
import type { Schema, ToolSchemas } from "../schemas.ts";
import {
  definitionsOf,
  fieldTable,
  meaningText,
  propertiesOf,
  statusesOf,
  typeText,
  variantsOf,
} from "./schema-text.ts";
import { HEAD_FIELDS } from "./tools-page.ts";

/** Gates and failures are the same for all tools, except for the arguments that they repeat. */
const EXAMPLE: EnvelopeToolName = "file_outline";

export function envelopesPage(schemas: ReadonlyMap<string, ToolSchemas>): string {
  const { output } = schemas.get(EXAMPLE) as ToolSchemas;
  const { output: workspace } = schemas.get("list_dir") as ToolSchemas;
  const ofStatus = (status: string): Schema =>
    variantsOf(output).find((variant) => statusesOf(variant).includes(status)) as Schema;
  const error = ofStatus("error");
  const ofGate = (status: string): string => {
    const all = ofStatus(status);
    const repeated = propertiesOf(ofStatus("ok"))
      .map(([name]) => name)
      .filter((name) => name !== "reason" && name !== "hints");
    return fieldTable(all, output, new Set([...HEAD_FIELDS, ...repeated]));
  };
  return [
    "# Envelopes\n",
    "Every tool of the sets `core` and `scope` answers with one object, the envelope: in " +
      "`structuredContent` of the tool result, and as JSON in `content[0].text` (an `ok` answer of " +
      "`read_file` in plain mode has the text of the file there). A server can be set to answer in another " +
      "form: see docs/server.md. `@satori/contracts` reads every form back with `parseEnvelope(result)`.\n",
    "Keys stand in this order: `tool`, `version`, `status`, `reason`, `message`, `warnings`, `hints`, " +
      "the tool's own fields, `session_id`, `meta`. A field that does not apply is absent. The same " +
      "index and the same request give the same bytes, but for `meta`, `freshnessDecision`, " +
      "`stalenessBucket`, `indexing` and a `session_id` that was made for the call.\n",
    "## What every envelope has\n",
    headTable(error, output),
    "`reason` is a key to branch on, where a status has one; `hints` name calls that can be made as " +
      "they stand, as `{tool, args}`, and data that explains the answer.\n",
    "## Gates\n",
    "What stops a tool before it reads an index, the same for every tool that reads one. They are " +
      "checked in this order, and the first that applies is the answer. Besides the fields below they " +
      "have `path`, and arguments where others were used than those sent.\n",
    ...GATING_STATUSES.flatMap((status) => [`### \`${status}\`\n`, `${STATUSES[status]}\n`, ofGate(status)]),
    "## Failures\n",
    "`status` is `error`, and `isError` of the tool result is set.\n",
    fieldTable(error, output, HEAD_FIELDS),
    "## Which tool answers with which status\n",
    statusMatrix(schemas),
    "## Answers of the workspace tools\n",
    "No envelope, but one of these two objects.\n",
    ...variantsOf(workspace).map((variant) => fieldTable(variant, workspace)),
    "## What a client does about an answer\n",
    "`parseManageStatus`, `pollStepOf`, `exitCodeOfResult` and `mayRetry` of " +
      "`@satori/contracts/parsers` decide it alike for every client. A client that is told `not_ready` " +
      "makes the call of `hints.status` until the answer is another, and waits `retryAfterMs` between " +
      "where that is given.\n",
  ].join("\n");
}

function headTable(variant: Schema, root: Schema): string {
  const constants = new Set(["tool", "status"]);
  const properties = new Map(propertiesOf(variant));
  const rows = [...HEAD_FIELDS]
    .map((name) => [name, properties.get(name) as Schema] as const)
    .map(
      ([name, property]) =>
        `| \`${name}\`${["message", "warnings", "session_id"].includes(name) ? "?" : ""} | ` +
        `${constants.has(name) ? "string" : typeText(property, root, "linked")} | ` +
        `${meaning(name, property, root)} |`,
    );
  return ["| field | type | meaning |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

function meaning(name: string, property: Schema, root: Schema): string {
  if (name === "tool") return "The tool that was called.";
  if (name === "version") return "Of the form; another one is another form.";
  return name === "status"
    ? "What happened: see [codes.md](codes.md#statuses)."
    : meaningText(property, root);
}

function statusMatrix(schemas: ReadonlyMap<string, ToolSchemas>): string {
  const statuses = Object.keys(STATUSES);
  const rows = TOOLS.filter(({ name }) => !isWorkspaceTool(name)).map(({ name }) => {
    const own = variantsOf((schemas.get(name) as ToolSchemas).output).flatMap(statusesOf);
    return (
      `| [\`${name}\`](tools.md#${name}) | ` +
      `${statuses.map((status) => (own.includes(status) ? "✓" : "")).join(" | ")} |`
    );
  });
  return [
    `| tool | ${statuses.map((status) => `\`${status}\``).join(" | ")} |`,
    `| --- | ${statuses.map(() => "---").join(" | ")} |`,
    ...rows,
    "",
  ].join("\n");
}

export function definitionsPage(schemas: ReadonlyMap<string, ToolSchemas>): string {
  const known = new Map<
    string,
    { readonly definition: Schema; readonly root: Schema; readonly tools: string[] }
  >();
  for (const [tool, { output }] of schemas) {
    for (const [name, definition] of Object.entries(definitionsOf(output))) {
      const entry = known.get(name) ?? { definition, root: output, tools: [] };
      entry.tools.push(tool);
      known.set(name, entry);
    }
  }
  const parts = [...known]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, { definition, root, tools }]) => {
      const words = String(definition["description"] ?? "");
      const table = fieldTable(definition, root) || `${typeText(definition, root, "linked")}\n`;
      return [
        `## ${name}\n`,
        ...(words ? [`${words}\n`] : []),
        `In answers of ${tools.map((tool) => `\`${tool}\``).join(", ")}.\n`,
        table,
      ].join("\n");
    });
  return [
    "# Definitions\n",
    "The objects and lists of values that answers are made of, by name.\n",
    ...parts,
  ].join("\n");
}
