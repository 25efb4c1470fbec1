/** What the type parameters of a generic function stand for in one call of it. */
import { type ParameterFact, NONE } from "../../call-facts/facts.ts";
import { argumentFor } from "../expressions/arguments.ts";
import type { FileIndex } from "../file-index.ts";
import { elementsOf } from "../members/containers.ts";
import type { Resolution } from "../resolution.ts";
import { type FunctionValue, type Generic, NOTHING, type Site, type Values, union } from "../values.ts";
import { boundIn } from "./type-arguments.ts";

/** A function whose type parameters are known, by what a call says. */
export interface GenericCall extends Generic {
  /** Those of which the call says what type they are. */
  readonly told: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/**
 * Type parameters stand for what is written (`get<Server>()`), or for the class that is handed over for one
 * (`get(Server)`), or for what a container holds that is (`first(servers)`), or else for what they are bound
 * to. Null for a function without any.
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

/** What a function binds first. */
function typeParameters(
  index: FileIndex,
  scope: number,
): readonly { readonly name: string; readonly value: number }[] {
  const bindings = index.flow.scopes[scope]?.bindings ?? [];
  const count = bindings.findIndex(({ value }) => boundIn(index, value) === undefined);
  return count < 0 ? bindings : bindings.slice(0, count);
}

/** The type that is handed over for a type parameter: the class itself, or what holds such objects. */
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
 * The values that are handed over for a type parameter: they themselves, elements of a list, or what a
 * function gives.
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

/** How a type has a type parameter in it. */
interface Mention {
  /** It is nothing else; it is an argument of it; a function type gives that; it is the class itself. */
  readonly as: "itself" | "argument" | "result" | "class";
  /** At which place of the arguments. */
  readonly at: number;
}

/** Arguments for parameters whose type has a type parameter in it. */
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
      // Of a function type the arguments are what it takes.
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
