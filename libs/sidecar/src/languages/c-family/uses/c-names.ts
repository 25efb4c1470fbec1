/** Resolves uses of names in C and C++. */
import type { WrittenName } from "../../../lexical/written-names.ts";
import { resolveName } from "../../../call-graph/expressions/names.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import { NOTHING, type ScopeRef } from "../../../call-graph/values.ts";
import { hasOwn, isIt } from "../../../call-graph/uses/declaring.ts";
import { type UseResolution, OPEN, OTHER, it } from "../../../call-graph/uses/use-resolution.ts";
import type { UseTarget } from "../../../call-graph/uses/use-target.ts";
import { includedMember, includedName } from "./included-name.ts";

/** Resolves a name without a qualifier. */
export function resolveCName(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution {
  // The text of a designated initializer does not show its type.
  if (written.lead === ".") return thing.isMember ? OPEN : OTHER;
  const { own } = thing;
  const name = nameInC(resolution, place, written, thing);
  const isCalledSo = thing.kind === "macro" || isCalled(resolution, thing, name);
  // A header may name a struct that it does not define; anything else with the plain name there is not the
  // struct.
  const mayBe =
    isCalledSo || (own !== null && resolution.index(thing.file)?.binds(thing.scope, name) === false);
  const said = mayBe ? includedName(resolution, place, { name, isTyping: written.isTyping }, thing) : null;
  const via = place.file === thing.file ? "scope" : "import";
  if (said === "it") return it(via);
  if (said === "several") return it(via, "possible");
  if (said === "other" && (isCalledSo || !written.isTyping)) return OTHER;
  const meanings = own === null ? NOTHING : resolveName(resolution, place, name).values;
  if (own !== null && meanings.some((value) => isIt(resolution, value, own)))
    return thing.isOneOfSeveral ? it(via, "possible") : it(via);
  const isOther = isCalledSo ? meanings.length > 0 : own !== null || written.lead !== null;
  return isOther ? OTHER : OPEN;
}

/** Whether the target has that name where it is declared: in C, a struct is only known with its keyword. */
function isCalled(resolution: Resolution, { own, file, scope }: UseTarget, name: string): boolean {
  const index = resolution.index(file);
  return (
    index !== null &&
    (own === null
      ? index.binds(scope, name)
      : index
          .bindings(scope, name)
          .some(({ value }) => index.op(value) === "scope" && index.operand(value, 1) === own.scope))
  );
}

/**
 * The name in the call facts: in C, names of structs are separate from all others and include the keyword.
 */
function nameInC(
  resolution: Resolution,
  { file }: ScopeRef,
  { name, lead }: WrittenName,
  thing: UseTarget,
): string {
  if (resolution.project.language(file) === "c") return lead === null ? name : `${lead} ${name}`;
  const known = [name, ...["struct", "union", "enum"].map((word) => `${word} ${name}`)];
  return known.find((each) => thing.own !== null && isCalled(resolution, thing, each)) ?? name;
}

/** Resolves a name that is qualified with a namespace. */
export function resolveInNamespace(
  resolution: Resolution,
  { file }: ScopeRef,
  namespace: ScopeRef,
  thing: UseTarget,
): UseResolution {
  const said =
    includedMember(resolution, file, namespace, thing) ??
    (hasOwn(resolution, resolution.values.namespace(namespace), thing) ? "it" : null);
  // What a codebase adds to `std` is a specialization of a standard definition.
  const isAdded = resolution.index(namespace.file)?.flow.scopes[namespace.scope]?.name === "std";
  return said === "several" || (said === "it" && (isAdded || thing.isOneOfSeveral))
    ? it("module", "possible")
    : said === "it"
      ? it("module")
      : OTHER;
}
