import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareVersions, lowestVersion } from "./change.ts";
import { type Schema, type Side, schemaChanges } from "./schema-changes.ts";
import { type Snapshot, currentSnapshot, snapshotChanges } from "./snapshot.ts";

const said = (side: Side, before: Schema, after: Schema): string[] =>
  schemaChanges("t", side, before, after).map(({ kind, where, what }) => `${kind} ${where}: ${what}`);
type Tree = { [key: string]: unknown };
/** Parsed JSON that tests may change. */
type Editable = {
  [Part in Exclude<keyof Snapshot, "version">]: Record<string, ReturnType<typeof JSON.parse>>;
} & { version: string };
const object = (
  properties: Record<string, Schema>,
  required: readonly string[] = [],
  more: Schema = {},
): Schema => ({ type: "object", properties, required, additionalProperties: false, ...more });
const text: Schema = { type: "string" };

describe("of arguments", () => {
  it.each<[string, Schema, Schema, string[]]>([
    [
      "one that is removed is refused",
      object({ a: text }),
      object({}),
      ["breaking t.a: argument is removed"],
    ],
    [
      "a new one that is optional is no harm",
      object({}),
      object({ a: text }),
      ["addition t.a: argument is new"],
    ],
    [
      "a new one that is required breaks every call",
      object({}),
      object({ a: text }, ["a"]),
      ["breaking t.a: new argument is required"],
    ],
    [
      "one that becomes required breaks calls without it",
      object({ a: text }),
      object({ a: text }, ["a"]),
      ["breaking t.a: is required now"],
    ],
    [
      "one that is no longer required is no harm",
      object({ a: text }, ["a"]),
      object({ a: text }),
      ["addition t.a: is no longer required"],
    ],
    ["fewer types", { type: ["string", "null"] }, text, ["breaking t: no longer takes null"]],
    ["more types", text, { type: ["string", "null"] }, ["addition t: takes null"]],
    ["whole numbers alone", { type: "number" }, { type: "integer" }, ["breaking t: no longer takes number"]],
    ["all numbers", { type: "integer" }, { type: "number" }, ["addition t: takes number"]],
    [
      "fewer values",
      { type: "string", enum: ["a", "b"] },
      { type: "string", enum: ["a"] },
      ["breaking t: no longer takes b"],
    ],
    [
      "more values",
      { type: "string", enum: ["a"] },
      { type: "string", enum: ["a", "b"] },
      ["addition t: takes b"],
    ],
    ["a list of values", text, { type: "string", enum: ["a"] }, ["breaking t: takes only a"]],
    ["any value", { type: "string", enum: ["a"] }, text, []],
    [
      "tighter bounds",
      { type: "integer", minimum: 1, maximum: 50 },
      { type: "integer", minimum: 2, maximum: 20 },
      ["breaking t: minimum is 2, was 1", "breaking t: maximum is 20, was 50"],
    ],
    [
      "wider bounds",
      { type: "integer", minimum: 1, maximum: 50 },
      { type: "integer", maximum: 60 },
      ["addition t: minimum is none, was 1", "addition t: maximum is 60, was 50"],
    ],
    [
      "a bound where there was none",
      text,
      { type: "string", maxLength: 5 },
      ["breaking t: maxLength is 5, was none"],
    ],
    [
      "another default",
      object({ a: { type: "integer", default: 1 } }),
      object({ a: { type: "integer", default: 2 } }),
      ["breaking t.a: default is 2, was 1"],
    ],
    [
      "items",
      object({ a: { type: "array", items: text } }),
      object({ a: { type: "array", items: { type: "integer" } } }),
      ["breaking t.a[]: no longer takes string", "addition t.a[]: takes integer"],
    ],
    [
      "open objects that are closed",
      object({ a: { type: "object", additionalProperties: text } }),
      object({ a: { type: "object", additionalProperties: false } }),
      ["breaking t.a: no longer takes other names"],
    ],
    [
      "a form that goes",
      { anyOf: [text, object({ a: text })] },
      text,
      ["breaking t(object): is no longer taken"],
    ],
    ["a form that comes", text, { anyOf: [text, object({ a: text })] }, ["addition t(object): is new"]],
  ])("%s", (_, before, after, expected) => expect(said("input", before, after)).toEqual(expected));
});

