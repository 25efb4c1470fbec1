/**
 * Elements of lists, dictionaries, promises and similar containers: literals of the codebase and library
 * types.
 */
import { NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { isFilledByAnyone } from "../expressions/library-functions.ts";
import { type Given, MAPPING, PAIRED } from "./library-methods.ts";
import { lineageOf } from "../types/lineage.ts";
import { ITERATOR } from "../types/pointers.ts";
import type { Resolution } from "../resolution.ts";
import {
  type ClassValue,
  type ExternalValue,
  NOTHING,
  type Site,
  type Value,
  type Values,
  union,
} from "../values.ts";

/** Values that iteration over some values yields. */
export function elementsOf(resolution: Resolution, values: Values): Values {
  return union(
    ...values.map((value): Values => {
      switch (value.kind) {
        case "literal": {
          const index = resolution.index(value.file);
          if (!index) return NOTHING;
          if (index.op(value.expr) === "list")
            return resolution.evaluateAll(value, index.items(value.expr, 1));
          // Computed keys may be anything, and so may the keys of a dictionary that is filled later.
          return index.entries(value.expr, 1).some(({ name }) => name !== null)
            ? [resolution.values.external("string")]
            : NOTHING;
        }
        case "generated": {
          const own = resolution.index(value.file)?.flow.scopes[value.scope];
          if (!own) return NOTHING;
          const isDeclared = own.returnType !== NONE && (own.flags & SCOPE_FLAGS.generator) === 0;
          return isDeclared
            ? resolution.functionResults(resolution.values.function(value))
            : resolution.evaluateAll(value, own.returns);
        }
        case "external":
          return value.args.length === 1
            ? elementTypeOf(resolution, value)
            : union(keysOf(resolution, value), pairsOf(resolution, value));
        case "instance":
          return union(
            resolution.rules(value.type.file).elementsOf(resolution, value),
            nextOf(resolution, value),
            elementsOf(resolution, containersAbove(resolution, value)),
          );
        default:
          return NOTHING;
      }
    }),
  );
}

const DICTIONARY = /(?:^|\.)(?:[dD]ict|(?:Mutable)?Mapping|OrderedDict|[dD]efault[dD]ict)$/;

/** Keys of a Python dictionary, which iteration over it yields. */
function keysOf(resolution: Resolution, { name, args }: ExternalValue): Values {
  const [key] = args;
  return key && args.length === 2 && DICTIONARY.test(name) ? resolution.ofType(key) : NOTHING;
}

/** Pairs that iteration over a map or an enumerated list yields, in languages where it yields pairs. */
export function pairsOf(
  resolution: Resolution,
  { name, args }: Value & { readonly kind: "external" },
): Values {
  const [key, held] = args;
  if (!key || !held || args.length > 2 || !PAIRED.test(name)) return NOTHING;
  return resolution.rules(held.file).library.pairs === "never"
    ? NOTHING
    : [resolution.values.external("tuple", { args: [key, held] })];
}

/** Elements of an object that defines its own iteration. */
function nextOf(resolution: Resolution, object: Value & { readonly kind: "instance" }): Values {
  const iterators = givenBy(resolution, object, ITERATOR_METHODS);
  return union(
    ...iterators.map((iterator): Values => {
      if (iterator.kind !== "instance") return elementsOf(resolution, [iterator]);
      const current = (resolution.memberOfClass(iterator.type, "Current", iterator) ?? NOTHING).filter(
        ({ kind }) => kind !== "function",
      );
      return union(givenBy(resolution, iterator, NEXT_METHODS), current);
    }),
  );
}

/**
 * Values that context managers yield on entering: results of their enter method, or themselves if these are
 * unknown.
 */
export function enteredValues(resolution: Resolution, values: Values): Values {
  return union(
    ...values.map((value): Values => {
      if (value.kind !== "instance") return [value];
      const given = givenBy(resolution, value, ENTER_METHODS);
      return given.length > 0 ? given : [value];
    }),
  );
}

/** An object as the external containers that its class is derived from (`type Pages []*Page`). */
export function containersAbove(
  resolution: Resolution,
  { type }: Value & { readonly kind: "instance" },
): Values {
  // In these languages base types are traits; a trait with type arguments is no container.
  if (resolution.rules(type.file).bindsFields) return NOTHING;
  return lineageOf(resolution, type)
    .outside.filter(({ args }) => args.length > 0)
    .map(({ name, args }) => resolution.values.external(name, { args }));
}

const ENTER_METHODS = ["__enter__", "__aenter__"];
const ITERATOR_METHODS = [
  "__iter__",
  "__aiter__",
  "iterator",
  "getIterator",
  "GetEnumerator",
  "GetAsyncEnumerator",
];
const NEXT_METHODS = ["__next__", "__anext__", "current"];

function givenBy(
  resolution: Resolution,
  object: Value & { readonly kind: "instance" },
  methods: readonly string[],
): Values {
  return union(
    ...methods.map((name) =>
      callAll(resolution, resolution.memberOfClass(object.type, name, object) ?? NOTHING),
    ),
  );
}

function callAll(resolution: Resolution, methods: Values): Values {
  return union(
    ...methods.map((method) => (method.kind === "function" ? resolution.functionResults(method) : NOTHING)),
  );
}

/**
 * Values of a call that picks an element of its argument or one of several arguments: `max(items)`, `max(one,
 * other)`.
 */
export function pickedValues(resolution: Resolution, { file, scope, expr }: Site): Values {
  const positional = (resolution.index(file)?.entries(expr, 2) ?? []).filter(({ name }) => name === null);
  const values = positional.map(({ value }) => resolution.evaluate({ file, scope, expr: value }));
  const [first = NOTHING, ...others] = values;
  const held = elementsOf(resolution, first);
  return held.length > 0 || others.length === 0 ? union(held, ...others) : union(...values);
}

/**
 * Result of a library method that transforms a container, if its type alone does not determine the result:
 * `list.map(f)`, `Object.values(record)`, `[a, b].pop()`. Null for any other call.
 */
export function mappedValues(resolution: Resolution, { file, scope, expr }: Site): Values | null {
  const index = resolution.index(file);
  const callee = index?.operand(expr, 1) ?? NONE;
  if (!index || index.op(callee) !== "member") return null;
  const name = index.string(callee, 2);
  const given = resolution.rules(file).library.gives.get(name);
  const first = index.operand(expr, 2) > 0 ? index.entries(expr, 2)[0] : undefined;
  const isMapped = first !== undefined && MAPPING.has(name);
  if (given === undefined && !isMapped) return null;
  const objects = resolution.evaluate({ file, scope, expr: index.operand(callee, 1) });
  if (
    first &&
    name === "values" &&
    objects.some((object) => object.kind === "external" && object.name === "Object")
  )
    return valuesOfRecord(resolution, { file, scope, expr: first.value });
  if (!isMapped) return given === undefined ? null : madeOfLists(resolution, objects, given);
  if (!objects.some(({ kind }) => kind === "external" || kind === "literal" || kind === "generated"))
    return null;
  const made = resolution
    .evaluate({ file, scope, expr: first.value })
    .flatMap((value) => (value.kind === "function" ? [resolution.values.generated(value)] : []));
  return made.length > 0 ? made : null;
}

function valuesOfRecord(resolution: Resolution, record: Site): Values {
  return union(
    ...resolution
      .evaluate(record)
      .map((value): Values =>
        value.kind === "external" && value.args.length > 0
          ? [resolution.values.external("Array", { args: value.args.slice(-1) })]
          : NOTHING,
      ),
  );
}

/** Result for objects that are list literals or generators; null if any other object is among them. */
function madeOfLists(resolution: Resolution, objects: Values, given: Given): Values | null {
  const lists = objects.filter(
    (object) =>
      object.kind === "generated" ||
      (object.kind === "literal" && resolution.index(object.file)?.op(object.expr) === "list"),
  );
  if (lists.length === 0 || lists.length < objects.length) return null;
  switch (given) {
    case "held":
    case "element":
      return elementsOf(resolution, lists);
    case "same":
    case "option":
      return lists;
    case "guard":
      return union(elementsOf(resolution, lists), lists);
    case "keys":
    case "key":
    case "numbered":
      return null;
  }
}

/** Values that some values hold under a key. */
export function entriesOf(resolution: Resolution, values: Values, key: Site): Values {
  const index = resolution.index(key.file);
  const isConstant = index?.op(key.expr) === "text";
  const name = isConstant ? index.string(key.expr, 1) : null;
  const named = (value: Value): Values => (name === null ? NOTHING : resolution.membersNamed([value], name));
  return union(
    ...values.map((value): Values => {
      switch (value.kind) {
        case "literal":
          return name === null ? everythingIn(resolution, value) : entryOf(resolution, value, name);
        case "external":
          return value.args.length === 0 ? NOTHING : partOf(resolution, value, name);
        case "instance": {
          // For a type that is a library list, its element type says more than the library's index operator.
          const [own, held] = [
            atIndex(resolution, value.type, value),
            entriesOf(resolution, containersAbove(resolution, value), key),
          ];
          return union(held.length > 0 ? own.filter(({ kind }) => kind !== "external") : own, held);
        }
        case "class":
          return resolution.rules(value.file).separatesStaticMembers
            ? atIndex(resolution, value, null)
            : named(value);
        default:
          return named(value);
      }
    }),
  );
}

/** @param self null for the class itself */
function atIndex(resolution: Resolution, type: ClassValue, self: Value | null): Values {
  const { indexesPointers, indexMember } = resolution.rules(type.file);
  const members = resolution.memberOfClass(type, indexMember, self);
  if (members === null) return indexesPointers && self !== null ? [self] : NOTHING;
  // Other members are properties, whose values are already evaluated.
  return union(
    callAll(resolution, members),
    members.filter(({ kind }) => kind !== "function"),
  );
}

/**
 * An element of a tuple: each position has its own type, unless the tuple repeats one type any number of
 * times (`tuple[Server, ...]`). Elements of any other container.
 */
function partOf(
  resolution: Resolution,
  container: Value & { readonly kind: "external" },
  key: string | null,
): Values {
  if (!/^(?:(?:.*\.)?tuple|std\.pair)$/i.test(container.name)) return elementTypeOf(resolution, container);
  const partAt = (at: Site | undefined): Values => (at ? resolution.ofType(at) : NOTHING);
  const [first, second] = container.args.map(partAt);
  const isRepeated =
    container.args.length <= 2 && !container.name.startsWith("std.") && (second ?? NOTHING).length === 0;
  if (isRepeated) return first ?? NOTHING;
  return key === null ? union(...container.args.map(partAt)) : partAt(container.args[Number(key)]);
}

function entryOf(
  resolution: Resolution,
  literal: Value & { readonly kind: "literal" },
  name: string,
): Values {
  const index = resolution.index(literal.file);
  if (index?.op(literal.expr) !== "list") return resolution.membersNamed([literal], name);
  const item = index.items(literal.expr, 1)[Number(name)];
  const stored = resolution.membersNamed([literal], name);
  return item === undefined ? stored : union(resolution.evaluate({ ...literal, expr: item }), stored);
}

/** All elements of a literal, for an unknown key. */
function everythingIn(resolution: Resolution, { file, scope, expr }: Site): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  if (index.op(expr) === "list") return resolution.evaluateAll({ file, scope }, index.items(expr, 1));
  return resolution.evaluateAll(
    { file, scope },
    index.entries(expr, 1).map(({ value }) => value),
  );
}

