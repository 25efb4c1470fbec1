/**
 * Writes everything that is derived from libs/contracts: schemas, validators and reference pages.
 *
 *   npm run generate            writes them
 *   npm run generate -- --check fails, naming the files, when a committed one is stale
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { referencePages } from "./reference.ts";
import { generateSchemas, type ToolSchemas } from "./schemas.ts";
import { compileValidators } from "./validators.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GENERATED = "libs/contracts/src/generated";
const COMMAND = "npm run generate";

const files = await derivedFiles();
if (process.argv.includes("--check")) check(files);
else write(files);

/** Path below the repository's root → text. */
async function derivedFiles(): Promise<Map<string, string>> {
  const schemas = generateSchemas(ROOT);
  const out = new Map<string, string>();
  for (const [tool, { input, output }] of schemas) {
    out.set(`${GENERATED}/${tool}.input.schema.json`, json(input));
    out.set(`${GENERATED}/${tool}.output.schema.json`, json(output));
  }
  out.set(`${GENERATED}/listing.json`, json(Object.fromEntries([...schemas].map(([tool, { listing }]) => [tool, listing]))));
  out.set(`${GENERATED}/schemas.ts`, schemaIndex(schemas));
  for (const side of ["input", "output"] as const) {
    out.set(`${GENERATED}/${side}-validators.js`, `// Made by \`${COMMAND}\`; do not edit.\n${await compileValidators(schemas, side)}`);
    out.set(`${GENERATED}/${side}-validators.d.ts`, validatorTypes());
  }
  for (const [name, text] of referencePages(schemas)) out.set(`docs/reference/${name}`, text);
  return out;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function schemaIndex(schemas: ReadonlyMap<string, ToolSchemas>): string {
  const tools = [...schemas.keys()];
  const imports = tools.flatMap((tool) => ["input", "output"].map((side) => `import ${tool}_${side} from "./${tool}.${side}.schema.json" with { type: "json" };`));
  const entries = tools.map((tool) => `  ${tool}: { input: ${tool}_input, output: ${tool}_output, listing: listing.${tool} },`);
  return [
    `// Made by \`${COMMAND}\`; do not edit.`,
    'import type { ToolName } from "../tool-names.ts";',
    ...imports,
    'import listing from "./listing.json" with { type: "json" };',
    "",
    "export type JsonSchema = Readonly<Record<string, unknown>>;",
    "",
    "/** Of each tool: the schemas of its input and output, and the shorter output schema that tool listings show. */",
    "export const SCHEMAS: { readonly [Name in ToolName]: { readonly input: JsonSchema; readonly output: JsonSchema; readonly listing: JsonSchema } } = {",
    ...entries,
    "};",
    "",
  ].join("\n");
}

function validatorTypes(): string {
  return [
    `// Made by \`${COMMAND}\`; do not edit.`,
    'import type { ErrorObject } from "ajv";',
    'import type { ToolName } from "../tool-names.ts";',
    "",
    "interface Validator {",
    "  (value: unknown): boolean;",
    "  errors?: ErrorObject[] | null;",
    "}",
    "export declare const validators: { readonly [Name in ToolName]: Validator };",
    "",
  ].join("\n");
}

function write(derived: ReadonlyMap<string, string>): void {
  for (const stale of unexpected(derived)) rmSync(join(ROOT, stale));
  for (const [path, text] of derived) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  console.log(`${derived.size} files written`);
}

function check(derived: ReadonlyMap<string, string>): void {
  const stale = [...derived].filter(([path, text]) => read(path) !== text).map(([path]) => path);
  const wrong = [...stale, ...unexpected(derived)];
  if (wrong.length === 0) return console.log(`${derived.size} generated files are up to date`);
  console.error(`Stale generated files (run \`${COMMAND}\` and commit):\n${wrong.map((path) => `  ${path}`).join("\n")}`);
  process.exitCode = 1;
}

function unexpected(derived: ReadonlyMap<string, string>): string[] {
  const folders = new Set([...derived.keys()].map((path) => dirname(path)));
  return [...folders].flatMap((folder) => list(folder).map((name) => `${folder}/${name}`)).filter((path) => !derived.has(path));
}

function list(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder));
  } catch {
    return [];
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(join(ROOT, path), "utf8");
  } catch {
    return null;
  }
}