describe("of answers", () => {
  const variant = (status: string, properties: Record<string, Schema> = {}): Schema =>
    object({ status: { type: "string", const: status }, ...properties }, [
      "status",
      ...Object.keys(properties),
    ]);

  it.each<[string, Schema, Schema, string[]]>([
    [
      "a field that is removed is missed",
      object({ a: text }),
      object({}),
      ["breaking t.a: field is removed"],
    ],
    ["a new field is no harm", object({}), object({ a: text }, ["a"]), ["addition t.a: field is new"]],
    [
      "a field that may be absent now",
      object({ a: text }, ["a"]),
      object({ a: text }),
      ["breaking t.a: may be absent now"],
    ],
    ["a field that is always there now", object({ a: text }), object({ a: text }, ["a"]), []],
    ["another type", text, { type: ["string", "null"] }, ["breaking t: may be null, was string"]],
    ["fewer types", { type: ["string", "null"] }, text, []],
    [
      "numbers that were whole",
      { type: "integer" },
      { type: "number" },
      ["breaking t: may be number, was integer"],
    ],
    ["numbers that are whole now", { type: "number" }, { type: "integer" }, []],
    [
      "a value that readers do not expect",
      { type: "string", enum: ["a"] },
      { type: "string", enum: ["a", "b"] },
      ["breaking t: may be b, which readers do not expect"],
    ],
    [
      "any value, where there was a list",
      { type: "string", const: "a" },
      text,
      ["breaking t: may have any value, was one of a list"],
    ],
    ["fewer values", { type: "string", enum: ["a", "b"] }, { type: "string", enum: ["a"] }, []],
    [
      "a status that is removed",
      { oneOf: [variant("ok"), variant("blocked")] },
      { oneOf: [variant("ok")] },
      ["breaking t(blocked): is removed"],
    ],
    [
      "a status that is new",
      { oneOf: [variant("ok")] },
      { oneOf: [variant("ok"), variant("odd")] },
      ["breaking t(odd): is new, which readers do not expect"],
    ],
    [
      "a field of a status",
      { oneOf: [variant("ok", { a: text }), variant("error")] },
      { oneOf: [variant("ok"), variant("error")] },
      ["breaking t(ok).a: field is removed"],
    ],
    [
      "a variant that stands for two statuses, split",
      { oneOf: [object({ status: { type: "string", enum: ["a", "b"] } }, ["status"])] },
      { oneOf: [variant("a"), variant("b")] },
      [],
    ],
    ["bounds", { type: "integer", maximum: 5 }, { type: "integer", maximum: 9 }, []],
  ])("%s", (_, before, after, expected) => expect(said("output", before, after)).toEqual(expected));

  it("codes of which readers have to expect more are no harm, wherever a definition of them is used", () => {
    const withCodes = (codes: readonly string[]): Schema =>
      object(
        { code: { $ref: "#/$defs/ErrorCode" }, all: { type: "array", items: { $ref: "#/$defs/ErrorCode" } } },
        [],
        { $defs: { ErrorCode: { type: "string", enum: codes } } },
      );
    expect(said("output", withCodes(["A"]), withCodes(["A", "B"]))).toEqual([
      "addition t.code: may be B",
      "addition t.all[]: may be B",
    ]);
  });

  it("definitions are compared by what they say, under any name, and may refer to themselves", () => {
    const tree = (name: string, more: Record<string, Schema>): Schema =>
      object({ root: { $ref: `#/$defs/${name}` } }, [], {
        $defs: {
          [name]: object({ ...more, children: { type: "array", items: { $ref: `#/$defs/${name}` } } }),
        },
      });
    expect(said("output", tree("Node", { a: text }), tree("TreeNode", {}))).toEqual([
      "breaking t.root.a: field is removed",
    ]);
    expect(said("output", tree("Node", { a: text }), tree("TreeNode", { a: text }))).toEqual([]);
  });
});

