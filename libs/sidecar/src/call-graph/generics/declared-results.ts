/**
 * Declared results of functions, with type arguments substituted for the type parameters of the function and
 * of its class.
 */
import { NONE, type ParameterFact } from "../../call-facts/facts.ts";
import { argumentFor } from "../expressions/arguments.ts";
import type { FileIndex } from "../file-index.ts";
import { elementsOf } from "../members/containers.ts";
import type { Resolution } from "../resolution.ts";
import { isOpen } from "../types/declared.ts";
import { lineageOf } from "../types/lineage.ts";
import {
  type FunctionValue,
  type Generic,
  isSameScope,
  NOTHING,
  type Site,
  union,
  type Values,
} from "../values.ts";
import { argumentsIn, boundIn, boundOfParameter, ofTypeIn } from "./type-arguments.ts";

/** Values of the declared result types of a function. */
export interface DeclaredResults {
  readonly values: Values;
  /** For a tuple of results with a type each: whether these types are complete. Null for a single result. */
  readonly tellsAll: boolean | null;
}

/** @param call the call; without it, type parameters of the function have the types they are bound to */
export function declaredResults(
  resolution: Resolution,
  called: FunctionValue,
  call: Site | undefined,
): DeclaredResults {
  const { file, scope } = called;
  const index = resolution.index(file);
  const type: Site = { file, scope, expr: index?.flow.scopes[scope]?.returnType ?? NONE };
  if (!index || type.expr === NONE) return { values: NOTHING, tellsAll: null };
  const { generic, around } = call
    ? genericsOf(resolution, called, call)
    : { generic: null, around: ownerOf(resolution, called) };
  if (index.op(type.expr) === "list") return declaredList(resolution, type, around);
  const handed = generic && call ? resultsHanded(resolution, type, called, { generic, call }) : NOTHING;
  return { values: handed.length > 0 ? handed : ofTypeIn(resolution, around, type), tellsAll: null };
}

/** Values of a function's declared parameter type, in one call of it. */
export function declaredParameter(
  resolution: Resolution,
  called: FunctionValue,
  call: Site,
  position: number,
): Values {
  const { file, scope } = called;
  const expr = resolution.index(file)?.flow.scopes[scope]?.params[position]?.type ?? NONE;
  return expr === NONE
    ? NOTHING
    : ofTypeIn(resolution, genericsOf(resolution, called, call).around, { file, scope, expr });
}

/**
 * Values of a parameter that is itself a parameter of a function type: what the function type declared for
 * `type` takes at position `at`. Empty for any other type.
 */
export function takenByParameter(
  resolution: Resolution,
  called: FunctionValue,
  call: Site,
  { type, at }: { readonly type: number; readonly at: number },
): Values {
  const places = takenAt(resolution, { file: called.file, scope: called.scope, expr: type }, at);
  return places.length === 0
    ? NOTHING
    : union(
        ...places.map((place) => ofTypeIn(resolution, genericsOf(resolution, called, call).around, place)),
      );
}

/**
 * Types at a position of a function type's parameters. The function type may be the bound of a type
 * parameter.
 */
function takenAt(resolution: Resolution, type: Site, at: number): readonly Site[] {
  const index = resolution.index(type.file);
  switch (index?.op(type.expr)) {
    case "either":
      return index.items(type.expr, 1).flatMap((expr) => takenAt(resolution, { ...type, expr }, at));
    case "generic": {
      const taken = index.items(type.expr, 2)[at];
      if (index.op(index.operand(type.expr, 1)) === "signature")
        return taken === undefined ? [] : [{ ...type, expr: taken }];
      return index.operand(type.expr, 2) === 0
        ? takenAt(resolution, { ...type, expr: index.operand(type.expr, 1) }, at)
        : [];
    }
    case "name": {
      const name = index.string(type.expr, 1);
      for (let scope = type.scope; scope !== NONE; scope = index.flow.scopes[scope]?.parent ?? NONE) {
        const bound = boundOfParameter(index, scope, name);
        if (bound !== undefined)
          return index.op(bound) === "name" ? [] : takenAt(resolution, { ...type, scope, expr: bound }, at);
      }
      return [];
    }
    default:
      return [];
  }
}

