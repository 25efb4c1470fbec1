/**
 * Members defined outside their class: methods that name it as their owner, and values stored into its
 * objects. They are indexed by class, so that a name shared by many classes costs one lookup per class.
 */
import { NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import type { FileIndex, StoreAt } from "../file-index.ts";
import type { FileId } from "../project.ts";
import { otherParts } from "../types/parts.ts";
import type { Resolution } from "../resolution.ts";
import { classesOf } from "../expressions/this.ts";
import { valuesOfBindings } from "../types/declared.ts";
import { NOTHING, type ScopeRef, type Value, type Values, scopeKey, union } from "../values.ts";

/** Methods defined outside of their type. Constructors are excluded, since they have the type's name. */
export function ownedMethods(resolution: Resolution, type: ScopeRef, name: string): Values {
  const byOwner = resolution.once(["owned", name], () =>
    grouped(
      methodsWithOwner(resolution, name).filter((ref) => !isConstructor(resolution, ref)),
      (ref) => classesOf(resolution, ref),
    ),
  );
  if (byOwner.size === 0) return NOTHING;
  return resolution.once(["owned by", name, scopeKey(type)], () =>
    [type, ...otherParts(resolution, type)].flatMap((part) =>
      (byOwner.get(scopeKey(part)) ?? []).map((ref) => resolution.values.function(ref)),
    ),
  );
}

/** Constants and associated types that blocks outside of a type define for it. */
export function ownedConstants(resolution: Resolution, type: ScopeRef, name: string): Values {
  const byOwner = resolution.once(["owned constants", name], () => {
    const blocks = resolution.project.filesDefining(name).flatMap((file) => {
      const index = resolution.index(file);
      const scopes = index?.flow.scopes ?? [];
      return (index?.scopes.owned() ?? [])
        .filter((scope) => index?.bindings(scope, name).some(({ value }) => index.op(value) !== "scope"))
        .map((scope) => ({
          file,
          scope,
          owner: { file, scope: scopes[scope]?.parent ?? NONE, expr: scopes[scope]?.owner ?? NONE },
        }));
    });
    return grouped(blocks, ({ owner }) =>
      resolution.evaluate(owner).filter((value) => value.kind === "class"),
    );
  });
  return byOwner.size === 0
    ? NOTHING
    : union(
        ...(byOwner.get(scopeKey(type)) ?? []).map(({ file, scope }) =>
          valuesOfBindings(resolution, { file, scope }, resolution.index(file)?.bindings(scope, name) ?? []),
        ),
      );
}

function isConstructor(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  return ((resolution.index(file)?.flow.scopes[scope]?.flags ?? 0) & SCOPE_FLAGS.constructor) !== 0;
}

/** Methods and extensions of a name that are defined outside of their type. */
export function methodsWithOwner(resolution: Resolution, name: string): readonly ScopeRef[] {
  return resolution.shared(`methods with an owner ${name}`, () =>
    resolution.project.filesDefining(name).flatMap((file) => {
      const index = resolution.index(file);
      const isOwned = (scope: number): boolean =>
        index?.flow.scopes[scope]?.kind === "function" && index.flow.scopes[scope]?.owner !== NONE;
      return (index?.scopes.named(name) ?? []).filter(isOwned).map((scope) => ({ file, scope }));
    }),
  );
}

/** Stores under a name, in the class's file, into its objects, its prototype or the class itself. */
export function storesInto(resolution: Resolution, type: ScopeRef, name: string): readonly StoreAt[] {
  const index = resolution.index(type.file);
  // A quick check: most files store nothing under most names.
  return index && index.storesOf(name).length > 0
    ? (storesByClass(resolution, { file: type.file, index }, name).get(scopeKey(type)) ?? [])
    : [];
}

function storesByClass(
  resolution: Resolution,
  { file, index }: { readonly file: FileId; readonly index: FileIndex },
  name: string,
): ReadonlyMap<number, readonly StoreAt[]> {
  return resolution.once(["stores", file, name], () =>
    grouped(index.storesOf(name), ({ target, scope }) =>
      resolution.evaluate({ file, scope, expr: index.operand(target, 1) }).flatMap(classOf),
    ),
  );
}

/** The class that a value is an object of or the prototype of, or the value itself. */
function classOf(value: Value): readonly ScopeRef[] {
  switch (value.kind) {
    case "instance":
      return [value.type];
    case "prototype":
      return [value.of];
    case "class":
    case "function":
      return [value];
    default:
      return [];
  }
}

/** Groups items by key, each item once per key, in their given order. */
function grouped<Item>(
  items: readonly Item[],
  classesOfItem: (item: Item) => readonly ScopeRef[],
): ReadonlyMap<number, readonly Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    for (const key of new Set(classesOfItem(item).map(scopeKey))) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}
