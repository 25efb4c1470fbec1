/**
 * Compares two versions of a tool's schema from a client's point of view. For inputs, the server may accept
 * more than before, but never less. For outputs, it may add fields, but it must not remove one, nor return
 * values of a kind that readers do not expect.
 */
import { OPEN_LISTS } from "../open-lists.ts";
import { type Change, addition, breaking } from "./change.ts";

export type Schema = Readonly<Record<string, unknown>>;
export type Side = "input" | "output";

const LOWER_BOUNDS = ["minimum", "minLength", "minItems"] as const;
const UPPER_BOUNDS = ["maximum", "maxLength", "maxItems"] as const;

interface Place {
  readonly side: Side;
  readonly where: string;
  /** Whether readers expect unknown values here. */
  readonly isOpen: boolean;
  readonly before: Schema;
  readonly after: Schema;
  /** Pairs of definitions that are being compared: schemas may be recursive. */
  readonly seen: ReadonlySet<string>;
}

/** Changes in the order of the old schema, then of the new one. */
export function schemaChanges(where: string, side: Side, before: Schema, after: Schema): Change[] {
  return compare({ side, where, isOpen: false, before, after, seen: new Set() }, before, after);
}

function compare(place: Place, left: Schema, right: Schema): Change[] {
  const pair = `${String(left["$ref"])} ${String(right["$ref"])}`;
  if (left["$ref"] !== undefined && place.seen.has(pair)) return [];
  const isOpen = OPEN_LISTS.has(nameOf(left["$ref"]));
  const here: Place =
    left["$ref"] === undefined ? place : { ...place, isOpen, seen: new Set([...place.seen, pair]) };
  const [before, after] = [resolve(left, place.before), resolve(right, place.after)];
  if (alternativesOf(before) || alternativesOf(after))
    return alternatives(here, alternativesOf(before) ?? [before], alternativesOf(after) ?? [after]);
  return [
    ...types(here, before, after),
    ...values(here, before, after),
    ...(here.side === "input" ? [...bounds(here, before, after), ...defaults(here, before, after)] : []),
    ...properties(here, before, after),
    ...contents(here, before, after),
  ];
}

function alternatives(place: Place, before: readonly Schema[], after: readonly Schema[]): Change[] {
  const [ours, theirs] = [keyed(before, place.before), keyed(after, place.after)];
  const at = (key: string): string => `${place.where}(${key})`;
  const both = [...ours].flatMap(([key, schema]) => {
    const other = theirs.get(key);
    if (other) return compare({ ...place, where: at(key) }, schema, other);
    return [
      place.side === "input" ? breaking(at(key), "is no longer taken") : breaking(at(key), "is removed"),
    ];
  });
  const added = [...theirs.keys()]
    .filter((key) => !ours.has(key))
    .map((key) =>
      place.side === "output" && !place.isOpen
        ? breaking(at(key), "is new, which readers do not expect")
        : addition(at(key), "is new"),
    );
  return [...both, ...added];
}

/**
 * Fields that distinguish alternatives, each value separately. Alternatives without them are matched by type
 * and position.
 */
const TAGS = ["status", "kind", "supported"] as const;

function keyed(schemas: readonly Schema[], root: Schema): Map<string, Schema> {
  const all = new Map<string, Schema>();
  for (const schema of schemas) {
    const resolved = resolve(schema, root);
    const own = (resolved["properties"] ?? {}) as Readonly<Record<string, Schema>>;
    const tag = TAGS.find((name) => own[name] !== undefined && valuesOf(resolve(own[name], root)));
    const type = typesOf(resolved).join("|") || "any";
    const keys =
      tag === undefined
        ? [type]
        : (valuesOf(resolve(own[tag] as Schema, root)) ?? []).map((value) =>
            tag === "status" ? String(value) : `${tag} ${String(value)}`,
          );
    for (const key of keys) all.set(all.has(key) ? `${key} ${all.size + 1}` : key, schema);
  }
  return all;
}

function types({ side, where }: Place, before: Schema, after: Schema): Change[] {
  const [ours, theirs] = [typesOf(before), typesOf(after)];
  const lacks = (all: readonly string[], type: string): boolean =>
    all.length > 0 && !all.includes(type) && !(type === "integer" && all.includes("number"));
  const gone = ours.filter((type) => lacks(theirs, type));
  const added = theirs.filter((type) => lacks(ours, type));
  if (side === "input")
    return [
      ...gone.map((type) => breaking(where, `no longer takes ${type}`)),
      ...added.map((type) => addition(where, `takes ${type}`)),
    ];
  return added.map((type) => breaking(where, `may be ${type}, was ${ours.join(" or ")}`));
}

