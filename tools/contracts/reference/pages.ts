/** The reference pages for integrators, generated from the tables that the code uses. */
import {
  CONFIG_FILE,
  DOCTOR_CHECKS,
  ERRORS,
  METRICS,
  type MetricContract,
  REASONS,
  SETTINGS,
  STATUSES,
  SWITCH_WORDS,
  type SettingContract,
  WARNINGS,
} from "@satori/contracts";
import type { ToolSchemas } from "../schemas.ts";
import { definitionsPage, envelopesPage } from "./envelopes-page.ts";
import { toolsPage } from "./tools-page.ts";

const HEADER = "<!-- Made by `npm run generate`; do not edit. -->\n\n";

/** File name → text. */
export function referencePages(schemas: ReadonlyMap<string, ToolSchemas>): Map<string, string> {
  const pages = {
    "README.md": indexPage(),
    "tools.md": toolsPage(schemas),
    "envelopes.md": envelopesPage(schemas),
    "definitions.md": definitionsPage(schemas),
    "codes.md": codesPage(),
    "configuration.md": configurationPage(),
    "metrics.md": metricsPage(),
  };
  return new Map(Object.entries(pages).map(([name, text]) => [name, `${HEADER}${text.trimEnd()}\n`]));
}

function indexPage(): string {
  return [
    "# Reference\n",
    "| page | about |",
    "| --- | --- |",
    "| [tools.md](tools.md) | every tool: arguments, answers, schemas |",
    "| [envelopes.md](envelopes.md) | the form of every answer, gates, which tool has which status |",
    "| [definitions.md](definitions.md) | the objects that answers are made of |",
    "| [codes.md](codes.md) | statuses, reasons, warnings, errors, checks of `satori doctor` |",
    "| [configuration.md](configuration.md) | settings |",
    "| [metrics.md](metrics.md) | what `/metrics` shows |",
    "",
  ].join("\n");
}

function codesPage(): string {
  const simple = (title: string, table: Record<string, string>): string =>
    [
      `## ${title}\n`,
      "| name | meaning |",
      "| --- | --- |",
      ...Object.entries(table).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
      "",
    ].join("\n");
  const coded = (title: string, table: Record<string, { meaning: string; nextStep: string }>): string =>
    [
      `## ${title}\n`,
      "| code | meaning | what to do |",
      "| --- | --- | --- |",
      ...Object.entries(table).map(
        ([name, entry]) => `| \`${name}\` | ${entry.meaning} | ${entry.nextStep} |`,
      ),
      "",
    ].join("\n");
  return [
    "# Statuses, reasons, warnings and errors\n",
    simple("Statuses", STATUSES),
    simple("Reasons", REASONS),
    coded("Warnings", WARNINGS),
    coded("Errors", ERRORS),
    "What `satori doctor` checks, by the ids of its findings:\n",
    coded("Checks", DOCTOR_CHECKS),
  ].join("\n");
}

function configurationPage(): string {
  const rows = Object.entries<SettingContract>(SETTINGS).map(([name, setting]) => {
    const values = setting.choices?.map((choice) => `\`${choice}\``).join(", ") ?? kindText(setting);
    return (
      `| \`${name}\` | ${values} | ${setting.fallback === undefined ? "" : `\`${setting.fallback}\``} | ` +
      `${setting.meaning} |`
    );
  });
  return [
    "# Configuration\n",
    `Flags win over the environment, the environment over \`${CONFIG_FILE}\` in \`SATORI_HOME\` (an ` +
      `object with the names below, but for \`SATORI_HOME\` itself), the file over defaults. An unknown ` +
      `\`SATORI_…\` name, or a value that is not of the kind below, is an error at start; from ` +
      `\`OPENAI_API_KEY\` on, only what belongs to a service that is used.\n`,
    kindsText(),
    "| name | value | default | meaning |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

function kindText({ kind, minimum }: SettingContract): string {
  return `${kind.replace("_", " ")}${minimum === undefined ? "" : ` ≥ ${minimum}`}`;
}

function kindsText(): string {
  const words = (list: readonly string[]): string => list.map((word) => `\`${word}\``).join(", ");
  return (
    `An integer is a whole number from the one that is named on, a decimal a number such as \`0.18\`. A ` +
    `switch is on with ${words(SWITCH_WORDS.on)}, off with ${words(SWITCH_WORDS.off)}. A url is http or ` +
    "https, an address the same, or host and port alone, of which one may be missing; neither holds a " +
    `user name, a password or a query. Paths may begin with \`~/\`.\n`
  );
}

function metricsPage(): string {
  const rows = Object.entries<MetricContract>(METRICS).map(([name, { type, help, labels }]) => {
    const values = Object.entries(labels).map(
      ([label, all]) =>
        `\`${label}\`: ${all === "any" ? "any" : all.map((value) => `\`${value}\``).join(", ")}`,
    );
    return `| \`${name}\` | ${type} | ${help} | ${values.join("; ")} |`;
  });
  const bounds = Object.entries<MetricContract>(METRICS).flatMap(([name, { buckets }]) =>
    buckets ? [`| \`${name}\` | ${buckets.join(", ")} |`] : [],
  );
  return [
    "# Metrics\n",
    "What a server over HTTP shows at `/metrics`, in the text format of Prometheus. Every row is there " +
      "from the start, as 0 but for the first. All of it is about this process since it began: other " +
      "servers that share `SATORI_HOME` count for themselves.\n",
    "| name | type | meaning | labels |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
    "Bounds of the histograms, in seconds:\n",
    "| name | at most |",
    "| --- | --- |",
    ...bounds,
    "",
  ].join("\n");
}
