/** What lists, dictionaries, promises and the like hold: literals of the codebase, and types of the languages' libraries. */
import { NONE } from "../flow/facts.ts";
import { lineageOf } from "./lineage.ts";
import type { Resolution } from "./resolution.ts";
import { NOTHING, type Place, type Value, type Values, union } from "./values.ts";

/** What iterating over values gives. */
export function elementsOf(resolution: Resolution, values: Values): Values {
  return union(...values.map((value): Values => {
    switch (value.kind) {
      case "literal": {
        const index = resolution.index(value.file);
        if (!index) return NOTHING;
        return index.op(value.expr) === "list" ? resolution.evaluateAll(value, index.items(value.expr, 1)) : [resolution.values.external("string")];
      }
      case "generated": {
        const index = resolution.index(value.file);
        return resolution.evaluateAll(value, index?.flow.scopes[value.scope]?.returns ?? []);
      }
      case "external": return value.args.length === 1 ? heldBy(resolution, value) : NOTHING;
      case "instance": return union(nextOf(resolution, value), elementsOf(resolution, containersAbove(resolution, value)));
      default: return NOTHING;
    }
  }));
}

/** Objects that say themselves how to go through them. */
function nextOf(resolution: Resolution, object: Value & { readonly kind: "instance" }): Values {
  const iterators = union(...ITERATOR_METHODS.map((name) => callAll(resolution, resolution.memberOfClass(object.type, name, object) ?? NOTHING)));
  return union(...iterators.map((iterator): Values => {
    if (iterator.kind !== "instance") return elementsOf(resolution, [iterator]);
    return callAll(resolution, resolution.memberOfClass(iterator.type, "__next__", iterator) ?? NOTHING);
  }));
}

/** What an object is as one of the containers outside the codebase that its class is derived from (`type Pages []*Page`). */
function containersAbove(resolution: Resolution, { type }: Value & { readonly kind: "instance" }): Values {
  return lineageOf(resolution, type).outside.filter(({ args }) => args.length > 0).map(({ name, args }) => resolution.values.external(name, { args }));
}

const ITERATOR_METHODS = ["__iter__", "iterator", "GetEnumerator"];

function callAll(resolution: Resolution, methods: Values): Values {
  return union(...methods.map((method) => (method.kind === "function" ? resolution.functionResults(method) : NOTHING)));
}

/** What a call may give that picks one of what its argument holds, or one of several arguments: `max(items)`, `max(one, other)`. */
export function pickedValues(resolution: Resolution, { file, scope, expr }: Place): Values {
  const positional = (resolution.index(file)?.entries(expr, 2) ?? []).filter(({ name }) => name === null);
  const values = positional.map(({ value }) => resolution.evaluate({ file, scope, expr: value }));
  const [first = NOTHING, ...others] = values;
  const held = elementsOf(resolution, first);
  return held.length > 0 || others.length === 0 ? union(held, ...others) : union(...values);
}

/** What a call of a library's function makes of a container, where its own type does not tell: `list.map(f)`, `Object.values(record)`. Null for any other call. */
export function mappedValues(resolution: Resolution, { file, scope, expr }: Place): Values | null {
  const index = resolution.index(file);
  const callee = index?.operand(expr, 1) ?? NONE;
  if (!index || index.op(callee) !== "member") return null;
  const name = index.string(callee, 2);
  const first = index.operand(expr, 2) > 0 ? index.entries(expr, 2)[0] : undefined;
  if (!first || (name !== "map" && name !== "flatMap" && name !== "values")) return null;
  const objects = resolution.evaluate({ file, scope, expr: index.operand(callee, 1) });
  if (name === "values") {
    if (!objects.some((object) => object.kind === "external" && object.name === "Object")) return null;
    return union(...resolution.evaluate({ file, scope, expr: first.value }).map((value): Values => (value.kind === "external" && value.args.length > 0 ? [resolution.values.external("Array", { args: value.args.slice(-1) })] : NOTHING)));
  }
  if (!objects.some(({ kind }) => kind === "external" || kind === "literal" || kind === "generated")) return null;
  const made = resolution.evaluate({ file, scope, expr: first.value }).flatMap((value) => (value.kind === "function" ? [resolution.values.generated(value)] : []));
  return made.length > 0 ? made : null;
}

