/**
 * Rust's types have their methods in blocks (`impl`), of which each trait has its own: which of several a
 * call means, and what a block says of its types.
 */
import { NONE } from "../../../call-facts/facts.ts";
import { classesOf } from "../../../call-graph/expressions/this.ts";
import { boundIn } from "../../../call-graph/generics/type-arguments.ts";
import { basesOf } from "../../../call-graph/types/lineage.ts";
import { inheritedMethods } from "../../../call-graph/types/subtypes.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import {
  type FunctionValue,
  type Generic,
  NOTHING,
  type Site,
  type ScopeRef,
  type Value,
  type Values,
  scopeKey,
} from "../../../call-graph/values.ts";

/**
 * A type's own methods come before those of traits; on `self` those of the block around before those of other
 * blocks (`impl Read for Slice` and `impl Read for &Slice`); and of `From<A>` and `From<B>` those that can
 * take what is handed over. What is left of several, the compiler alone can tell. A type without fields in
 * places cannot be called: its name is that of something else, too (`Err`).
 */
export function selectMethods(resolution: Resolution, call: Site, values: Values): Values {
  const called = values.some((value) => isNoTuple(resolution, value))
    ? values.map((value) => (isNoTuple(resolution, value) ? outside(resolution, value) : value))
    : values;
  if (called.length < 2)
    return called.every(({ kind }) => kind === "external")
      ? (ofTraitOutside(resolution, call) ?? called)
      : called;
  const groups = new Map<string, FunctionValue[]>();
  for (const value of called) {
    const key = value.kind === "function" ? keyOf(resolution, value) : null;
    if (key === null || value.kind !== "function") continue;
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  const left = new Set<Value>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const meant = takingArguments(
      resolution,
      ofBlockAround(resolution, call, ownFirst(resolution, group)),
      call,
    );
    for (const value of group) if (!meant.includes(value)) left.add(value);
  }
  for (const value of called)
    if (value.kind === "function" && called.some((other) => isInPlaceOf(resolution, value, other)))
      left.add(value);
  return left.size === 0 ? called : called.filter((value) => !left.has(value));
}

/**
 * Whether a method is what a block has in the place of one of the trait itself that may be called as well:
 * which one, the type tells that the trait stands for.
 */
function isInPlaceOf(resolution: Resolution, { file, scope }: FunctionValue, other: Value): boolean {
  const block =
    other.kind === "function" && other.scope !== scope ? blockOf(resolution, { file, scope }) : NONE;
  const trait =
    other.kind === "function" && block !== NONE
      ? (resolution.index(other.file)?.flow.scopes[other.scope]?.parent ?? NONE)
      : NONE;
  if (
    other.kind !== "function" ||
    trait === NONE ||
    resolution.index(other.file)?.flow.scopes[trait]?.kind !== "interface"
  )
    return false;
  return basesOf(resolution, { file, scope: block, kind: "class", args: [] }).types.some(
    (base) => base.file === other.file && base.scope === trait,
  );
}

/**
 * `Trait::method(object, …)` of a trait from outside: what the type of the object has in a block for that;
 * null where there is none.
 */
function ofTraitOutside(resolution: Resolution, call: Site): Values | null {
  const index = resolution.index(call.file);
  const callee = index?.operand(call.expr, 1) ?? NONE;
  const [first] = index?.entries(call.expr, 2) ?? [];
  if (!index || !first || index.op(callee) !== "member") return null;
  const name = index.string(callee, 2);
  if (resolution.project.filesDefining(name).length === 0) return null;
  const traits = resolution
    .evaluate({ ...call, expr: index.operand(callee, 1) })
    .flatMap((value) => (value.kind === "external" && value.isType ? [lastOf(value.name)] : []));
  if (traits.length === 0) return null;
  const methods = resolution.evaluate({ ...call, expr: first.value }).flatMap((object): Values => {
    if (object.kind !== "instance") return NOTHING;
    const isOfTrait = (ref: ScopeRef): boolean =>
      isMethod(resolution, ref) &&
      basesOf(resolution, {
        file: ref.file,
        scope: blockOf(resolution, ref),
        kind: "class",
        args: [],
      }).outside.some((base) => traits.includes(lastOf(base.name)));
    return inheritedMethods(resolution, object.type, name)
      .filter(isOfTrait)
      .map((ref) => resolution.values.function(ref, object));
  });
  return methods.length > 0 ? [...new Set(methods)] : null;
}