describe("of the contracts as they are", () => {
  const current = currentSnapshot("1.0.0");
  /** Fields of the variant with a status. */
  const variantOf = ({ oneOf }: Editable["schemas"][string], status: string) =>
    oneOf.find(({ properties }: Editable["schemas"][string]) => properties.status.const === status)
      .properties;
  const changed = (change: (copy: Editable) => void): string[] => {
    const copy = structuredClone(current) as Editable;
    change(copy);
    return snapshotChanges(current, copy).map(({ kind, where, what }) => `${kind} ${where}: ${what}`);
  };

  it("nothing has changed if nothing has", () => expect(changed(() => undefined)).toEqual([]));

  it.each<[string, (copy: Editable) => void, string]>([
    [
      "a tool that is removed",
      ({ names }) => names.tools.shift(),
      "breaking tools: list_codebases (core) is removed",
    ],
    [
      "a tool that is new",
      ({ names }) => names.tools.push("explain (core)"),
      "addition tools: explain (core) is new",
    ],
    [
      "a tool in another set",
      ({ names }) => (names.tools[0] = "list_codebases (scope)"),
      "breaking tools: list_codebases (core) is removed",
    ],
    [
      "a warning that is removed",
      ({ names }) => names.warnings.shift(),
      "breaking warnings: CALL_GRAPH_NOTES_TRUNCATED is removed",
    ],
    [
      "an export that is removed",
      ({ names }) => names.exports.splice(names.exports.indexOf("parseEnvelope"), 1),
      "breaking exports: parseEnvelope is removed",
    ],
    [
      "gates in another order",
      ({ names }) => (names["gates, in this order"] = ["not_ready, requires_reindex, not_indexed"]),
      "breaking gates, in this order: requires_reindex, not_ready, not_indexed is removed",
    ],
    [
      "a setting that is removed",
      ({ settings }) => delete settings.SATORI_HOME,
      "breaking settings: SATORI_HOME is removed",
    ],
    [
      "a setting of another kind",
      ({ settings }) => (settings.SATORI_WATCH.kind = "text"),
      "breaking setting SATORI_WATCH: kind is text, was switch",
    ],
    [
      "a choice that is removed",
      ({ settings }) => settings.SATORI_STORE.choices.pop(),
      "breaking setting SATORI_STORE: choices: milvus is removed",
    ],
    [
      "a choice that is new",
      ({ settings }) => settings.SATORI_STORE.choices.push("odd"),
      "addition setting SATORI_STORE: choices: odd is new",
    ],
    [
      "a label that is new",
      ({ metrics }) => metrics.satori_syncs_total.labels.push("root"),
      "breaking metric satori_syncs_total: labels: root is new",
    ],
    [
      "a field deep inside",
      ({ schemas }) => delete schemas["search_codebase.output"].$defs.GroupResult.properties.preview,
      "breaking search_codebase.output(ok).results[](object).preview: field is removed",
    ],
    [
      "a status of a tool",
      ({ schemas }) => schemas["manage_index.output"].oneOf.splice(1, 1),
      "breaking manage_index.output(blocked): is removed",
    ],
    [
      "an argument that is required",
      ({ schemas }) => schemas["search_codebase.input"].required.push("limit"),
      "breaking search_codebase.input.limit: is required now",
    ],
    [
      "a reason",
      ({ schemas }) => (variantOf(schemas["search_codebase.output"], "not_ready").reason.const = "odd"),
      "breaking search_codebase.output(not_ready).reason: may be odd, which readers do not expect",
    ],
  ])("%s is named", (_, change, expected) => expect(changed(change)).toContain(expected));

  it("every field of every answer is missed when it is gone, and every argument", () => {
    const places = Object.entries(current.schemas).flatMap(([name, schema]) =>
      fieldsIn(schema).map((path) => [name, path] as const),
    );
    expect(places.length).toBeGreaterThan(500);
    fc.assert(
      fc.property(fc.constantFrom(...places), ([name, path]) => {
        const before = current.schemas[name] as Schema;
        const after = structuredClone(before);
        delete path.slice(0, -1).reduce<Tree>((value, key) => value[key] as Tree, after as Tree)[
          path.at(-1) as string
        ];
        const changes = schemaChanges(name, name.endsWith(".input") ? "input" : "output", before, after);
        expect(
          changes.filter(({ kind }) => kind === "breaking"),
          path.join("/"),
        ).not.toEqual([]);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

/** Paths to all fields that a schema declares. */
function fieldsIn(schema: unknown, path: readonly string[] = []): string[][] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(path.at(-1) === "properties" ? [[...path, key]] : []),
    ...fieldsIn(value, [...path, key]),
  ]);
}

describe("the lowest version after", () => {
  const change = (kind: "breaking" | "addition") => ({ kind, where: "", what: "" });

  it.each([
    ["1.4.2", [], "1.4.2"],
    ["1.4.2", ["addition"], "1.5.0"],
    ["1.4.2", ["addition", "breaking"], "2.0.0"],
    ["0.4.2", ["addition"], "0.4.3"],
    ["0.4.2", ["breaking"], "0.5.0"],
    ["0.0.0", ["breaking", "breaking"], "0.1.0"],
  ] as const)("%s and %j is %s", (released, kinds, expected) =>
    expect(lowestVersion(released, kinds.map(change))).toBe(expected),
  );

  it.each([
    ["1.0.0", "0.9.9", 1],
    ["0.10.0", "0.9.0", 1],
    ["0.1.0", "0.1.0", 0],
    ["0.1.0-rc.1", "0.1.0", 0],
    ["0.1.2", "0.1.3", -1],
  ] as const)("%s is compared to %s", (left, right, sign) => {
    expect(Math.sign(compareVersions(left, right))).toBe(sign);
  });
});
