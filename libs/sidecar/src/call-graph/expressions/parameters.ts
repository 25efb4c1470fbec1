/** What a parameter may be: of its declared type, its default, or what call sites hand to it. */
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

/** More files than this call something of that name: too many to go through for one parameter. */
const MAX_CALLING_FILES = 40;
const MAX_CALL_SITES = 200;
/**
 * Of what a parameter of any number holds, as many places are looked at: one method after another may hand on
 * fewer.
 */
const MAX_SPREAD = 16;

export function parameterValues(resolution: Resolution, ref: ScopeRef, position: number): Values {
  const index = resolution.index(ref.file);
  const own = index?.flow.scopes[ref.scope];
  const parameter = own?.params[position];
  if (!index || !own || !parameter) return NOTHING;
  const declared = parameter.type === NONE ? NOTHING : resolution.ofType({ ...ref, expr: parameter.type });
  // One that is declared by a type variable is what it would be without.
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

/** Arguments in the place of a parameter, at all call sites that can be found. */
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

/** What stands in the place of a parameter, at calls of its function by name. */
export function argumentsFor(resolution: Resolution, ref: ScopeRef, position: number): readonly Site[] {
  return callsOf(resolution, ref).calls.flatMap((call) =>
    argumentsAt(resolution, call, { ...ref, position }),
  );
}

/** What the parameter of a method is declared to be by the type of the object literal that it stands in. */
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
 * Whether some calls of a function are not looked at for what a parameter of it is, since they are too many.
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

/** Calls of a function's names, in the file itself and in the others, as long as they are few. */
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
 * By the names of its class and of those below that have none of their own; in classes below as `super(…)`,
 * `super().__init__(…)`, `Base.named(…)`.
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
  /** There are more, in the file or elsewhere. */
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
 * What one call site hands over, if it calls that very function: by itself, or of what its own function was
 * given.
 */
function argumentsAt(resolution: Resolution, call: Site, parameter: ParameterRef): readonly Site[] {
  // To find out what is called takes long.
  const isPlain = mayHandOver(resolution, call, parameter);
  const rest = isPlain ? null : restSpread(resolution, call);
  if (!isPlain && rest === null) return [];
  // What else the call may call is nothing to this parameter.
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
 * `super(...args)`: the parameter of any number that a call of what is above spreads, which holds what its
 * function was given. Other functions hand on so what they do not look at, as wrappers do: what all their
 * callers give says little of one call.
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
  /** The call that the function is an argument of, and at which place. */
  readonly call: number;
  readonly argument: number;
  /** By which it is passed. */
  readonly name: string | null;
}

/**
 * What a function is called with that is handed to another one: by that one's calls of its parameter, or by a
 * library's container.
 */
function handedToCallback(
  resolution: Resolution,
  index: FileIndex,
  { ref, position, call, argument, name }: CallbackQuery,
): Values {
  const { file } = ref;
  // What stands in no text as a call stands where the function does.
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

/** What the only method of an interface takes that a lambda stands for. */
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

/** Of a method that calls functions with what its container holds. */
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
      // What several promises give together is held by one (`Promise.all(all).then(…)`).
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
      // `import("./m").then((m) => …)`: what is loaded when it is asked for is held by a promise.
      if (object.kind === "module") return [object];
      return isList(object) || object.kind === "generated" ? elementsOf(resolution, [object]) : NOTHING;
    }),
  );
}

/** A function that takes two takes the parts of a pair. */
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