/** Whether a function of a block has an object. */
function isMethod(resolution: Resolution, ref: ScopeRef): boolean {
  return (
    blockOf(resolution, ref) !== NONE &&
    resolution.index(ref.file)?.flow.scopes[ref.scope]?.params[0]?.kind === "receiver"
  );
}

/** The last part of a path. */
export function lastOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("."), path.lastIndexOf(":")) + 1);
}

function isNoTuple(resolution: Resolution, value: Value): value is Value & { readonly kind: "class" } {
  return (
    value.kind === "class" && (resolution.index(value.file)?.bindings(value.scope, "0").length ?? 0) === 0
  );
}

function outside(resolution: Resolution, { file, scope }: ScopeRef): Value {
  return resolution.values.external(resolution.index(file)?.flow.scopes[scope]?.name ?? "", { isType: true });
}

/** The type and the name of a method that stands in a block; null for any other function. */
function keyOf(resolution: Resolution, method: FunctionValue): string | null {
  if (blockOf(resolution, method) === NONE) return null;
  const [type] = classesOf(resolution, method);
  return type ? `${scopeKey(type)} ${resolution.index(method.file)?.flow.scopes[method.scope]?.name}` : null;
}

/** The block that a function stands in; `NONE` for one that is no method of one. */
export function blockOf(resolution: Resolution, { file, scope }: ScopeRef): number {
  const scopes = resolution.index(file)?.flow.scopes;
  const parent = scopes?.[scope]?.parent ?? NONE;
  return scopes?.[parent]?.kind === "class" && scopes[parent].owner !== NONE ? parent : NONE;
}

/** The method of a block around a place; `NONE` where there is none. */
export function methodAround(resolution: Resolution, { file, scope }: ScopeRef): number {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  let around = scope;
  while (around !== NONE && blockOf(resolution, { file, scope: around }) === NONE)
    around = scopes[around]?.parent ?? NONE;
  return around;
}

function ownFirst(resolution: Resolution, methods: readonly FunctionValue[]): readonly FunctionValue[] {
  const own = methods.filter(
    (method) => resolution.index(method.file)?.flow.scopes[blockOf(resolution, method)]?.bases.length === 0,
  );
  return own.length > 0 ? own : methods;
}

/** One that calls its own name on itself means that of another block. */
function ofBlockAround(
  resolution: Resolution,
  call: Site,
  methods: readonly FunctionValue[],
): readonly FunctionValue[] {
  const index = resolution.index(call.file);
  const callee = index?.operand(call.expr, 1) ?? NONE;
  if (!index || index.op(callee) !== "member" || index.op(index.operand(callee, 1)) !== "this")
    return methods;
  const around = methodAround(resolution, call);
  if (around === NONE || index.flow.scopes[around]?.name === index.string(callee, 2)) return methods;
  const block = blockOf(resolution, { file: call.file, scope: around });
  const beside = methods.filter(
    (method) => method.file === call.file && blockOf(resolution, method) === block,
  );
  return beside.length > 0 ? beside : methods;
}

/** Those that take what is handed over as it is; where none does for certain, those that may. */
function takingArguments(
  resolution: Resolution,
  methods: readonly FunctionValue[],
  call: Site,
): readonly FunctionValue[] {
  const index = resolution.index(call.file);
  const args = index?.entries(call.expr, 2) ?? [];
  if (!index || methods.length < 2 || args.length === 0) return methods;
  const given = args.map(({ value }) => resolution.evaluate({ ...call, expr: value }));
  const fits = methods.map((method) => {
    const params = (resolution.index(method.file)?.flow.scopes[method.scope]?.params ?? []).filter(
      ({ kind }) => kind !== "receiver",
    );
    const fit = given.map((values, at) =>
      fitOf(
        resolution,
        values,
        params[at] === undefined
          ? NOTHING
          : resolution.evaluate({ file: method.file, scope: method.scope, expr: params[at].type }),
      ),
    );
    return fit.includes("no") ? "no" : fit.every((each) => each === "yes") ? "yes" : "maybe";
  });
  const sure = methods.filter((_, at) => fits[at] === "yes");
  return sure.length > 0 ? sure : methods.filter((_, at) => fits[at] !== "no");
}