function values({ side, where, isOpen }: Place, before: Schema, after: Schema): Change[] {
  const [ours, theirs] = [valuesOf(before), valuesOf(after)];
  if (!ours || !theirs) {
    if (ours && side === "output") return [breaking(where, "may have any value, was one of a list")];
    return theirs && side === "input" ? [breaking(where, `takes only ${theirs.join(", ")}`)] : [];
  }
  const gone = ours.filter((value) => !theirs.includes(value));
  const added = theirs.filter((value) => !ours.includes(value));
  if (side === "input")
    return [
      ...gone.map((value) => breaking(where, `no longer takes ${String(value)}`)),
      ...added.map((value) => addition(where, `takes ${String(value)}`)),
    ];
  return added.map((value) =>
    isOpen
      ? addition(where, `may be ${String(value)}`)
      : breaking(where, `may be ${String(value)}, which readers do not expect`),
  );
}

function bounds({ where }: Place, before: Schema, after: Schema): Change[] {
  const changed = (names: readonly string[], sign: number): Change[] =>
    names.flatMap((name) => {
      const [ours, theirs] = [before[name], after[name]] as [number | undefined, number | undefined];
      if (ours === theirs) return [];
      const isTighter = theirs !== undefined && (ours === undefined || (theirs - ours) * sign > 0);
      const said = `${name} is ${theirs ?? "none"}, was ${ours ?? "none"}`;
      return [isTighter ? breaking(where, said) : addition(where, said)];
    });
  return [...changed(LOWER_BOUNDS, 1), ...changed(UPPER_BOUNDS, -1)];
}

/** A new default is a breaking change: calls without the argument get another answer. */
function defaults({ where }: Place, before: Schema, after: Schema): Change[] {
  const [ours, theirs] = [JSON.stringify(before["default"]), JSON.stringify(after["default"])];
  return ours === theirs ? [] : [breaking(where, `default is ${theirs ?? "none"}, was ${ours ?? "none"}`)];
}

function properties(place: Place, before: Schema, after: Schema): Change[] {
  const { side, where } = place;
  const [ours, theirs] = [before, after].map(
    (schema) => (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>,
  ) as [Readonly<Record<string, Schema>>, Readonly<Record<string, Schema>>];
  const [needed, needs] = [before, after].map(
    (schema) => (schema["required"] ?? []) as readonly string[],
  ) as [readonly string[], readonly string[]];
  const at = (name: string): string => `${where}.${name}`;
  const kept = Object.entries(ours).flatMap(([name, schema]): Change[] => {
    const other = theirs[name];
    if (!other) return [breaking(at(name), side === "input" ? "argument is removed" : "field is removed")];
    const isNewlyNeeded = !needed.includes(name) && needs.includes(name);
    const isNoLongerSure = needed.includes(name) && !needs.includes(name);
    const presence =
      side === "input"
        ? isNewlyNeeded
          ? [breaking(at(name), "is required now")]
          : isNoLongerSure
            ? [addition(at(name), "is no longer required")]
            : []
        : isNoLongerSure
          ? [breaking(at(name), "may be absent now")]
          : [];
    return [...presence, ...compare({ ...place, where: at(name), isOpen: false }, schema, other)];
  });
  const added = Object.keys(theirs)
    .filter((name) => !Object.hasOwn(ours, name))
    .map((name) =>
      side === "input" && needs.includes(name)
        ? breaking(at(name), "new argument is required")
        : addition(at(name), side === "input" ? "argument is new" : "field is new"),
    );
  return [...kept, ...added];
}

function contents(place: Place, before: Schema, after: Schema): Change[] {
  const inside = (["items", "additionalProperties"] as const).flatMap((name) => {
    const [ours, theirs] = [before[name], after[name]];
    return isSchema(ours) && isSchema(theirs)
      ? compare({ ...place, where: `${place.where}[]` }, ours, theirs)
      : [];
  });
  const isClosed =
    place.side === "input" &&
    isSchema(before["additionalProperties"]) &&
    after["additionalProperties"] === false;
  return isClosed ? [breaking(place.where, "no longer takes other names"), ...inside] : inside;
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;
const nameOf = (ref: unknown): string => (ref === undefined ? "" : String(ref).replace("#/$defs/", ""));
const resolve = (schema: Schema, root: Schema): Schema =>
  schema["$ref"] === undefined
    ? schema
    : ((root["$defs"] as Readonly<Record<string, Schema>>)[nameOf(schema["$ref"])] ?? {});
const alternativesOf = (schema: Schema): readonly Schema[] | undefined =>
  (schema["oneOf"] ?? schema["anyOf"]) as readonly Schema[] | undefined;
const typesOf = (schema: Schema): readonly string[] => [schema["type"] ?? []].flat() as string[];
const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema["const"] === undefined ? (schema["enum"] as readonly unknown[] | undefined) : [schema["const"]];
