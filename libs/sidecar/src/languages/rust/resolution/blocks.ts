/**
 * Methods in Rust's `impl` blocks. A type has one block per trait: chooses the method that a call refers to,
 * and finds associated types.
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
 * Narrows the methods that a call may refer to. A type's own methods come before those of traits; on `self`,
 * those of the enclosing block come before those of other blocks (`impl Read for Slice` and `impl Read for
 * &Slice`); of `From<A>` and `From<B>`, those whose parameters accept the arguments. Only the compiler can
 * choose among the rest. A type that is not a tuple struct cannot be called: its name then refers to
 * something else (`Err`).
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
 * Whether a method implements a trait's method that is also a candidate: the concrete type decides between
 * them.
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
 * `Trait::method(object, …)` for an external trait: the implementation for the object's type; null if there
 * is none.
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

/** Whether a function of a block has a receiver. */
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

/** Key of a method's type and name; null for a function outside blocks. */
function keyOf(resolution: Resolution, method: FunctionValue): string | null {
  if (blockOf(resolution, method) === NONE) return null;
  const [type] = classesOf(resolution, method);
  return type ? `${scopeKey(type)} ${resolution.index(method.file)?.flow.scopes[method.scope]?.name}` : null;
}

/** The block that contains a function; `NONE` if it is not a method. */
export function blockOf(resolution: Resolution, { file, scope }: ScopeRef): number {
  const scopes = resolution.index(file)?.flow.scopes;
  const parent = scopes?.[scope]?.parent ?? NONE;
  return scopes?.[parent]?.kind === "class" && scopes[parent].owner !== NONE ? parent : NONE;
}

/** The method of a block that encloses a position; `NONE` if there is none. */
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

/** A method that calls its own name on `self` calls that of another block. */
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

/** Methods whose parameters accept the arguments as they are; if none certainly does, those that may. */
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

/**
 * Whether an argument fits a parameter type. Rust does not convert arguments: a type of the codebase must be
 * the same, unless it is a trait.
 */
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
/** Types of literals that take on the expected type. */
const LITERAL: ReadonlySet<string> = new Set(["i32", "f64"]);

/**
 * An associated type of an object, as declared in the block of one of its methods (`type Item = Server;`): a
 * future's `Output`, an iterator's `Item`.
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

/** Where the blocks of a method declare an associated type of an object. */
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
 * The values of the type parameters of a method's block, for the object it is called on; null if the block
 * has none, or the object has no arguments.
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
