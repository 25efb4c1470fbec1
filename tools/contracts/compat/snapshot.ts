/**
 * The parts of the contracts that clients rely on, as a value that can be stored and compared: schemas,
 * registries, exported names.
 */
import * as contracts from "@satori/contracts";
import { type Change, addition, breaking, namesChanged } from "./change.ts";
import { type Schema, schemaChanges } from "./schema-changes.ts";

type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Snapshot {
  readonly version: string;
  /** Names in their order; only for tools and gates is the order part of the contract. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Kind and choices of each setting, type and labels of each metric. */
  readonly settings: Entries;
  readonly metrics: Entries;
  /** By `TOOL.input` and `TOOL.output`, without descriptions. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

export function currentSnapshot(version: string): Snapshot {
  const {
    CORE_TOOLS,
    ERROR_CODES,
    GATING_STATUSES,
    MANAGE_STATES,
    METRICS,
    REASONS,
    SCHEMAS,
    SETTINGS,
    STATUSES,
    TOOLS,
    WARNING_CODES,
  } = contracts;
  return {
    version,
    names: {
      exports: Object.keys(contracts).sort(),
      tools: TOOLS.map(({ name, set }) => `${name} (${set})`),
      "core tools, in this order": [CORE_TOOLS.join(", ")],
      statuses: Object.keys(STATUSES),
      "gates, in this order": [GATING_STATUSES.join(", ")],
      "manage states": MANAGE_STATES,
      reasons: Object.keys(REASONS),
      warnings: WARNING_CODES,
      errors: ERROR_CODES,
    },
    settings: Object.fromEntries(
      Object.entries<contracts.SettingContract>(SETTINGS).map(([name, { kind, choices = [] }]) => [
        name,
        { kind, choices },
      ]),
    ),
    metrics: Object.fromEntries(
      Object.entries<contracts.MetricContract>(METRICS).map(([name, { type, labels }]) => [
        name,
        { type, labels: Object.keys(labels) },
      ]),
    ),
    schemas: Object.fromEntries(
      TOOLS.flatMap(({ name }) =>
        (["input", "output"] as const).map((side) => [
          `${name}.${side}`,
          rulesOf(SCHEMAS[name][side]) as Schema,
        ]),
      ),
    ),
  };
}

/** All changes, registries first, then schemas. */
export function snapshotChanges(before: Snapshot, after: Snapshot): Change[] {
  return [
    ...Object.entries(before.names).flatMap(([where, names]) =>
      namesChanged(names, after.names[where] ?? [], where),
    ),
    ...entryChanges("setting", before.settings, after.settings),
    ...entryChanges("metric", before.metrics, after.metrics),
    // Added and removed tools are already among the changes of the names.
    ...Object.entries(before.schemas).flatMap(([name, schema]) => {
      const other = after.schemas[name];
      return other ? schemaChanges(name, name.endsWith(".input") ? "input" : "output", schema, other) : [];
    }),
  ];
}

/** Lists may grow; any other value must not change. */
function entryChanges(what: string, before: Entries, after: Entries): Change[] {
  const shared = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  return [
    ...namesChanged(Object.keys(before), Object.keys(after), `${what}s`),
    ...shared.flatMap((name) =>
      Object.entries(before[name] ?? {}).flatMap(([key, ours]) => {
        const theirs = after[name]?.[key];
        const where = `${what} ${name}`;
        if (Array.isArray(ours) && Array.isArray(theirs))
          return listChanges(where, key, ours as string[], theirs as string[]);
        return ours === theirs ? [] : [breaking(where, `${key} is ${String(theirs)}, was ${String(ours)}`)];
      }),
    ),
  ];
}

function listChanges(
  where: string,
  key: string,
  ours: readonly string[],
  theirs: readonly string[],
): Change[] {
  // Queries and dashboards group by labels: an additional label splits their sums.
  const added = key === "labels" ? breaking : addition;
  return [
    ...ours
      .filter((value) => !theirs.includes(value))
      .map((value) => breaking(where, `${key}: ${value} is removed`)),
    ...theirs
      .filter((value) => !ours.includes(value))
      .map((value) => added(where, `${key}: ${value} is new`)),
  ];
}

/** Keywords whose values are schemas by name: inside them, `title` is a field's name. */
const BY_NAME = new Set(["properties", "$defs"]);

function rulesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rulesOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "description" && key !== "title")
      .map(([key, inner]) => [
        key,
        BY_NAME.has(key)
          ? Object.fromEntries(
              Object.entries(inner as object).map(([name, schema]) => [name, rulesOf(schema)]),
            )
          : rulesOf(inner),
      ]),
  );
}
