/** The type whose fields are named between brackets. */
import type { WrittenName } from "../../../lexical/written-names.ts";
import type { Resolution } from "../../resolution.ts";
import { lineageOf } from "../../types/lineage.ts";
import type { ClassValue, ScopeRef } from "../../values.ts";
import { OWN, valuesHolding } from "./objects.ts";

/**
 * Types whose field a name between brackets may be; `other` if it is the name of something else; null if
 * unknown.
 */
export function typesHolding(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  field: string,
): readonly ClassValue[] | "other" | null {
  const values = valuesHolding(resolution, place, written);
  const names = written.holder?.names ?? [];
  const isOwn = names.length === 1 && OWN.has(names[0] as string);
  const types = values.flatMap((value) =>
    value.kind === "class" ? [value] : isOwn && value.kind === "instance" ? [value.type] : [],
  );
  if (types.length === 0) return values.length === 0 ? null : "other";
  const taking = types.filter((type) => !hasParameters(resolution, type, field));
  return taking.length === 0 ? "other" : taking;
}

/**
 * Whether a constructor in the source has parameters of its own. Names in a call are then not fields, unless
 * the constructor accepts any name.
 */
function hasParameters(resolution: Resolution, type: ClassValue, field: string): boolean {
  for (const { file, scope } of lineageOf(resolution, type).types) {
    const index = resolution.index(file);
    const [made] = index?.bindings(scope, "__init__") ?? [];
    if (!index || !made) continue;
    const params =
      index.op(made.value) === "scope" ? (index.flow.scopes[index.operand(made.value, 1)]?.params ?? []) : [];
    return params.some(({ name }) => name === field) || !params.some(({ kind }) => kind === "keywords");
  }
  return false;
}
