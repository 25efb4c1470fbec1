/**
 * Writes everything derived from libs/contracts: schemas, validators, reference pages and clients.
 *
 *   npm run generate            writes the files
 *   npm run generate -- --check fails, with their names, if committed files are stale
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ToolName } from "@satori/contracts";
import { pythonMethods, pythonSyncMethods } from "../clients/python-methods.ts";
import { isFresh, pythonModels } from "../clients/python-models.ts";
import { pythonRegistries } from "../clients/python-registries.ts";
import { pythonContracts } from "../clients/python-schema.ts";
import { typescriptMethods } from "../clients/typescript.ts";
import { referencePages } from "./reference/pages.ts";
import { generateSchemas, type ToolSchemas } from "./schemas.ts";
import { compileValidators } from "./validators.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GENERATED = "libs/contracts/src/generated";
const PYTHON_GENERATED = "clients/python/src/satori_client/_generated";
const CLIENT_METHODS = "clients/typescript/src/generated/tool-methods.ts";
const COMMAND = "npm run generate";

const isCheck = process.argv.includes("--check");
const files = await derivedFiles();
if (isCheck) check(files);
else write(files);

/** Path relative to the repository's root → text. */
async function derivedFiles(): Promise<Map<string, string>> {
  const schemas = generateSchemas(ROOT);
  const out = new Map<string, string>();
  for (const [tool, { publishedInput, output }] of schemas) {
    out.set(`${GENERATED}/${tool}.input.schema.json`, json(publishedInput));
    out.set(`${GENERATED}/${tool}.output.schema.json`, json(output));
  }
  // File of each schema that has an `$id`, by it.
  out.set(
    `${GENERATED}/index.json`,
    json(
      Object.fromEntries(
        [...schemas.values()].map(({ output: { $id, title } }) => [$id, `${String(title)}.schema.json`]),
      ),
    ),
  );
  out.set(
    `${GENERATED}/listing.json`,
    json(Object.fromEntries([...schemas].map(([tool, { listing }]) => [tool, listing]))),
  );
  out.set(`${GENERATED}/input-schemas.ts`, inputSchemaIndex(schemas));
  out.set(`${GENERATED}/schemas.ts`, schemaIndex(schemas));
  for (const side of ["input", "output"] as const) {
    out.set(
      `${GENERATED}/${side}-validators.js`,
      `// Made by \`${COMMAND}\`; do not edit.\n${await compileValidators(schemas, side)}`,
    );
    out.set(`${GENERATED}/${side}-validators.d.ts`, validatorTypes());
  }
  out.set(CLIENT_METHODS, typescriptMethods(COMMAND, schemas));
  for (const [name, text] of await pythonFiles(schemas)) out.set(`${PYTHON_GENERATED}/${name}`, text);
  for (const [name, text] of referencePages(schemas)) out.set(`docs/reference/${name}`, text);
  return out;
}

async function pythonFiles(
  schemas: ReadonlyMap<ToolName, ToolSchemas>,
): Promise<[name: string, text: string][]> {
  const contracts = pythonContracts(schemas);
  const known = read(`${PYTHON_GENERATED}/models.py`) ?? "";
  // The digests in the file show whether the Python generator has to run again.
  const models = isFresh(known, contracts)
    ? known
    : isCheck
      ? "stale"
      : await pythonModels(COMMAND, contracts);
  if (models === null)
    throw new Error(
      "The models of the Python client are stale, and cannot be made here: it takes Python 3.10 and " +
        "packages from its index",
    );
  return [
    ["__init__.py", `# Made by \`${COMMAND}\`; do not edit.\n`],
    ["models.py", models],
    ["registries.py", pythonRegistries(COMMAND)],
    ["sync_tool_methods.py", pythonSyncMethods(COMMAND, contracts, schemas)],
    ["tool_methods.py", pythonMethods(COMMAND, contracts, schemas)],
  ];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function inputSchemaIndex(schemas: ReadonlyMap<string, ToolSchemas>): string {
  const tools = [...schemas.keys()];
  return [
    `// Made by \`${COMMAND}\`; do not edit.`,
    'import type { ToolName } from "../tool-names.ts";',
    ...tools.map((tool) => `import ${tool} from "./${tool}.input.schema.json" with { type: "json" };`),
    "",
    "export type JsonSchema = Readonly<Record<string, unknown>>;",
    "",
    "/** Of each tool the schema of its input: for those who offer tools and check no answers, a tenth " +
      "of all schemas. */",
    "export const INPUT_SCHEMAS: { readonly [Name in ToolName]: JsonSchema } = {",
    ...tools.map((tool) => `  ${tool},`),
    "};",
    "",
  ].join("\n");
}

function schemaIndex(schemas: ReadonlyMap<string, ToolSchemas>): string {
  const tools = [...schemas.keys()];
  return [
    `// Made by \`${COMMAND}\`; do not edit.`,
    'import type { ToolName } from "../tool-names.ts";',
    'import { INPUT_SCHEMAS, type JsonSchema } from "./input-schemas.ts";',
    ...tools.map(
      (tool) => `import ${tool}_output from "./${tool}.output.schema.json" with { type: "json" };`,
    ),
    'import listing from "./listing.json" with { type: "json" };',
    "",
    "/** Of each tool: the schemas of its input and output, and the shorter output schema that tool " +
      "listings show. */",
    "export const SCHEMAS: { readonly [Name in ToolName]: { readonly input: JsonSchema; readonly " +
      "output: JsonSchema; readonly listing: JsonSchema } } = {",
    ...tools.map(
      (tool) =>
        `  ${tool}: { input: INPUT_SCHEMAS.${tool}, output: ${tool}_output, listing: listing.${tool} },`,
    ),
    "};",
    "",
  ].join("\n");
}

function validatorTypes(): string {
  return [
    `// Made by \`${COMMAND}\`; do not edit.`,
    'import type { ToolName } from "../tool-names.ts";',
    'import type { SchemaFault } from "../validate/validate-input.ts";',
    "",
    "interface Validator {",
    "  (value: unknown): boolean;",
    "  errors?: SchemaFault[] | null;",
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
  console.error(
    `Stale generated files (run \`${COMMAND}\` and commit):\n${wrong.map((path) => `  ${path}`).join("\n")}`,
  );
  process.exitCode = 1;
}

function unexpected(derived: ReadonlyMap<string, string>): string[] {
  const folders = new Set([...derived.keys()].map((path) => dirname(path)));
  return [...folders]
    .flatMap((folder) => list(folder).map((name) => `${folder}/${name}`))
    .filter((path) => !derived.has(path) && !path.endsWith("/__pycache__"));
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
