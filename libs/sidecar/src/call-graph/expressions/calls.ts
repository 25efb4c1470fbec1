/** Results of calls: results of functions, new objects, and elements of containers. */
import { type ExprId, type ScopeFact, NONE, SCOPE_FLAGS } from "../../call-facts/facts.ts";
import { argumentFor } from "./arguments.ts";
import { containerObjects } from "./container-lookups.ts";
import { calledValues, methodsApplied, readFirst } from "./called.ts";
import { elementTypeOf, mappedValues, memberOfExternal, pickedValues } from "../members/containers.ts";
import { declaredResults } from "../generics/declared-results.ts";
import { isAnyFunction, isConclusive, saysWhatItIs } from "../types/declared.ts";
import type { FileIndex } from "../file-index.ts";
import { lineageOf } from "../types/lineage.ts";
import type { Resolution } from "../resolution.ts";
import { isPointer } from "../types/pointers.ts";
import { thisIn } from "./this.ts";
import { isForwarding, isGivingAnything, isMaking, isPicking } from "./library-functions.ts";
import { type FunctionValue, NOTHING, type Site, type Value, type Values, union } from "../values.ts";

/** Values that the call at a site may return. */
export function callResults(resolution: Resolution, place: Site): Values {
  const { file, scope, expr } = place;
  const index = resolution.index(file);
  if (!index) return NOTHING;
  const callee: Site = { file, scope, expr: index.operand(expr, 1) };
  if (index.op(callee.expr) === "super") return NOTHING;
  const functions = boundFunctions(resolution, callee);
  if (functions) return functions;
  const mapped = mappedValues(resolution, place);
  if (mapped) return mapped;
  const first = index.operand(expr, 2) > 0 ? index.entries(expr, 2)[0] : undefined;
  const called = calledValues(resolution, place).values;
  // Only some of the functions that may be called are known, so that the result is unknown.
  if (called.some(isAnyFunction) && resolution.rules(file).isDynamicallyTyped) return NOTHING;
  const asked = called.every(({ kind }) => kind === "external")
    ? containerObjects(resolution, place)
    : NOTHING;
  const byLanguage =
    asked.length === 0 && called.every(({ kind }) => kind === "external")
      ? givenByLanguage(resolution, callee)
      : NOTHING;
  if (called.length === 0 || byLanguage.length > 0) return asked.length > 0 ? asked : byLanguage;
  return union(
    asked,
    ...called.map((value): Values => {
      if (first && isForwarding(value)) return resolution.evaluate({ file, scope, expr: first.value });
      if (first && isMaking(value))
        return resolution.instancesOf(resolution.evaluate({ file, scope, expr: first.value }));
      if (first && isPicking(value)) return pickedValues(resolution, place);
      return resultsOf(resolution, value, place);
    }),
  );
}

/**
 * Results of library functions on types of the codebase: `pointer.get()` for a pointer that stands for the
 * value it points to, and `Type::default()` for a type without a function of that name.
 */
function givenByLanguage(resolution: Resolution, callee: Site): Values {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member") return NOTHING;
  const { pointing, making } = resolution.rules(callee.file).library;
  const name = index.string(callee.expr, 2);
  if (!pointing.has(name) && !making.has(name)) return NOTHING;
  return resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) }).flatMap((value): Values => {
    if (value.kind === "instance") return pointing.has(name) ? [value] : NOTHING;
    return value.kind === "class" && making.has(name) ? [resolution.values.instance(value)] : NOTHING;
  });
}

/** The functions `f` of `f.bind(object)`, which returns `f`; null for other calls. */
function boundFunctions(resolution: Resolution, callee: Site): Values | null {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member" || index.string(callee.expr, 2) !== "bind") return null;
  const functions = resolution
    .evaluate({ ...callee, expr: index.operand(callee.expr, 1) })
    .filter(({ kind }) => kind === "function");
  return functions.length > 0 ? functions : null;
}

function resultsOf(resolution: Resolution, value: Value, call: Site): Values {
  switch (value.kind) {
    case "function": {
      const read = readFirst(resolution, value, call);
      if (read.length > 0) return union(...read.map((given) => resultsOf(resolution, given, call)));
      return resolution.index(call.file)?.op(call.expr) === "new"
        ? [resolution.values.instance(resolution.values.class(value))]
        : functionResults(resolution, value, call);
    }
    case "class": {
      const applied =
        resolution.index(call.file)?.op(call.expr) === "new" ? [] : methodsApplied(resolution, value);
      return applied.length > 0
        ? union(...applied.map((method) => functionResults(resolution, method, call)))
        : [resolution.values.instance(value)];
    }
    case "signature":
      return resolution.ofType(value);
    case "external": {
      if (value.isType && value.args.length > 0)
        return [resolution.values.external(value.name, { args: value.args })];
      const { callMethod, isDynamicallyTyped } = resolution.rules(call.file);
      if (isDynamicallyTyped && value.args.length === 0 && isGivingAnything(value)) return NOTHING;
      const given =
        callMethod === null || value.args.length === 0
          ? NOTHING
          : memberOfExternal(resolution, value, callMethod).filter(({ kind }) => kind === "signature");
      return given.length > 0
        ? union(...given.map((method) => resultsOf(resolution, method, call)))
        : [resolution.values.external(value.name)];
    }
    case "instance": {
      const { callMethod } = resolution.rules(value.type.file);
      const methods = callMethod === null ? null : resolution.memberOfClass(value.type, callMethod, value);
      return union(
        ...(methods ?? NOTHING).map((method) =>
          method.kind === "function" ? functionResults(resolution, method, call) : NOTHING,
        ),
      );
    }
    case "module":
      return union(
        ...resolution
          .rules(value.file)
          .exported(resolution, value, "default")
          .map((other) => (other === value ? NOTHING : resultsOf(resolution, other, call))),
      );
    default:
      return NOTHING;
  }
}

