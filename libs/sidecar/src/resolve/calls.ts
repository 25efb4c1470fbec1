/** What calls give: results of functions, new objects, what a container holds. */
import { type ExprId, NONE, SCOPE_FLAGS } from "../flow/facts.ts";
import { calledValues } from "./called.ts";
import { heldBy, mappedValues, pickedValues } from "./containers.ts";
import { isTelling } from "./declared.ts";
import type { FileIndex } from "./file-index.ts";
import { lineageOf } from "./lineage.ts";
import type { Resolution } from "./resolution.ts";
import { thisIn } from "./this.ts";
import { ofTypeIn } from "./type-arguments.ts";
import { type FunctionValue, NOTHING, type Place, type Value, type Values, union } from "./values.ts";

/** What the call at a place gives. */
export function callResults(resolution: Resolution, place: Place): Values {
  const { file, scope, expr } = place;
  const index = resolution.index(file);
  if (!index) return NOTHING;
  const callee: Place = { file, scope, expr: index.operand(expr, 1) };
  if (index.op(callee.expr) === "super") return NOTHING;
  const functions = boundFunctions(resolution, callee);
  if (functions) return functions;
  const mapped = mappedValues(resolution, place);
  if (mapped) return mapped;
  const first = index.operand(expr, 2) > 0 ? index.entries(expr, 2)[0] : undefined;
  return union(...calledValues(resolution, place).values.map((value): Values => {
    // `functools.partial(f, 1)` is called like `f`.
    if (value.kind === "external" && FORWARDING.has(value.name) && first) return resolution.evaluate({ file, scope, expr: first.value });
    if (value.kind === "external" && PICKING.has(value.name) && first) return pickedValues(resolution, place);
    return resultsOf(resolution, value, index.op(expr) === "new");
  }));
}

/** Functions of other libraries that give the function that they are given, or one that does the same. */
const FORWARDING: ReadonlySet<string> = new Set(["functools.partial", "functools.wraps", "functools.lru_cache", "functools.cache", "copy.copy", "copy.deepcopy", "Object.freeze", "Object.assign", "Array.from", "Promise.resolve", "list", "sorted", "reversed", "tuple", "set", "frozenset", "iter"]);

/** And those that give one of what the container holds that they are given; where nothing is known of that, of the result neither. */
const PICKING: ReadonlySet<string> = new Set(["max", "min", "next", "random.choice", "heapq.heappop"]);

/** `f.bind(object)` gives `f`. */
function boundFunctions(resolution: Resolution, callee: Place): Values | null {
  const index = resolution.index(callee.file);
  if (index?.op(callee.expr) !== "member" || index.string(callee.expr, 2) !== "bind") return null;
  const functions = resolution.evaluate({ ...callee, expr: index.operand(callee.expr, 1) }).filter(({ kind }) => kind === "function");
  return functions.length > 0 ? functions : null;
}

function resultsOf(resolution: Resolution, value: Value, isNew: boolean): Values {
  switch (value.kind) {
    case "function": return isNew ? [resolution.values.instance(resolution.values.class(value))] : functionResults(resolution, value);
    case "class": return [resolution.values.instance(value)];
    case "signature": return resolution.ofType(value);
    case "external": return value.isType && value.args.length > 0 ? [resolution.values.external(value.name, { args: value.args })] : [resolution.values.external(value.name)];
    case "instance": {
      const { callMethod } = resolution.rules(value.type.file);
      const methods = callMethod === null ? null : resolution.memberOfClass(value.type, callMethod, value);
      return union(...(methods ?? NOTHING).map((method) => (method.kind === "function" ? functionResults(resolution, method) : NOTHING)));
    }
    case "module": return union(...resolution.rules(value.file).exported(resolution, value, "default").map((other) => (other === value ? NOTHING : resultsOf(resolution, other, isNew))));
    default: return NOTHING;
  }
}

/** What a function returns: of the declared type, or what stands in its body. */
export function functionResults(resolution: Resolution, { file, scope, self }: FunctionValue): Values {
  const index = resolution.index(file);
  const own = index?.flow.scopes[scope];
  if (!index || !own) return NOTHING;
  if (returnsSelf(index, own.returnType)) return self?.kind === "instance" ? [self] : thisIn(resolution, { file, scope });
  const several = declaredList(resolution, index, { file, scope, expr: own.returnType });
  if (several?.isTelling) return several.values;
  const declared = own.returnType === NONE ? NOTHING : declaredResults(resolution, { file, scope, expr: own.returnType }, self);
  if (declared.some(({ kind }) => kind !== "external" && kind !== "signature")) return declared;
  if ((own.flags & SCOPE_FLAGS.async) !== 0 && declared.some((type) => type.kind === "external" && isTelling(heldBy(resolution, type)))) return declared;
  if ((own.flags & SCOPE_FLAGS.generator) !== 0) return declared.length > 0 ? declared : [resolution.values.generated({ file, scope })];
  const returned = union(...own.returns.map((expr) => {
    const values = resolution.evaluate({ file, scope, expr });
    return index.op(expr) === "this" || index.op(expr) === "name" ? asSelf(resolution, values, self) : values;
  }));
  if (several) return union(several.values, returned);
  const useful = returned.filter(({ kind }) => kind !== "external");
  return useful.length > 0 || declared.length === 0 ? returned : declared;
}

/** Values of the type that a function is declared to return, by the arguments of the generic class that it is a method of. */
function declaredResults(resolution: Resolution, type: Place, self: Value | null): Values {
  const around = resolution.index(type.file)?.flow.scopes[type.scope]?.parent ?? NONE;
  const owner = self?.kind === "instance" ? lineageOf(resolution, self.type).types.find((above) => above.file === type.file && above.scope === around) : undefined;
  return owner ? ofTypeIn(resolution, owner, type) : resolution.ofType(type);
}

/** A container of which it is not said what it holds. */
export function isOpen(resolution: Resolution, type: Value): boolean {
  return type.kind === "external" && type.args.some((arg) => resolution.evaluate(arg).length === 0);
}

/** Several results that are declared by their types, and whether those say all there is to know. */
function declaredList(resolution: Resolution, index: FileIndex, type: Place): { readonly values: Values; readonly isTelling: boolean } | null {
  if (type.expr === NONE || index.op(type.expr) !== "list") return null;
  const isTelling = index.items(type.expr, 1).every((item) => {
    const values = resolution.evaluate({ ...type, expr: item });
    return values.length > 0 && values.every((value) => value.kind === "instance" || (value.kind === "external" && !isOpen(resolution, value)));
  });
  return { values: [resolution.values.literal(type)], isTelling };
}

/** Whether a declared type is that of the object itself. */
function returnsSelf(index: FileIndex, type: ExprId): boolean {
  if (type === NONE) return false;
  return index.op(type) === "this" || (index.op(type) === "type_of" && index.op(index.operand(type, 1)) === "this");
}

/** A method that returns its own object returns the one that it was called on, which may be of a subtype. */
function asSelf(resolution: Resolution, values: Values, self: Value | null): Values {
  if (self?.kind !== "instance") return values;
  const { types } = lineageOf(resolution, self.type);
  return union(values.map((value) => (value.kind === "instance" && types.some(({ file, scope }) => file === value.type.file && scope === value.type.scope) ? self : value)));
}
