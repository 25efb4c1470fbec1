/**
 * The generated schemas: that they are valid, say what the code holds to, and are small enough to be listed
 * to a model.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STATUSES } from "./codes/statuses.ts";
import { ENVELOPE_VERSION } from "./envelope.ts";
import type { JsonSchema } from "./generated/input-schemas.ts";
import { SCHEMAS } from "./generated/schemas.ts";
import { LIMITS } from "./limits.ts";
import { instancesOf } from "./testing/instances.ts";
import { CORE_TOOLS, REVIEW_TOOLS, SCOPE_TOOLS, TOOL_NAMES, WORKSPACE_TOOLS } from "./tool-names.ts";
import { listedInput } from "./listing-schemas.ts";
import type { StoreName } from "./settings.ts";
import { TOOLS, type ToolSet } from "./tools/index.ts";
import { validateInput } from "./validate/validate-input.ts";
import { validateOutput } from "./validate/validate-output.ts";

const compile = (schema: JsonSchema): ValidateFunction =>
  new Ajv2020({ strict: true, strictRequired: false, discriminator: true, allErrors: true }).compile(schema);
const property = (schema: JsonSchema, name: string): Record<string, unknown> =>
  (schema["properties"] as Record<string, Record<string, unknown>>)[name] ?? {};
const variantsOf = (schema: JsonSchema): Record<string, { const?: string; enum?: string[] }>[] =>
  (schema["oneOf"] as { properties: Record<string, object> }[]).map(({ properties }) => properties);

describe.each(TOOL_NAMES)("%s", (tool) => {
  const { input, output, listing } = SCHEMAS[tool];

  it("has an output schema of draft 2020-12 with an address of its own", () => {
    expect(output).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `https://satori.dev/schemas/${tool}.output.schema.json`,
      title: `${tool}.output`,
      type: "object",
    });
    compile(output);
    compile(listing);
  });

  it("has an input schema that needs nothing from outside it, and no union at the top", () => {
    expect(input).toMatchObject({ title: `${tool}.input`, type: "object", additionalProperties: false });
    expect(JSON.stringify(input)).not.toMatch(/"\$(?:ref|defs|schema|id)"|"(?:anyOf|oneOf|allOf)"/);
    compile(input);
  });

  it("refers to definitions that exist, and has none that nothing refers to", () => {
    for (const schema of [output, listing]) {
      const used = new Set(
        [...JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name),
      );
      expect([...used].sort()).toEqual(Object.keys(schema["$defs"] ?? {}).sort());
    }
  });

  it("lists a schema that accepts every answer which the precise one accepts, and fields of later versions", () => {
    const isListed = compile(listing);
    fc.assert(
      fc.property(instancesOf(output), fc.string({ minLength: 1 }), (answer, name) => {
        expect(validateOutput(tool, answer)).toEqual({ ok: true, value: answer });
        expect([isListed(answer), isListed.errors]).toEqual([true, null]);
        expect(isListed({ [`later_${name}`]: 1, ...(answer as object) })).toBe(true);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("refuses a field that is not declared", () => {
    fc.assert(
      fc.property(
        instancesOf(output),
        (answer) => !validateOutput(tool, { ...(answer as object), undeclared: 1 }).ok,
      ),
      { seed: 2, numRuns: 50 },
    );
  });

  it("has validators that agree with the schema of its input, rules between arguments aside", () => {
    const fits = compile(input);
    const anything = fc.oneof(
      instancesOf(input),
      fc.jsonValue(),
      fc
        .tuple(
          instancesOf(input),
          fc.jsonValue({ maxDepth: 1 }),
          fc.constantFrom("path", "limit", "mode", "extra"),
        )
        .map(([value, other, name]) => ({ ...(value as object), [name]: other })),
    );
    fc.assert(
      fc.property(anything, (value) => {
        const { ok } = validateInput(tool, value);
        if (ok) expect(fits(value)).toBe(true);
        if (!fits(value)) expect(ok).toBe(false);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});

describe.each([...CORE_TOOLS, ...SCOPE_TOOLS, ...REVIEW_TOOLS])("%s", (tool) => {
  const { output } = SCHEMAS[tool];

  it("answers with statuses that the registry knows, an error among them, each in one variant", () => {
    const statuses = variantsOf(output).flatMap(({ status }) => status?.enum ?? [status?.const ?? ""]);
    // A search with `ok` has either results or sections.
    const repeated = statuses.filter((status, at) => statuses.indexOf(status) !== at);
    expect(repeated).toEqual(tool === "search_codebase" ? ["ok"] : []);
    expect(statuses.every((status) => Object.hasOwn(STATUSES, status))).toBe(true);
    expect(statuses).toEqual(expect.arrayContaining(["ok", "error"]));
  });

  it("names the tool and the version in every variant", () => {
    for (const properties of variantsOf(output))
      expect([properties["tool"]?.const, properties["version"]?.const]).toEqual([tool, ENVELOPE_VERSION]);
  });
});

describe.each(WORKSPACE_TOOLS)("%s", (tool) => {
  it("answers with a result or with what failed", () => {
    expect(variantsOf(SCHEMAS[tool].output).map((properties) => Object.keys(properties).sort())).toEqual([
      ["meta", "result"],
      ["code", "details", "message"],
    ]);
  });
});

describe("LIMITS agree with the annotations:", () => {
  const {
    search_codebase: search,
    call_graph: graph,
    file_outline: outline,
    list_paths: paths,
    search_text: text,
    compare_versions: versions,
    change_impact: impact,
    list_dir: dir,
    workspace_search: lines,
    smart_search: smart,
  } = SCHEMAS;

  it.each([
    ["limit of a search", property(search.input, "limit"), LIMITS.limit],
    [
      "limit of a call graph",
      property(graph.input, "limit"),
      { ...LIMITS.limit, default: LIMITS.callGraph.defaultLimit },
    ],
    ["depth of a call graph", property(graph.input, "depth"), LIMITS.callGraph.depth],
    ["length of a path", property(search.input, "path"), { minLength: 1, maxLength: LIMITS.maxPathChars }],
    ["length of a file", property(outline.input, "file"), { minLength: 1, maxLength: LIMITS.maxPathChars }],
    [
      "length of a symbol",
      property(graph.input, "symbol"),
      { minLength: 1, maxLength: LIMITS.maxSymbolChars },
    ],
    [
      "length of a symbol to open",
      property(SCHEMAS.read_file.input, "open_symbol"),
      { minLength: 1, maxLength: LIMITS.maxSymbolChars },
    ],
    [
      "length of a label",
      property(outline.input, "symbolLabelExact"),
      { minLength: 1, maxLength: LIMITS.maxSymbolChars },
    ],
    [
      "length of a pattern",
      property(paths.input, "include_globs")["items"] as object,
      { maxLength: LIMITS.maxPathChars },
    ],
    [
      "length of a question",
      property(search.input, "query"),
      { minLength: 1, maxLength: LIMITS.search.maxQueryChars },
    ],
    ["tokens of a search", property(search.input, "maxTokens"), LIMITS.searchMaxTokens],
    ["symbols of an outline", property(outline.input, "limitSymbols"), LIMITS.outline],
    ["files of a list", property(paths.input, "max_results"), LIMITS.listPaths],
    ["matches of a text", property(text.input, "max_results"), LIMITS.searchText.results],
    ["lines around a match", property(text.input, "context_lines"), LIMITS.searchText.contextLines],
    [
      "findings of a search by meaning",
      property(SCHEMAS.semantic_search.input, "limit"),
      { ...LIMITS.limit, default: LIMITS.search.defaultLimit },
    ],
    [
      "length of a question to several codebases",
      property(SCHEMAS.semantic_search.input, "query"),
      { minLength: 1, maxLength: LIMITS.search.maxQueryChars },
    ],
    ["steps of an impact", property(impact.input, "depth"), LIMITS.changeImpact.depth],
    ["affected symbols", property(impact.input, "limit"), LIMITS.changeImpact.limit],
    ["budget of an impact", property(impact.input, "maxTokens"), LIMITS.changeImpact.maxTokens],
    [
      "planned changes",
      property(impact.input, "symbols"),
      { minItems: 1, maxItems: LIMITS.changeImpact.maxPlannedChanges },
    ],
    [
      "length of a diff",
      property(impact.input, "diff"),
      { minLength: 1, maxLength: LIMITS.changeImpact.maxDiffChars },
    ],
    ["changes between versions", property(versions.input, "limit"), LIMITS.compareVersions.changes],
    [
      "length of a version",
      property(versions.input, "base"),
      { minLength: 1, maxLength: LIMITS.maxRefChars },
    ],
    ["length of a ref", property(search.input, "ref"), { maxLength: LIMITS.maxRefChars }],
    ["entries of a folder", property(dir.input, "max_results"), LIMITS.listDir.results],
    ["levels of a folder", property(dir.input, "depth"), LIMITS.listDir.depth],
    ["matches in the workspace", property(lines.input, "max_results"), LIMITS.workspaceSearch.results],
    [
      "length of a text in the workspace",
      property(lines.input, "query"),
      { minLength: 1, maxLength: LIMITS.workspaceSearch.maxQueryChars },
    ],
    ["items of a smart search", property(smart.input, "max_results"), LIMITS.smartSearch.results],
    [
      "length of its question",
      property(smart.input, "query"),
      { minLength: 1, maxLength: LIMITS.smartSearch.maxQueryChars },
    ],
    [
      "length of a text",
      property(text.input, "query"),
      { minLength: 1, maxLength: LIMITS.searchText.maxQueryChars },
    ],
  ])("%s", (_, schema, limits) => expect(schema).toMatchObject(limits));

  it("the default limit of a search lies within its bounds", () => {
    expect(LIMITS.search.defaultLimit).toBeGreaterThanOrEqual(LIMITS.limit.minimum);
    expect(LIMITS.search.defaultLimit).toBeLessThanOrEqual(LIMITS.limit.maximum);
  });
});

describe("what a model has to read", () => {
  /** Code and JSON have about 3.5 characters a token. */
  const tokens = (value: unknown): number => JSON.stringify(value).length / 3.5;

  /** The tools of a set as a server lists them, without output schemas. */
  const listed = (wanted: ToolSet, store: StoreName) =>
    TOOLS.filter(({ set }) => set === wanted).map(({ set: _set, ...tool }) => ({
      ...tool,
      inputSchema: listedInput(tool.name, store),
    }));

  it.each(["sqlite", "milvus"] as const)(
    "of the core set is at most 2,800 tokens and 12 kB with %s",
    (store) => {
      const core = { tools: listed("core", store) };
      expect(tokens(core)).toBeLessThanOrEqual(2_800);
      expect(Buffer.byteLength(JSON.stringify(core))).toBeLessThanOrEqual(12_000);
    },
  );

  it.each([
    ["core", 24_000],
    ["scope", 15_000],
    ["review", 35_000],
    ["workspace", 9_000],
  ] as const)("of the set %s with output schemas is at most %i bytes", (set, bytes) => {
    const tools = listed(set, "milvus").map((tool) => ({
      ...tool,
      outputSchema: SCHEMAS[tool.name].listing,
    }));
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(bytes);
  });

  it("describes every argument but those that say all by their name", () => {
    const plain = new Set(["groupBy", "depth", "limitSymbols", "symbolIdExact", "symbolLabelExact"]);
    for (const tool of TOOL_NAMES) {
      for (const [name, schema] of Object.entries(
        (SCHEMAS[tool].input["properties"] ?? {}) as Record<string, { description?: string }>,
      )) {
        if (!plain.has(name))
          expect([tool, name, schema.description ?? ""]).toEqual([tool, name, expect.stringMatching(/\w/)]);
      }
    }
  });
});