/**
 * Values that a function may return: of its declared type, or from its `return` statements.
 *
 * @param call the call whose arguments are used; without it, returned parameters have the values of all calls
 */
export function functionResults(resolution: Resolution, called: FunctionValue, call?: Site): Values {
  const { file, scope, self } = called;
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  if (!index || !own) return NOTHING;
  if (returnsSelf(index, own.returnType))
    return self?.kind === "instance" ? [self] : thisIn(resolution, { file, scope });
  const { values: declared, tellsAll } = declaredResults(resolution, called, call);
  if (tellsAll === true) return declared;
  if (
    tellsAll === null &&
    declared.some((type) => (type.kind !== "external" && type.kind !== "signature") || isPointer(type))
  )
    return declared;
  if (
    (own.flags & SCOPE_FLAGS.async) !== 0 &&
    declared.some((type) => type.kind === "external" && isConclusive(elementTypeOf(resolution, type)))
  )
    return declared;
  if ((own.flags & SCOPE_FLAGS.generator) !== 0)
    return declared.length > 0 && !declared.every(isBareType)
      ? declared
      : [resolution.values.generated({ file, scope })];
  const returned = union(
    ...own.returns.map((expr) => {
      const values = returnedAt(resolution, { file, scope, expr }, called, call);
      return isOwn(index, own, expr) ? asSelf(resolution, values, self) : values;
    }),
  );
  if (tellsAll !== null) return union(declared, returned);
  const useful = returned.filter(({ kind }) => kind !== "external");
  if (useful.length === 0) return declared.length === 0 ? returned : declared;
  // The container's declared elements may be of more types than the returned literal shows.
  return declared.some((type) => type.kind === "external" && isConclusive(elementTypeOf(resolution, type)))
    ? union(returned, declared)
    : returned;
}

/**
 * Values of a returned expression, for one call: a returned parameter has the value of this call's argument;
 * a returned call of a parameter has the results of the function passed for it.
 */
function returnedAt(
  resolution: Resolution,
  returned: Site,
  called: FunctionValue,
  call: Site | undefined,
): Values {
  const index = resolution.index(returned.file);
  const op = index?.op(returned.expr);
  if (!index || !call || (op !== "name" && op !== "call")) return resolution.evaluate(returned);
  if (op === "name") return handedAt(resolution, returned, called, call) ?? resolution.evaluate(returned);
  const callee: Site = { ...returned, expr: index.operand(returned.expr, 1) };
  const handed = index.op(callee.expr) === "name" ? handedAt(resolution, callee, called, call) : null;
  const functions = (handed ?? NOTHING).filter((value) => value.kind === "function");
  return functions.length > 0
    ? union(...functions.map((value) => functionResults(resolution, value)))
    : resolution.evaluate(returned);
}

/**
 * The values that a call passes for the parameter that a name refers to; null if the name may refer to
 * something else.
 */
function handedAt(resolution: Resolution, place: Site, called: FunctionValue, call: Site): Values | null {
  const index = resolution.index(place.file);
  if (!index) return null;
  const name = index.string(place.expr, 1);
  const params = index.flow.scopes[called.scope]?.params ?? [];
  const position = params.findIndex(
    (parameter) => parameter.name === name && parameter.kind === "positional",
  );
  const parameter = params[position];
  if (!parameter || index.bindings(called.scope, name).length > 0) return null;
  if (
    parameter.type !== NONE &&
    saysWhatItIs(resolution, resolution.ofType({ ...place, expr: parameter.type }))
  )
    return null;
  const argument = argumentFor(resolution, call, called, {
    file: called.file,
    scope: called.scope,
    position,
  });
  if (argument === undefined) return null;
  return resolution.evaluate(
    argument === null ? { ...place, expr: parameter.default } : { ...call, expr: argument },
  );
}

/** Whether a declared type is the type of the current object. */
function returnsSelf(index: FileIndex, type: ExprId): boolean {
  if (type === NONE) return false;
  return (
    index.op(type) === "this" || (index.op(type) === "type_of" && index.op(index.operand(type, 1)) === "this")
  );
}

/**
 * Whether a returned expression is, or may be, the current object or one constructed by the current class.
 */
function isOwn(index: FileIndex, { params, flags }: ScopeFact, expr: ExprId): boolean {
  const op = index.op(expr);
  if (op === "this" || op === "name") return true;
  if ((flags & SCOPE_FLAGS.classMethod) === 0 || (op !== "call" && op !== "instance")) return false;
  const made = index.operand(expr, 1);
  return (
    index.op(made) === "this" ||
    (index.op(made) === "name" && params[0]?.kind === "receiver" && index.string(made, 1) === params[0].name)
  );
}

/**
 * Replaces objects of the receiver's type or its base types by the receiver: a method that returns its own
 * object returns the receiver, which may be of a subtype.
 */
function asSelf(resolution: Resolution, values: Values, self: Value | null): Values {
  const object = self?.kind === "class" ? resolution.values.instance(self) : self;
  if (object?.kind !== "instance") return values;
  const { types } = lineageOf(resolution, object.type);
  return union(
    values.map((value) =>
      value.kind === "instance" &&
      types.some(({ file, scope }) => file === value.type.file && scope === value.type.scope)
        ? object
        : value,
    ),
  );
}

/** Whether a type lacks its type arguments (`Generator`, `iterable`). */
function isBareType(value: Value): boolean {
  return value.kind === "external" && value.args.length === 0;
}
