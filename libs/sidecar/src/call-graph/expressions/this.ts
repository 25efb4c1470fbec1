/** The values of `this` and `super`, and the types that a function is a method of. */
import { NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { Resolution } from "../resolution.ts";
import { lineageOf } from "../types/lineage.ts";
import {
  type ClassValue,
  NOTHING,
  type Site,
  type ScopeRef,
  type SuperValue,
  type Values,
  isSameScope,
} from "../values.ts";

/**
 * The innermost enclosing function with its own `this`, or the enclosing class if the site is in its body;
 * null at the top level of a file.
 */
function ownerScope(resolution: Resolution, { file, scope }: ScopeRef): number | null {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
    const around = scopes[at];
    if (around?.kind === "class" || around?.kind === "interface") return at;
    if (around?.kind === "function" && (around.flags & SCOPE_FLAGS.arrow) === 0) return at;
  }
  return null;
}

/** The types that a function is a method of; for a type, the type itself. */
export function classesOf(resolution: Resolution, { file, scope }: ScopeRef): readonly ClassValue[] {
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  if (!index || !own) return [];
  if (own.kind === "class" || own.kind === "interface") return [resolution.values.class({ file, scope })];
  if (own.owner !== NONE)
    return resolution
      .evaluate({ file, scope: own.parent, expr: own.owner })
      .filter((value) => value.kind === "class");
  const around = index.flow.scopes[own.parent];
  if (around?.kind === "class" || around?.kind === "interface")
    return [resolution.values.class({ file, scope: own.parent })];
  return [];
}

/** The object that the enclosing method is called on. */
export function thisOf(resolution: Resolution, place: Site): Values {
  const scope = ownerScope(resolution, place);
  return scope === null ? NOTHING : thisIn(resolution, { file: place.file, scope });
}

/** The value of `this` in a function or class body. */
export function thisIn(resolution: Resolution, ref: ScopeRef): Values {
  const { values } = resolution;
  const index = resolution.index(ref.file);
  const own = index?.flow.scopes[ref.scope];
  if (!index || !own) return NOTHING;
  // TypeScript functions may declare the type of `this`.
  const [first] = own.params;
  if (first?.kind === "receiver" && first.name === "this" && first.type !== NONE)
    return resolution.ofType({ ...ref, expr: first.type });
  const types = classesOf(resolution, ref);
  const isStatic =
    own.kind === "function"
      ? (own.flags & SCOPE_FLAGS.static) !== 0
      : resolution.rules(ref.file).separatesStaticMembers;
  if (types.length > 0) return isStatic ? types : types.map((type) => values.instance(type));
  // A method of an extension of an external type.
  if (own.owner !== NONE)
    return resolution.instancesOf(
      resolution.evaluate({ file: ref.file, scope: own.parent, expr: own.owner }),
    );
  const record = index.literals.recordAround(ref.scope);
  if (record !== NONE) {
    const declared = resolution.typesAround(ref).map((type) => values.instance(type));
    return [
      values.literal({ file: ref.file, scope: own.parent, expr: record }),
      ...declared,
      ...resolution.rules(ref.file).withLiteral(resolution, ref.file),
    ];
  }
  // A function that is stored in a prototype or an object, or called with `new`.
  const stored = index
    .storesOfScope(ref.scope)
    .flatMap(({ target, scope }) =>
      resolution.evaluate({ file: ref.file, scope, expr: index.operand(target, 1) }),
    );
  const holders = stored.flatMap((holder): Values =>
    holder.kind === "prototype"
      ? [values.instance(values.class(holder.of))]
      : holder.kind === "external"
        ? NOTHING
        : [holder],
  );
  return [...holders, values.instance(values.class(ref))];
}

/** The values of `super` in the enclosing method. */
export function superOf(resolution: Resolution, place: Site): readonly SuperValue[] {
  return thisOf(resolution, place).flatMap((value): readonly SuperValue[] => {
    if (value.kind === "instance") return [resolution.values.super(value.type, false)];
    return value.kind === "class" ? [resolution.values.super(value, true)] : [];
  });
}

/**
 * Values of `super(Base, self)`: the types after `Base` in the method resolution order of the current object.
 * If `Base` is not in it, or there is no object, the base types of `Base`.
 */
export function aboveOf(resolution: Resolution, place: Site, types: Values): Values {
  const own = superOf(resolution, place);
  return types.flatMap((above): Values => {
    if (above.kind !== "class")
      return above.kind === "external" ? [resolution.values.external("super")] : NOTHING;
    const within = own.filter(({ of }) =>
      lineageOf(resolution, of).types.some((type) => isSameScope(type, above)),
    );
    return within.length > 0
      ? within.map(({ of, isStatic }) => resolution.values.super(of, isStatic, above))
      : [
          resolution.values.super(
            above,
            own.some(({ isStatic }) => isStatic),
          ),
        ];
  });
}

/** Whether a function is a method of a type or object. */
export function isMethod(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  if (!index || !own) return false;
  const around = index.flow.scopes[own.parent]?.kind;
  const isPlaced = resolution.rules(file).placesMethods && index.storesOfScope(scope).length > 0;
  return (
    own.owner !== NONE ||
    around === "class" ||
    around === "interface" ||
    index.literals.recordAround(scope) !== NONE ||
    isPlaced
  );
}
