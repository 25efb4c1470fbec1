/** The reference is complete: it contains every name of the contracts, and its links work. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  DOCTOR_CHECKS,
  ERRORS,
  METRICS,
  REASONS,
  SCHEMAS,
  SETTINGS,
  STATUSES,
  SWITCH_WORDS,
  type SettingContract,
  TOOL_NAMES,
  WARNINGS,
} from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { brokenReferences } from "../../check/references.ts";
import { ROOT } from "../../check/steps.ts";
import { definitionsOf, propertiesOf, variantsOf } from "./schema-text.ts";

const read = (page: string): string => readFileSync(join(ROOT, "docs/reference", page), "utf8");
const sectionOf = (tool: string): string =>
  read("tools.md")
    .split(/^## /m)
    .find((part) => part.startsWith(`${tool}\n`)) ?? "";

describe.each(TOOL_NAMES)("%s is described:", (tool) => {
  const { input, output } = SCHEMAS[tool];

  it("each argument, each field of each answer, and where its schemas are", () => {
    const section = sectionOf(tool);
    const head = read("envelopes.md");
    for (const [name] of propertiesOf(input)) expect(section).toContain(`| \`${name}\``);
    for (const variant of variantsOf(output))
      for (const [name] of propertiesOf(variant))
        expect(section.includes(`\`${name}\``) || head.includes(`| \`${name}\``), name).toBe(true);
    expect(section).toContain(`\`${String(output["$id"])}\``);
  });

  it("each object that its answers are made of, field by field", () => {
    const sections = new Map(
      read("definitions.md")
        .split(/^## /m)
        .map((part) => [part.slice(0, part.indexOf("\n")), part]),
    );
    for (const [name, definition] of Object.entries(definitionsOf(output))) {
      for (const [field] of propertiesOf(definition))
        expect(sections.get(name), `${name}.${field}`).toContain(`| \`${field}\``);
    }
  });
});

it.each(TOOL_NAMES)("each object in answers of %s has a name of its own", (tool) => {
  const names = Object.keys(definitionsOf(SCHEMAS[tool].output));
  // Two uses of such a type with different arguments would share one section.
  expect(names.filter((name) => ["Pick", "Omit", "Partial", "Required", "Record"].includes(name))).toEqual(
    [],
  );
});

it.each([
  ["codes.md", { ...STATUSES, ...REASONS, ...WARNINGS, ...ERRORS, ...DOCTOR_CHECKS }],
  ["configuration.md", SETTINGS],
  ["metrics.md", METRICS],
])("%s has a row for each name of its registries", (page, registry) => {
  for (const name of Object.keys(registry)) expect(read(page)).toContain(`\n| \`${name}\` | `);
});

it("each least number of a setting and each word of a switch is named", () => {
  const page = read("configuration.md");
  for (const [name, { kind, minimum }] of Object.entries<SettingContract>(SETTINGS))
    if (minimum !== undefined) expect(page).toContain(`\n| \`${name}\` | ${kind} ≥ ${minimum} | `);
  for (const word of [...SWITCH_WORDS.on, ...SWITCH_WORDS.off]) expect(page).toContain(`\`${word}\``);
});

it.each(readdirSync(join(ROOT, "docs/reference")))("links of %s lead somewhere", (page) => {
  const tree = {
    exists: (path: string) => existsSync(join(ROOT, path)),
    hasFileNamed: () => true,
    sourceFolders: [],
    read: (path: string) => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : null),
  };
  const links = [...read(page).matchAll(/\[[^\]]*\]\([^)]*\)/g)].map(([link]) => link).join("\n");
  expect(brokenReferences(`docs/reference/${page}`, links, tree)).toEqual([]);
});