/** Nothing is converted on the way: a type of the codebase is that very one, unless it stands for a trait. */
function fitOf(resolution: Resolution, given: Values, types: Values): "yes" | "no" | "maybe" {
  const [value] = given;
  const [type] = types;
  if (given.length !== 1 || types.length !== 1 || !value || !type || isTrait(resolution, type))
    return "maybe";
  if (value.kind === "instance" && !isTrait(resolution, value.type))
    return type.kind === "class"
      ? scopeKey(value.type) === scopeKey(type)
        ? "yes"
        : "no"
      : type.kind === "external" && PRIMITIVE.test(type.name)
        ? "no"
        : "maybe";
  if (value.kind !== "external" || type.kind !== "external" || LITERAL.has(value.name)) return "maybe";
  return PRIMITIVE.test(value.name) && PRIMITIVE.test(type.name)
    ? value.name === type.name
      ? "yes"
      : "no"
    : "maybe";
}

function isTrait(resolution: Resolution, value: Value): boolean {
  return (
    value.kind === "class" && resolution.index(value.file)?.flow.scopes[value.scope]?.kind === "interface"
  );
}

const PRIMITIVE = /^(?:bool|char|[iu](?:8|16|32|64|128|size)|f32|f64)$/;
/** A number that is written down is of the type that is wanted. */
const LITERAL: ReadonlySet<string> = new Set(["i32", "f64"]);

/**
 * What the block of a method says that a type is (`type Item = Server;`), for an object of a type: a future's
 * `Output`, an iterator's `Item`.
 */
export function associatedType(
  resolution: Resolution,
  object: Value,
  asked: { readonly method: string; readonly type: string },
): Values {
  return [
    ...new Set(associatedItems(resolution, object, asked).flatMap((place) => resolution.ofType(place))),
  ];
}

export function associatedItems(
  resolution: Resolution,
  object: Value,
  { method, type }: { readonly method: string; readonly type: string },
): readonly Site[] {
  if (object.kind !== "instance") return [];
  return inheritedMethods(resolution, object.type, method).flatMap((ref): readonly Site[] => {
    const block = blockOf(resolution, ref);
    if (block === NONE) return [];
    const within = genericOfBlock(resolution, resolution.values.function(ref, object));
    return (resolution.index(ref.file)?.bindings(block, type) ?? []).map(({ value: expr }): Site => ({
      file: ref.file,
      scope: block,
      expr,
      ...(within ? { within: [within] } : {}),
    }));
  });
}

/**
 * What the type parameters of a method's block stand for in the object that it is called on; null where it
 * has none, or the object no arguments.
 */
export function genericOfBlock(resolution: Resolution, method: FunctionValue): Generic | null {
  const { file, self } = method;
  const block = blockOf(resolution, method);
  const index = resolution.index(file);
  const owner = index?.flow.scopes[block]?.owner ?? NONE;
  if (
    !index ||
    self?.kind !== "instance" ||
    self.type.args.length === 0 ||
    owner === NONE ||
    index.op(owner) !== "generic"
  )
    return null;
  const names = index.items(owner, 2).map((expr) => (index.op(expr) === "name" ? index.string(expr, 1) : ""));
  const args: Site[] = [];
  for (const { name, value } of index.flow.scopes[block]?.bindings ?? []) {
    if (boundIn(index, value) === undefined) break;
    args.push(self.type.args[names.indexOf(name)] ?? { file, scope: block, expr: value });
  }
  return args.length === 0 ? null : { file, scope: block, args };
}
