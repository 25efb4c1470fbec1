/**
 * Resolves uses of names without a qualifier in Java. Types, values and methods have separate names, and
 * blocks are read from the text.
 */
import { isTypeThere } from "../lexical/positions.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { isSameType } from "../../../call-graph/types/parts.ts";
import type { ScopeRef } from "../../../call-graph/values.ts";
import { boundName, isBoundAs } from "../../../call-graph/uses/bound-name.ts";
import { type UseResolution, OPEN, OTHER, it } from "../../../call-graph/uses/use-resolution.ts";
import type { UseTarget } from "../../../call-graph/uses/use-target.ts";
import { fieldsAround, isLocalThere } from "./names.ts";

/** Null for types, which are resolved by scopes. */
export function resolveJavaName(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution | null {
  const { code, name, start } = written;
  if (thing.own !== null) return null;
  if (isTypeThere(code, name, start) || isLocalThere(resolution, place, written)) return OTHER;
  const around = fieldsAround(resolution, place, name);
  if (around)
    return isSameType(resolution, around.field, thing)
      ? ofType(resolution, place, thing, around.isOwn)
      : OTHER;
  const imported = boundName(resolution, { file: place.file, scope: 0 }, name);
  return imported === null ? OPEN : isBoundAs(imported, thing) ? it("import") : OTHER;
}

/** Resolves a member of a type. A private one is not inherited, but visible in types nested in its own. */
function ofType(resolution: Resolution, place: ScopeRef, thing: UseTarget, isOwn: boolean): UseResolution {
  const isInside =
    place.file === thing.file &&
    resolution.index(place.file)?.scopes.isWithin(place.scope, thing.scope) === true;
  if (isOwn || (thing.isPrivate && isInside)) return it("scope");
  return thing.isPrivate ? OTHER : it("this");
}