/**
 * Element type of a generic library type: its last type argument (`Map<string, Server>`, `Server[]`,
 * `Promise<Server>`).
 */
export function elementTypeOf(
  resolution: Resolution,
  { args }: Value & { readonly kind: "external" },
): Values {
  const last = args.at(-1);
  return last && last.expr !== NONE ? resolution.ofType(last) : NOTHING;
}

/**
 * Values of a library object's member. A method's value stands for the result of calling it; a member that
 * can be read without a call has that result as well.
 */
export function memberOfExternal(
  resolution: Resolution,
  object: Value & { readonly kind: "external" },
  name: string,
): Values {
  if (!object.isType && object.args.length > 0 && /^\d+$/.test(name)) return partOf(resolution, object, name);
  const part = object.isType ? undefined : partNamed(object, name);
  if (part) return resolution.ofType(part);
  if (isFilledByAnyone(object)) return NOTHING;
  // TypeScript's `Record<string, Server>` has no members except its elements.
  if (object.name === "Record" && !object.isType && object.args.length > 0)
    return elementTypeOf(resolution, object);
  const called = methodOf(resolution, object, name);
  const last = object.isType ? undefined : object.args.at(-1);
  if (!last || !resolution.rules(last.file).library.read.has(name)) return called;
  return union(
    called,
    ...called.map((value): Values =>
      value.kind === "signature"
        ? resolution.ofType(value)
        : value.kind === "external"
          ? [resolution.values.external(value.name, { args: value.args })]
          : NOTHING,
    ),
  );
}

