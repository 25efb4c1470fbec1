/** The meaning of a name without an object, by the enclosing scopes, imports and package. */
import { NONE } from "../../call-facts/facts.ts";
import type { WrittenName } from "../../lexical/written-names.ts";
import { resolveName } from "../expressions/names.ts";
import { classesOf } from "../expressions/this.ts";
import type { Resolution } from "../resolution.ts";
import { lineageOf } from "../types/lineage.ts";
import { NOTHING, type ScopeRef, scopeKey } from "../values.ts";
import { boundName, fromModule, importsOf, isBoundAs } from "./bound-name.ts";
import { declaring, isIt } from "./declaring.ts";
import { type UseResolution, OPEN, OTHER, it, sureness } from "./use-resolution.ts";
import { profileOf } from "../../languages/profiles.ts";
import type { UseTarget } from "./use-target.ts";

/** Whether a name without an object means the target. */
export function plainly(
  resolution: Resolution,
  place: ScopeRef,
  { name, isRenamed }: WrittenName,
  thing: UseTarget,
): UseResolution {
  const { own } = thing;
  // Memoized, because a name may be bound as often as it is used.
  const bound = resolution.once(["bound name", scopeKey(place), name], () =>
    boundName(resolution, place, name),
  );
  if (isBoundAs(bound, thing)) return it(place.file === thing.file ? "scope" : "import");
  const meanings = own === null ? NOTHING : resolveName(resolution, place, name).values;
  if (own !== null && meanings.some((value) => isIt(resolution, value, own)))
    return {
      ...it(place.file === thing.file ? "scope" : bound === null ? "package" : "import"),
      ...sureness(resolution, bound),
    };
  if (bound !== null) return OTHER;
  const ofOwn = thing.isMember ? ofOwnObject(resolution, place, thing) : null;
  if (ofOwn) return ofOwn.kind === "open" && meanings.length > 0 ? OTHER : ofOwn;
  // An import takes precedence over names of the own package.
  if (meanings.length === 0 && isOfPackage(resolution, place, thing)) return it("package");
  // If the file imports the target under another name, only the import statement itself uses this one.
  if (
    isRenamed &&
    importsOf(resolution, place.file, name).some((imported) =>
      isBoundAs(fromModule(resolution, place.file, imported), thing),
    )
  )
    return it("import");
  return meanings.length > 0 || profileOf(resolution.project.language(place.file)).prelude.has(name)
    ? OTHER
    : OPEN;
}

/** Whether the target is visible because files of a package share their top-level names. */
function isOfPackage(resolution: Resolution, { file }: ScopeRef, thing: UseTarget): boolean {
  const [here, there] = [resolution.index(file)?.flow, resolution.index(thing.file)?.flow];
  return thing.scope === 0 && here !== undefined && here.package !== "" && here.package === there?.package;
}

/** A plain name inside a type may be one of its own or inherited members. */
function ofOwnObject(resolution: Resolution, { file, scope }: ScopeRef, thing: UseTarget): UseResolution {
  const { classNames } = resolution.rules(file);
  if (classNames !== "member")
    return classNames === "nothing" && !isInside(resolution, { file, scope }, thing) ? OTHER : OPEN;
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
    for (const type of classesOf(resolution, { file, scope: at })) {
      const said = declaring(resolution, lineageOf(resolution, type).types, thing);
      if (said) return said === "it" ? it("this") : OTHER;
    }
  }
  return OPEN;
}

function isInside(resolution: Resolution, { file, scope }: ScopeRef, thing: UseTarget): boolean {
  return (
    file === thing.file &&
    (thing.scope === NONE || resolution.index(file)?.scopes.isWithin(scope, thing.scope) === true)
  );
}