interface Generics {
  /** Null if the function's type parameters are those of its object. */
  readonly generic: GenericCall | null;
  /** Innermost first. */
  readonly around: readonly Generic[];
}

function genericsOf(resolution: Resolution, called: FunctionValue, call: Site): Generics {
  const owner = ownerOf(resolution, called);
  const generic = owner.some((own) => isSameScope(own, called))
    ? null
    : genericCall(resolution, called, call);
  return { generic, around: generic ? [generic, ...owner] : owner };
}

/** The class that contains a method, with the type arguments of the object. */
function ownerOf(resolution: Resolution, { file, scope, self }: FunctionValue): readonly Generic[] {
  const around = resolution.index(file)?.flow.scopes[scope]?.parent ?? NONE;
  const owner =
    self?.kind === "instance"
      ? lineageOf(resolution, self.type).types.find((above) => above.file === file && above.scope === around)
      : undefined;
  if (owner) return [owner];
  const block =
    self?.kind === "instance"
      ? resolution.rules(file).genericAround(resolution, { kind: "function", file, scope, self })
      : null;
  return block ? [block] : [];
}

/**
 * Values of a result whose type is a type parameter that the call does not determine: those of the arguments
 * passed for it.
 */
function resultsHanded(
  resolution: Resolution,
  type: Site,
  called: FunctionValue,
  { generic, call }: { readonly generic: GenericCall; readonly call: Site },
): Values {
  const index = resolution.index(type.file);
  if (index?.op(type.expr) === "either")
    return union(
      ...index
        .items(type.expr, 1)
        .map((expr) => resultsHanded(resolution, { ...type, expr }, called, { generic, call })),
    );
  const name = index?.op(type.expr) === "name" ? index.string(type.expr, 1) : "";
  return generic.names.has(name) && !generic.told.has(name)
    ? valuesHanded(resolution, called, call, name)
    : NOTHING;
}

/** A tuple of declared result types; in generic functions and classes, with type arguments substituted. */
function declaredList(resolution: Resolution, type: Site, around: readonly Generic[]): DeclaredResults {
  const index = resolution.index(type.file);
  const items = (index?.items(type.expr, 1) ?? []).map((expr): Site => ({ ...type, expr }));
  const isTelling = (values: Values): boolean =>
    values.length > 0 &&
    values.every(
      (value) => value.kind === "instance" || (value.kind === "external" && !isOpen(resolution, value)),
    );
  if (
    !around.some(({ args }) => args.length > 0) ||
    items.some(({ expr }) => index?.op(expr) !== "instance")
  ) {
    return {
      values: [resolution.values.literal(type)],
      tellsAll: items.every((item) => isTelling(resolution.evaluate(item))),
    };
  }
  const args = argumentsIn(
    resolution,
    around,
    items.map((item) => ({ ...item, expr: index?.operand(item.expr, 1) ?? NONE })),
  );
  return {
    values: [resolution.values.external("tuple", { args })],
    tellsAll: args.every((arg) => isTelling(resolution.ofType(arg))),
  };
}

// The types that a generic function's type parameters stand for in one call.

/** A function with arguments for its type parameters, taken from a call. */
interface GenericCall extends Generic {
  /** Type parameters whose type the call determines. */
  readonly told: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/**
 * Determines type parameters: from explicit type arguments (`get<Server>()`), from a class passed as an
 * argument (`get(Server)`), from the element type of a container argument (`first(servers)`), or from their
 * bounds. Null for a function without type parameters.
 */
function genericCall(resolution: Resolution, called: FunctionValue, call: Site): GenericCall | null {
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
function valuesHanded(resolution: Resolution, called: FunctionValue, call: Site, name: string): Values {
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
