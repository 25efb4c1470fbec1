/** Whether an occurrence of a name uses a certain definition of that name: a type, a variable or a field. */
import type { SymbolFact } from "../../facts.ts";
import { profileOf } from "../../languages/profiles.ts";
import { textHooksOf } from "../../languages/text-hooks.ts";
import { useRulesOf } from "../../languages/use-rules.ts";
import type { WrittenName } from "../../lexical/written-names.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";
import { objectsOf } from "./objects/objects.ts";
import { ofObjects } from "./objects/of-objects.ts";
import { plainly } from "./plain-names.ts";
import type { WrittenPosition } from "./text-hooks.ts";
import { OPEN, OTHER, type UseResolution } from "./use-resolution.ts";
import type { UseTarget } from "./use-target.ts";

/** @param place the innermost scope around the occurrence */
export function resolveUse(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution {
  const meant = meantIfOnly(resolution, place, written, thing);
  // In C and C++, several definitions are distinguished by their position.
  return meant.kind === "it" && thing.isOneOfSeveral && !resolution.rules(thing.file).opensNamespaces
    ? { ...meant, confidence: "possible" }
    : meant;
}

function meantIfOnly(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution {
  if (isMethod(resolution, place, written, thing)) return OTHER;
  const { blockUse } = textHooksOf(resolution.project.language(place.file));
  const ofBlock = blockUse?.(resolution, place, written, thing);
  if (ofBlock) return ofBlock;
  const objects = objectsOf(resolution, place, written);
  if (objects !== "none") return ofObjects(resolution, place, objects, thing);
  const rules = useRulesOf(resolution.project.language(place.file));
  const alone = rules.alone(resolution, place, written, thing);
  if (alone) return alone;
  if (written.isTypeArgument && rules.namesTypeArguments) return thing.isMember ? OPEN : OTHER;
  const isLabel = rules.isLabel(written);
  if (thing.isMember && (isLabel || (written.isShorthand && rules.putsByName)))
    return rules.member(resolution, place, written, thing);
  return isLabel ? OTHER : plainly(resolution, place, written, thing);
}

/** Whether an occurrence names a method, so that a field of the same name is not meant. */
function isMethod(
  resolution: Resolution,
  { file }: ScopeRef,
  { isCalled, object, code, start }: WrittenName,
  thing: UseTarget,
): boolean {
  if (profileOf(resolution.project.language(file)).calledAreMethods)
    return thing.own === null && (isCalled || code.startsWith("::", start - 2));
  return isCalled && object?.length !== 0 && thing.isField && resolution.rules(file).separatesMethods;
}

// The scope that contains a position, as far as call facts and text show it: functions without a name are no
// symbols.

/** The innermost scope around a position in a file. @param symbols all symbols of the file */
export function scopeAround(
  resolution: Resolution,
  file: FileId,
  symbols: readonly SymbolFact[],
  place: WrittenPosition,
): number {
  const index = resolution.index(file);
  const known = index?.siteAt(place.start)?.scope;
  if (known !== undefined) return known;
  const ofLine = scopeAtLine(resolution, file, symbols, place.line);
  const { scopeAround: refine } = textHooksOf(resolution.project.language(file));
  return refine ? refine(resolution, file, place, ofLine, symbols) : ofLine;
}

/** The innermost scope with a symbol that contains a line; the file's scope if there is none. */
function scopeAtLine(
  resolution: Resolution,
  file: FileId,
  symbols: readonly SymbolFact[],
  line: number,
): number {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  let found = 0;
  for (const [at, { symbol }] of scopes.entries()) {
    const own = symbols[symbol];
    if (own && own.startLine <= line && line <= own.endLine) found = at;
  }
  return found;
}
