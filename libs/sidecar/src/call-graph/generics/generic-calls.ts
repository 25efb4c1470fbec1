/** The types that a generic function's type parameters stand for in one call. */
import { type ParameterFact, NONE } from "../../call-facts/facts.ts";
import { argumentFor } from "../expressions/arguments.ts";
import type { FileIndex } from "../file-index.ts";
import { elementsOf } from "../members/containers.ts";
import type { Resolution } from "../resolution.ts";
import { type FunctionValue, type Generic, NOTHING, type Site, type Values, union } from "../values.ts";
import { boundIn } from "./type-arguments.ts";

/** A function with arguments for its type parameters, taken from a call. */
export interface GenericCall extends Generic {
  /** Type parameters whose type the call determines. */
  readonly told: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/**
 * Determines type parameters: from explicit type arguments (`get<Server>()`), from a class passed as an
 * argument (`get(Server)`), from the element type of a container argument (`first(servers)`), or from their
 * bounds. Null for a function without type parameters.
 */
export function genericCall(resolution: Resolution, called: FunctionValue, call: Site): GenericCall | null {
  const { file, scope } = called;
  const index = resolution.index(file);
  const parameters = index ? typeParameters(index, scope) : [];
  if (parameters.length === 0) return null;
  const calling = resolution.index(call.file);
  const callee = calling?.operand(call.expr, 1) ?? NONE;
  const written = calling?.op(callee) === "generic" ? calling.items(callee, 2) : [];
  const told = new Set<string>();
  const args = parameters.map(({ name, value }, at): Site => {
    const expr = written[at];
    const given = expr === undefined ? typeHanded(resolution, called, call, name) : { ...call, expr };
    if (given) told.add(name);
    return given ?? { file, scope, expr: value };
  });
  return { file, scope, args, told, names: new Set(parameters.map(({ name }) => name)) };
}

/** Type parameters are the first bindings of a function. */
function typeParameters(
  index: FileIndex,
  scope: number,
): readonly { readonly name: string; readonly value: number }[] {
  const bindings = index.flow.scopes[scope]?.bindings ?? [];
  const count = bindings.findIndex(({ value }) => boundIn(index, value) === undefined);
  return count < 0 ? bindings : bindings.slice(0, count);
}

/**
 * The type that the arguments show for a type parameter: a class passed as an argument, or a type argument of
 * a container.
 */
function typeHanded(resolution: Resolution, called: FunctionValue, call: Site, name: string): Site | null {
  for (const { type, argument } of handedFor(resolution, called, call, name)) {
    if (type.as === "itself") continue;
    for (const value of resolution.evaluate(argument)) {
      if (value.kind === "class") return argument;
      const args = value.kind === "external" ? value.args : value.kind === "instance" ? value.type.args : [];
      if (type.as === "argument" && args[type.at]) return args[type.at] as Site;
    }
  }
  return null;
}

/**
 * Values that the arguments pass for a type parameter: the arguments themselves, elements of a list, or
 * results of a function.
 */
export function valuesHanded(
  resolution: Resolution,
  called: FunctionValue,
  call: Site,
  name: string,
): Values {
  return union(
    ...handedFor(resolution, called, call, name).map(({ type, argument }): Values => {
      const values = resolution.evaluate(argument);
      switch (type.as) {
        case "itself":
          return values;
        case "argument":
          return elementsOf(
            resolution,
            values.filter(({ kind }) => kind === "literal" || kind === "generated"),
          );
        case "result":
          return union(
            ...values.map((value) =>
              value.kind === "function" ? resolution.functionResults(value) : NOTHING,
            ),
          );
        case "class":
          return NOTHING;
      }
    }),
  );
}

/** How a type contains a type parameter. */
interface Mention {
  /**
   * `itself`: it is the parameter. `argument`: the parameter is one of its type arguments. `result`: it is a
   * function type that returns the parameter. `class`: it is the parameter's class object.
   */
  readonly as: "itself" | "argument" | "result" | "class";
  /** Position among the type arguments. */
  readonly at: number;
}

/** Arguments for parameters whose type contains a type parameter. */
function handedFor(
  resolution: Resolution,
  called: FunctionValue,
  call: Site,
  name: string,
): readonly { readonly type: Mention; readonly argument: Site }[] {
  const { file, scope } = called;
  const index = resolution.index(file);
  const params: readonly ParameterFact[] = index?.flow.scopes[scope]?.params ?? [];
  return params.flatMap((parameter, position) => {
    const mentions = index ? mentionsOf(index, parameter.type, name) : [];
    const expr =
      mentions.length === 0 ? undefined : argumentFor(resolution, call, called, { file, scope, position });
    return expr === undefined || expr === null
      ? []
      : mentions.map((type) => ({ type, argument: { ...call, expr } }));
  });
}

function mentionsOf(index: FileIndex, type: number, name: string): readonly Mention[] {
  const isMeant = (expr: number): boolean => index.op(expr) === "name" && index.string(expr, 1) === name;
  if (type === NONE) return [];
  if (isMeant(type)) return [{ as: "itself", at: 0 }];
  switch (index.op(type)) {
    case "either":
      return index.items(type, 1).flatMap((option) => mentionsOf(index, option, name));
    case "generic": {
      // The type arguments of a function type are its parameters.
      if (index.op(index.operand(type, 1)) === "signature")
        return mentionsOf(index, index.operand(type, 1), name);
      const at = index.items(type, 2).findIndex(isMeant);
      return at < 0 ? [] : [{ as: "argument", at }];
    }
    case "signature":
      return isMeant(index.operand(type, 1)) ? [{ as: "result", at: 0 }] : [];
    case "type_of":
      return isMeant(index.operand(type, 1)) ? [{ as: "class", at: 0 }] : [];
    default:
      return [];
  }
}
