/**
 * Values that a parameter may have: of its declared type, of its default, and from the arguments of call
 * sites.
 */
import { type ExprId, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { type ParameterRef, argumentFor, givenBefore, mayHandOver, spreadIn } from "./arguments.ts";
import { calledValues, functionsCalled, scopesCalled } from "./called.ts";
import { takenByParameter } from "../generics/declared-results.ts";
import { elementsOf, elementTypeOf, pairsOf } from "../members/containers.ts";
import { replacesConstructor } from "../members/constructors.ts";
import { saysWhatItIs } from "../types/declared.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import { parameterByLabel } from "../types/labels.ts";
import { typesAround } from "../types/literal-types.ts";
import { subtypesOf } from "../types/subtypes.ts";
import type { Resolution } from "../resolution.ts";
import { thisIn } from "./this.ts";
import {
  type ClassValue,
  type ExternalValue,
  NOTHING,
  type Site,
  type ScopeRef,
  type Value,
  type Values,
  exprKey,
  isSameScope,
  scopeKey,
  union,
  unionOf,
} from "../values.ts";

/**
 * If more files than this call a function of the name, only calls in the function's own file are considered.
 */
const MAX_CALLING_FILES = 40;
const MAX_CALL_SITES = 200;
/**
 * Positions considered in a rest parameter. A chain of methods that pass one on may shift positions with
 * every step.
 */
const MAX_SPREAD = 16;

/**
 * Values that a parameter of a function may have. If its declared type determines the object, only values of
 * that type.
 */
export function parameterValues(resolution: Resolution, ref: ScopeRef, position: number): Values {
  const index = resolution.index(ref.file);
  const own = index?.flow.scopes[ref.scope];
  const parameter = own?.params[position];
  if (!index || !own || !parameter) return NOTHING;
  const declared = parameter.type === NONE ? NOTHING : resolution.ofType({ ...ref, expr: parameter.type });
  // A receiver declared by a type variable has the values it would have without the declaration.
  if (parameter.kind === "receiver" && declared.every(({ kind }) => kind === "external"))
    return receiverValues(resolution, ref, own.flags);
  if (saysWhatItIs(resolution, declared)) return declared;
  const fallback = resolution.evaluate({ ...ref, expr: parameter.default });
  const handed = parameter.kind === "positional" ? handedTo(resolution, index, ref, position) : NOTHING;
  return union(declared, fallback, handed);
}

function receiverValues(resolution: Resolution, ref: ScopeRef, flags: number): Values {
  const own = thisIn(resolution, ref);
  if ((flags & SCOPE_FLAGS.classMethod) === 0) return own;
  return own.map((value) => (value.kind === "instance" ? value.type : value));
}

/** Values of the arguments for a parameter, at all call sites that can be found. */
function handedTo(resolution: Resolution, index: FileIndex, ref: ScopeRef, position: number): Values {
  return resolution.once(["handed", scopeKey(ref), position], () => {
    const own = index.flow.scopes[ref.scope];
    if (!own) return NOTHING;
    return unionOf(handedOneByOne(resolution, index, { ...ref, position }, own.name));
  });
}

function* handedOneByOne(
  resolution: Resolution,
  index: FileIndex,
  parameter: ParameterRef,
  name: string,
): Generator<Values> {
  const { position, ...ref } = parameter;
  for (const use of index.literals.argumentUses(ref.scope))
    yield handedToCallback(resolution, index, {
      ref,
      position,
      call: use.call,
      argument: use.position,
      name: use.name,
    });
  for (const call of callsOf(resolution, ref).calls)
    for (const argument of argumentsAt(resolution, call, parameter)) yield resolution.evaluate(argument);
  yield declaredAround(resolution, ref, { name, position });
}

/** Arguments for a parameter, at calls of its function by name. */
export function argumentsFor(resolution: Resolution, ref: ScopeRef, position: number): readonly Site[] {
  return callsOf(resolution, ref).calls.flatMap((call) =>
    argumentsAt(resolution, call, { ...ref, position }),
  );
}

/** Declared type of a method's parameter, from the type of the object literal that contains the method. */
function declaredAround(
  resolution: Resolution,
  ref: ScopeRef,
  { name, position }: { readonly name: string; readonly position: number },
): Values {
  const methods = typesAround(resolution, ref).flatMap((type) =>
    (resolution.memberOfClass(type, name, null) ?? NOTHING).filter((value) => value.kind === "function"),
  );
  return union(
    ...methods.map(({ file, scope }) => {
      const type = resolution.index(file)?.flow.scopes[scope]?.params[position]?.type ?? NONE;
      return type === NONE ? NOTHING : resolution.ofType({ file, scope, expr: type });
    }),
  );
}

/**
 * Whether some calls of a function are not considered for the values of this parameter because there are too
 * many.
 */
export function hasUnseenCalls(resolution: Resolution, ref: ScopeRef, name: string): boolean {
  const parameter = resolution
    .index(ref.file)
    ?.flow.scopes[ref.scope]?.params.find((param) => param.name === name);
  if (
    parameter?.kind !== "positional" ||
    (parameter.type !== NONE && saysWhatItIs(resolution, resolution.ofType({ ...ref, expr: parameter.type })))
  )
    return false;
  return callsOf(resolution, ref).areLeft;
}

/** Calls of a function by its names, in its own file and in others, within the limits above. */
function callsOf(resolution: Resolution, ref: ScopeRef): CallsNamed {
  const flow = resolution.index(ref.file)?.flow;
  const own = flow?.scopes[ref.scope];
  if (!own) return { calls: [], areLeft: false };
  if ((own.flags & SCOPE_FLAGS.constructor) === 0) return callsNamed(resolution, ref.file, own.name);
  const type =
    flow?.scopes[own.parent]?.kind === "class"
      ? resolution.values.class({ file: ref.file, scope: own.parent })
      : null;
  return type
    ? resolution.once(["calls of", scopeKey(ref)], () =>
        callsOfConstructor(resolution, ref, { type, name: own.name }),
      )
    : callsNamed(resolution, ref.file, own.name);
}

/**
 * Calls of a constructor: by the names of its class and of subtypes without a constructor of their own; in
 * subtypes as `super(…)`, `super().__init__(…)` or `Base.named(…)`.
 */
function callsOfConstructor(
  resolution: Resolution,
  ref: ScopeRef,
  { type, name }: { readonly type: ClassValue; readonly name: string },
): CallsNamed {
  const below = subtypesOf(resolution, type);
  const made = [type, ...below.filter((subtype) => !replacesConstructor(resolution, subtype, ref))];
  const names = [
    ...new Set(made.map(({ file, scope }) => resolution.index(file)?.flow.scopes[scope]?.name ?? "")),
  ];
  const named = names.map((called) => callsNamed(resolution, ref.file, called));
  const files = [...new Set([type, ...below].map(({ file }) => file))].sort((left, right) => left - right);
  const above = new Set(["super", name].filter((called) => called !== "" && !names.includes(called)));
  const calls = [
    ...named.flatMap((found) => found.calls),
    ...files
      .slice(0, MAX_CALLING_FILES)
      .flatMap((file) => [...above].flatMap((called) => callsIn(resolution, file, called))),
  ];
  return {
    calls: calls.slice(0, MAX_CALL_SITES),
    areLeft:
      named.some(({ areLeft }) => areLeft) ||
      files.length > MAX_CALLING_FILES ||
      calls.length > MAX_CALL_SITES,
  };
}

function callsIn(resolution: Resolution, file: FileId, name: string): readonly Site[] {
  return (resolution.index(file)?.sitesCalling(name) ?? []).map(({ scope, expr }): Site => ({
    file,
    scope,
    expr,
  }));
}

interface CallsNamed {
  readonly calls: readonly Site[];
  /** Whether there are more calls, in this file or others. */
  readonly areLeft: boolean;
}

function callsNamed(resolution: Resolution, file: FileId, name: string): CallsNamed {
  if (name === "") return { calls: [], areLeft: false };
  const files = resolution.once(["files calling", name], () => resolution.project.filesUsing("call", name));
  const isEverywhere = files.length <= MAX_CALLING_FILES;
  return resolution.once(["calls named", name, isEverywhere ? NONE : file], () => {
    const looked = isEverywhere ? files : files.filter((other) => other === file);
    const calls = looked.flatMap((from) => callsIn(resolution, from, name));
    return { calls: calls.slice(0, MAX_CALL_SITES), areLeft: !isEverywhere || calls.length > MAX_CALL_SITES };
  });
}

/**
 * The arguments that a call site passes for a parameter, if it calls this very function: its own argument, or
 * those of its function's callers if it spreads a rest parameter.
 */
function argumentsAt(resolution: Resolution, call: Site, parameter: ParameterRef): readonly Site[] {
  // Checked first, since resolving the callee takes long.
  const isPlain = mayHandOver(resolution, call, parameter);
  const rest = isPlain ? null : restSpread(resolution, call);
  if (!isPlain && rest === null) return [];
  // Limits of this evaluation do not apply to the parameter: they only concern other functions that the call
  // may reach.
  const { result: values } = resolution.limited(() => calledValues(resolution, call).values);
  const called = values.find((value) => isCallOf(resolution, { value, call }, parameter));
  if (!called) return [];
  if (rest) {
    const params = resolution.index(parameter.file)?.flow.scopes[parameter.scope]?.params ?? [];
    const further = parameter.position - givenBefore(params, called) - rest.before;
    return further < 0 || further > MAX_SPREAD
      ? []
      : resolution.walked(`spread ${further}`, exprKey(call), { met: [], tooFar: [] }, () =>
          argumentsFor(resolution, rest, rest.position + further),
        );
  }
  const argument = argumentFor(resolution, call, called, parameter);
  return argument === undefined || argument === null ? [] : [{ ...call, expr: argument }];
}

/**
 * For `super(...args)`: the rest parameter that a call of a base method or constructor spreads. In other
 * functions, such as wrappers, a spread parameter holds the arguments of all their callers, which says little
 * about one call.
 */
function restSpread(resolution: Resolution, call: Site): (ParameterRef & { readonly before: number }) | null {
  const index = resolution.index(call.file);
  const spread = spreadIn(resolution, call);
  if (!index || !spread || index.op(spread.value) !== "name" || !isAbove(index, index.operand(call.expr, 1)))
    return null;
  const name = index.string(spread.value, 1);
  const scope = index.binder(call.scope, name);
  const position =
    index.flow.scopes[scope]?.params.findIndex((param) => param.name === name && param.kind === "rest") ??
    NONE;
  return position < 0 || index.bindings(scope, name).length > 0
    ? null
    : { file: call.file, scope, position, before: spread.before };
}

function isAbove(index: FileIndex, callee: ExprId): boolean {
  return (
    index.op(callee) === "super" ||
    (index.op(callee) === "member" && ["super", "above"].includes(index.op(index.operand(callee, 1))))
  );
}

function isCallOf(
  resolution: Resolution,
  { value, call }: { readonly value: Value; readonly call: Site },
  ref: ScopeRef,
): boolean {
  if (value.kind === "function") return isSameScope(value, ref);
  return (
    value.kind === "class" &&
    scopesCalled(resolution, value, call).scopes.some((called) => isSameScope(called, ref))
  );
}

interface CallbackQuery {
  readonly ref: ScopeRef;
  readonly position: number;
  /** The call that has the function as an argument. */
  readonly call: number;
  readonly argument: number;
  /** The argument's label, or null. */
  readonly name: string | null;
}

/**
 * Arguments that a callback receives: from calls of the parameter it is passed for, or from a library's
 * container.
 */
function handedToCallback(
  resolution: Resolution,
  index: FileIndex,
  { ref, position, call, argument, name }: CallbackQuery,
): Values {
  const { file } = ref;
  // A call without a call site of its own is in the scope around the function.
  const scope = index.siteOf(call)?.scope ?? index.flow.scopes[ref.scope]?.parent ?? 0;
  const callee = index.operand(call, 1);
  const fromFunctions = functionsCalled(resolution, { file, scope, expr: call }).map((value): Values => {
    const other = resolution.index(value.file);
    const params = other?.flow.scopes[value.scope]?.params ?? [];
    const labelled = parameterByLabel(resolution, value, { call: { file, scope, expr: call }, argument });
    const parameter =
      labelled !== undefined
        ? params[labelled]
        : name === null
          ? params[argument + givenBefore(params, value)]
          : params.find((other) => other.name === name);
    if (!other || !parameter) return NOTHING;
    const declared = takenByInterface(
      resolution,
      { file: value.file, scope: value.scope, expr: parameter.type },
      position,
    );
    if (declared.length > 0) return declared;
    const taken = takenByParameter(
      resolution,
      value,
      { file, scope, expr: call },
      { type: parameter.type, at: position },
    );
    if (taken.length > 0) return taken;
    const calls = other
      .sitesCalling(parameter.name)
      .filter(
        (inner) =>
          other.scopes.isWithin(inner.scope, value.scope) &&
          other.op(other.operand(inner.expr, 1)) === "name",
      );
    return union(
      ...calls.map((inner) => {
        const handed = other.entries(inner.expr, 2).filter((entry) => entry.name === null)[position];
        return handed
          ? resolution.evaluate({ file: value.file, scope: inner.scope, expr: handed.value })
          : NOTHING;
      }),
    );
  });
  return union(
    ...fromFunctions,
    fromContainer(resolution, index, { file, scope, expr: callee }, { ref, position }),
  );
}

/** Parameter types of the only method of an interface, which a lambda implements. */
function takenByInterface(resolution: Resolution, type: Site, position: number): Values {
  if (type.expr === NONE) return NOTHING;
  return union(
    ...resolution.evaluate(type).map((declared): Values => {
      const index = declared.kind === "class" ? resolution.index(declared.file) : null;
      if (declared.kind !== "class" || index?.flow.scopes[declared.scope]?.kind !== "interface")
        return NOTHING;
      const methods = index.scopes
        .childrenOf(declared.scope)
        .filter((at) => ((index.flow.scopes[at]?.flags ?? 0) & SCOPE_FLAGS.abstract) !== 0);
      const taken =
        methods.length === 1 ? index.flow.scopes[methods[0] as number]?.params[position] : undefined;
      return taken && taken.type !== NONE
        ? resolution.ofType({ file: declared.file, scope: methods[0] as number, expr: taken.type })
        : NOTHING;
    }),
  );
}

/** Elements of a container whose method calls the function with them. */
function fromContainer(
  resolution: Resolution,
  index: FileIndex,
  callee: Site,
  { ref, position }: { readonly ref: ScopeRef; readonly position: number },
): Values {
  const method = index.op(callee.expr) === "member" ? index.string(callee.expr, 2) : "";
  const first = resolution.rules(callee.file).library.callsWithHeld.get(method);
  if (first !== position && first !== position - 1) return NOTHING;
  const objects = resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) });
  const takesMore = (index.flow.scopes[ref.scope]?.params.length ?? 0) > first + 1;
  const isList = (object: Value): boolean =>
    object.kind === "literal"
      ? resolution.index(object.file)?.op(object.expr) === "list"
      : object.kind === "external" && object.name === "Array";
  return union(
    ...objects.map((object): Values => {
      // `Promise.all(all).then(…)`: one promise holds all the results as a list.
      if (method === "then" && isList(object)) return [object];
      if (object.kind === "external" && object.args.length > 0)
        return handedByLibrary(
          resolution,
          object,
          first !== position ? "second" : takesMore ? "first" : "only",
        );
      if (first !== position || object.kind === "external") return NOTHING;
      if (object.kind === "instance")
        return resolution.rules(object.type.file).elementsOf(resolution, object);
      // `import("./m").then((m) => …)`: the promise holds the loaded module.
      if (object.kind === "module") return [object];
      return isList(object) || object.kind === "generated" ? elementsOf(resolution, [object]) : NOTHING;
    }),
  );
}

/** A function with two parameters receives the two parts of a pair. */
function handedByLibrary(
  resolution: Resolution,
  object: ExternalValue,
  place: "only" | "first" | "second",
): Values {
  const file = object.args.at(-1)?.file ?? NONE;
  const pairs = resolution.rules(file).library.pairs === "always" ? pairsOf(resolution, object) : NOTHING;
  if (place === "second") return pairs.length > 0 ? elementTypeOf(resolution, object) : NOTHING;
  const [key] = object.args;
  if (place === "first" && pairs.length > 0 && key) return resolution.ofType(key);
  return pairs.length > 0 ? pairs : elementTypeOf(resolution, object);
}
