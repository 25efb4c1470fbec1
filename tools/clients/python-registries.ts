/** Generates the registries of the Python client: names and meanings from the contracts. */
import {
  CORE_TOOLS,
  ERRORS,
  MANAGE_STATES,
  REASONS,
  REVIEW_TOOLS,
  SCOPE_TOOLS,
  STATUSES,
  WARNINGS,
} from "@satori/contracts";

export function pythonRegistries(command: string): string {
  const meanings = (
    table: Readonly<Record<string, string | { readonly meaning: string; readonly nextStep: string }>>,
  ): string =>
    Object.entries(table)
      .map(
        ([name, entry]) =>
          `    "${name}": ` +
          `${JSON.stringify(typeof entry === "string" ? entry : `${entry.meaning} ${entry.nextStep}`)},\n`,
      )
      .join("");
  const dictionaries = Object.entries({ STATUSES, REASONS, WARNINGS, ERRORS }).map(
    ([name, table]) => `${name}: dict[str, str] = {\n${meanings(table)}}\n`,
  );
  const tools = [...CORE_TOOLS, ...SCOPE_TOOLS, ...REVIEW_TOOLS].map((tool) => `    "${tool}",\n`).join("");
  return [
    `# Made by \`${command}\`; do not edit.`,
    "# ruff: noqa",
    '"""Names of the wire, with their meanings and, of warnings and errors, the next step."""',
    "",
    "from typing import Literal",
    "",
    `ManageState = Literal[${MANAGE_STATES.map((state) => `"${state}"`).join(", ")}]`,
    "",
    "# Tools that answer with an envelope.",
    `ENVELOPE_TOOLS: tuple[str, ...] = (\n${tools})`,
    "",
    dictionaries.join("\n"),
  ].join("\n");
}
