/** Compiles the schemas into plain modules, so that nothing is compiled at run time. */
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import type { Schema, ToolSchemas } from "./schemas.ts";

/**
 * Text of an ES module that exports `validators`: tool → validator with ajv's `errors` after a call. Inputs
 * and outputs are separate modules, because every call needs the former and only tests and
 * `SATORI_VALIDATE_OUTPUT` need the latter.
 */
export async function compileValidators(
  schemas: ReadonlyMap<string, ToolSchemas>,
  side: "input" | "output",
): Promise<string> {
  const ajv = new Ajv2020({
    allErrors: side === "input",
    strict: true,
    strictRequired: false,
    discriminator: true,
    inlineRefs: false,
    code: { source: true, esm: true, lines: false },
  });
  const shared: Shared = { texts: new Map(), definitions: {} };
  const ids: Record<string, string> = {};
  for (const [tool, toolSchemas] of schemas) {
    const schema = withSharedDefinitions(toolSchemas[side], tool, shared);
    ids[tool] = `${BASE}/${tool}`;
    ajv.addSchema({ ...schema, $id: ids[tool] });
  }
  ajv.addSchema({ $id: SHARED, $defs: shared.definitions });
  // ajv's default export is the function itself, inside a CommonJS wrapper.
  const generate =
    (standaloneCode as unknown as { default?: typeof standaloneCode }).default ?? standaloneCode;
  return bundle((generate as unknown as (ajv: unknown, refs: Record<string, string>) => string)(ajv, ids), [
    ...schemas.keys(),
  ]);
}

const BASE = "https://satori.dev/validators";
const SHARED = `${BASE}/shared`;

interface Shared {
  /** Original text of each shared definition, by its name. */
  readonly texts: Map<string, string>;
  readonly definitions: Record<string, Schema>;
}

/**
 * Moves a schema's definitions into `shared`, so that a definition used by several tools is compiled once;
 * drops annotations.
 */
function withSharedDefinitions(schema: Schema, tool: string, shared: Shared): Schema {
  const {
    $defs = {},
    $schema: _schema,
    $id: _id,
    ...body
  } = schema as { $defs?: Record<string, Schema> } & Schema;
  const names = new Map<string, string>();
  for (const [name, definition] of Object.entries($defs)) {
    const text = JSON.stringify(definition);
    const known = shared.texts.get(name);
    const unique = known === undefined || known === text ? name : `${tool}_${name}`;
    names.set(name, unique);
    shared.texts.set(unique, text);
  }
  const rename = (ref: string): string => `${SHARED}#/$defs/${names.get(ref.replace("#/$defs/", "")) ?? ""}`;
  for (const [name, definition] of Object.entries($defs))
    shared.definitions[names.get(name) ?? name] = rules(definition, rename) as Schema;
  return rules(body, rename) as Schema;
}

/** A schema without keywords that have no effect on validation. */
function rules(value: unknown, rename: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rules(item, rename));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) =>
      !(["description", "title"].includes(key) && typeof inner === "string") && key !== "default",
  );
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, key === "$ref" ? rename(String(inner)) : rules(inner, rename)]),
  );
}

async function bundle(code: string, tools: readonly string[]): Promise<string> {
  const contents =
    `import * as compiled from "compiled";\nexport const validators = { ` +
    `${tools.map((tool) => `${tool}: compiled.${tool}`).join(", ")} };`;
  const bundled = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: "js" },
    plugins: [
      {
        name: "compiled",
        setup(builder) {
          builder.onResolve({ filter: /^compiled$/ }, () => ({ path: "compiled", namespace: "compiled" }));
          builder.onLoad({ filter: /.*/, namespace: "compiled" }, () => ({
            contents: code,
            resolveDir: process.cwd(),
          }));
        },
      },
    ],
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    minifySyntax: true,
    minifyWhitespace: true,
    write: false,
    target: "es2022",
  });
  return String(bundled.outputFiles[0]?.text);
}