/** What values hold under a key. */
export function entriesOf(resolution: Resolution, values: Values, key: Place): Values {
  const index = resolution.index(key.file);
  const isConstant = index?.op(key.expr) === "text";
  const name = isConstant ? index.string(key.expr, 1) : null;
  return union(...values.map((value): Values => {
    switch (value.kind) {
      case "literal": return name === null ? everythingIn(resolution, value) : entryOf(resolution, value, name);
      case "external": return value.args.length === 0 ? NOTHING : partOf(resolution, value, name);
      case "instance": return union(callAll(resolution, resolution.memberOfClass(value.type, "__getitem__", value) ?? NOTHING), entriesOf(resolution, containersAbove(resolution, value), key));
      default: return name === null ? NOTHING : resolution.membersNamed([value], name);
    }
  }));
}

/** Each place of a tuple has a type of its own, unless it may have any number of one (`tuple[Server, ...]`). */
function partOf(resolution: Resolution, container: Value & { readonly kind: "external" }, key: string | null): Values {
  if (!/^(?:.*\.)?tuple$/i.test(container.name)) return heldBy(resolution, container);
  const partAt = (at: Place | undefined): Values => (at ? resolution.ofType(at) : NOTHING);
  const [first, second] = container.args.map(partAt);
  const isRepeated = container.args.length <= 2 && (second ?? NOTHING).length === 0;
  if (isRepeated) return first ?? NOTHING;
  return key === null ? union(...container.args.map(partAt)) : partAt(container.args[Number(key)]);
}

function entryOf(resolution: Resolution, literal: Value & { readonly kind: "literal" }, name: string): Values {
  const index = resolution.index(literal.file);
  if (index?.op(literal.expr) !== "list") return resolution.membersNamed([literal], name);
  const item = index.items(literal.expr, 1)[Number(name)];
  const stored = resolution.membersNamed([literal], name);
  return item === undefined ? stored : union(resolution.evaluate({ ...literal, expr: item }), stored);
}

/** All that a literal has: the key is not known. */
function everythingIn(resolution: Resolution, { file, scope, expr }: Place): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  if (index.op(expr) === "list") return resolution.evaluateAll({ file, scope }, index.items(expr, 1));
  return resolution.evaluateAll({ file, scope }, index.entries(expr, 1).map(({ value }) => value));
}

/** What a generic type of a library holds: its last argument (`Map<string, Server>`, `Server[]`, `Promise<Server>`). */
export function heldBy(resolution: Resolution, { args }: Value & { readonly kind: "external" }): Values {
  const last = args.at(-1);
  return last && last.expr !== NONE ? resolution.ofType(last) : NOTHING;
}

/** Methods of libraries' containers, by what they give. */
const GIVES_HELD: ReadonlySet<string> = new Set(["get", "pop", "shift", "find", "findLast", "at", "first", "last", "next", "remove", "poll", "peek", "setdefault", "getOrDefault", "orElse", "orElseThrow", "popleft", "popitem", "getFirst", "getLast", "unwrap", "expect", "getOrNull", "elementAt"]);
const GIVES_SAME: ReadonlySet<string> = new Set(["filter", "slice", "concat", "sort", "reverse", "copy", "toSorted", "splice", "subList", "stream", "toList", "iter", "clone", "catch", "finally", "entries", "iterator", "unwrap_or", "as_ref", "as_mut", "borrow", "lock"]);

/** What a method of a library's container would give is told by what the method itself stands for. */
export function memberOfExternal(resolution: Resolution, object: Value & { readonly kind: "external" }, name: string): Values {
  const { values } = resolution;
  if (object.args.length > 0 && !object.isType) {
    if (name === "values" || name === "keys") return [values.external(`${object.name}.${name}`, { isType: true, args: [(name === "keys" ? object.args[0] : object.args.at(-1)) as Place] })];
    if (GIVES_SAME.has(name)) return [values.external(`${object.name}.${name}`, { isType: true, args: object.args })];
    const last = object.args.at(-1);
    if (GIVES_HELD.has(name) && last) return [values.signature(last)];
  }
  return [values.external(`${object.name}.${name}`, { isType: object.isType })];
}