const PARTS: readonly (readonly string[])[] = [
  ["first", "component1"],
  ["second", "component2"],
  ["third", "component3"],
];

/** Type argument for a component of Kotlin's `Pair` and `Triple`. */
function partNamed({ name, args }: Value & { readonly kind: "external" }, part: string): Site | undefined {
  return /(?:^|\.)(?:Pair|Triple)$/.test(name)
    ? args[PARTS.findIndex((names) => names.includes(part))]
    : undefined;
}

function methodOf(
  resolution: Resolution,
  object: Value & { readonly kind: "external" },
  name: string,
): Values {
  const { values } = resolution;
  const last = object.args.at(-1);
  const made = (args: readonly Site[]): Value =>
    values.external(`${object.name}.${name}`, { isType: true, args });
  if (!last || object.isType) return [values.external(`${object.name}.${name}`, { isType: object.isType })];
  const { gives } = resolution.rules(last.file).library;
  switch (gives.get(`${object.name}.${name}`) ?? gives.get(name)) {
    case "held":
      return [values.signature(last)];
    case "same":
      return [made(object.args)];
    case "option":
      return [made([last])];
    case "guard":
      return [values.signature(last), made([last])];
    case "keys":
      return [made(object.args.slice(0, 1))];
    case "key":
      return [values.signature(object.args[0] ?? last)];
    case "numbered":
      return [made([{ ...last, expr: NONE }, last])];
    case "element":
      // A method's value stands for its result.
      return [
        values.external(ITERATOR, {
          isType: true,
          args: pairsOf(resolution, object).length > 0 ? object.args : [last],
        }),
      ];
    case undefined:
      return [values.external(`${object.name}.${name}`)];
  }
}
