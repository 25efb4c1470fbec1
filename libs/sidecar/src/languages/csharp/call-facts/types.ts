/**
 * Reads C#'s types. Arrays are `generic([], T)`, tuples records of their parts, delegates signatures; `void`,
 * `var` and `dynamic` are unknown. A qualified type is a member of another type, or in another namespace.
 */
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { innermost, type Reading } from "../../../call-facts/reading/reading.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { operands } from "./operands.ts";

const VAGUE: ReadonlySet<string> = new Set(["void", "var", "dynamic"]);

export function readType(node: SyntaxNode, cs: Reading): ExprId {
  const { flow } = cs;
  switch (node.type) {
    case "identifier": {
      const name = cs.textOf(node);
      return VAGUE.has(name) ? flow.unknown() : typeNamed(name, cs);
    }
    case "predefined_type": {
      const name = cs.textOf(node);
      return VAGUE.has(name) ? flow.unknown() : cs.builtin(name);
    }
    case "generic_name":
      return readGeneric(cs.parts(node), (name) => typeNamed(name, cs), cs);
    case "qualified_name":
      return readQualified(node, cs);
    case "alias_qualified_name":
      return cs.type(cs.parts(node).at(-1));
    case "array_type":
      return flow.generic(flow.name("[]"), [cs.type(cs.parts(node)[0])]);
    case "nullable_type":
    case "pointer_type":
    case "ref_type":
    case "scoped_type":
    case "primary_constructor_base_type":
      return cs.type(cs.parts(node).find(({ type }) => type !== "modifier"));
    case "tuple_type":
      return readTupleType(node, cs);
    default:
      return flow.unknown();
  }
}

/** Names of the enclosing types' members other than types, innermost last. */
const membersAround = new WeakMap<
  Reading,
  { readonly scope: number; readonly names: ReadonlySet<string> }[]
>();

/** Reads a type whose scope is open and that has members with these names. */
export function withMembers(names: ReadonlySet<string>, cs: Reading, read: () => void): void {
  const around = membersAround.get(cs) ?? [];
  membersAround.set(cs, [...around, { scope: cs.flow.current, names }]);
  read();
  membersAround.set(cs, around);
}

/**
 * A member may have the same name as its type, and never hides it where a type is expected: `Context Context
 * { get; }`.
 */
function typeNamed(name: string, cs: Reading): ExprId {
  const { flow } = cs;
  const value = cs.locals.outside(name);
  const hiding = membersAround.get(cs)?.find(({ names }) => names.has(name));
  return hiding ? flow.within(flow.parentOf(hiding.scope), () => flow.standing(flow.name(name))) : value;
}

/** `List<T>`, given the value of its name; `Func<T>` is a function that returns a `T`. */
export function readGeneric(
  [name, list]: readonly SyntaxNode[],
  readName: (name: string) => ExprId,
  cs: Reading,
): ExprId {
  if (!name) return cs.flow.unknown();
  return genericOf(cs.textOf(name), readName(cs.textOf(name)), list, cs);
}

function genericOf(name: string, type: ExprId, list: SyntaxNode | undefined, cs: Reading): ExprId {
  const args = list ? cs.parts(list).map((argument) => cs.type(argument)) : [];
  const result = args.at(-1);
  return name === "Func" && result !== undefined ? cs.flow.signature(result) : cs.flow.generic(type, args);
}

/** `Outer.Inner` and `Some.Namespace.Type` look the same. */
function readQualified(node: SyntaxNode, cs: Reading): ExprId {
  const { flow } = cs;
  const [qualifier, name] = cs.parts(node);
  if (!qualifier || !name) return flow.unknown();
  const list = name.type === "generic_name" ? cs.parts(name)[1] : undefined;
  const last = list ? cs.text.slice(name.startIndex, list.startIndex).trim() : cs.textOf(name);
  const path = pathOf(qualifier, cs);
  const type = flow.either([
    flow.member(cs.type(qualifier), last),
    ...(/^[\w.]+$/.test(path) ? [flow.import(`${path}.${last}`, "*")] : []),
  ]);
  return list ? genericOf(last, type, list, cs) : type;
}

/** A dotted name without white space and `global::`. */
export function pathOf(node: SyntaxNode, cs: Reading): string {
  return cs
    .textOf(node)
    .replace(/\s+/g, "")
    .replace(/^global::/, "");
}

/**
 * Binds the type parameters of a type or method to their constraints, as generic types without arguments,
 * which marks them as type parameters.
 */
export function bindTypeParameters(parts: readonly SyntaxNode[], cs: Reading): void {
  const constraints = new Map<string, ExprId>();
  for (const part of parts) {
    if (part.type !== "type_parameter_constraints_clause") continue;
    const [name, ...rest] = cs.parts(part);
    if (name)
      constraints.set(
        cs.textOf(name),
        cs.flow.either(rest.map((constraint) => cs.type(cs.parts(constraint)[0]))),
      );
  }
  for (const part of parts) {
    if (part.type !== "type_parameter_list") continue;
    for (const parameter of cs.parts(part)) {
      const name = cs.parts(parameter).at(-1);
      if (name)
        cs.flow.bind(
          cs.textOf(name),
          cs.flow.generic(constraints.get(cs.textOf(name)) ?? cs.flow.unknown(), []),
        );
    }
  }
}

/**
 * The first type that a type parameter is constrained to; null if it has none, or is not a type parameter.
 */
export function constraintOf(name: string, parts: readonly SyntaxNode[], cs: Reading): SyntaxNode | null {
  const clause = parts.find(
    (part) =>
      part.type === "type_parameter_constraints_clause" && cs.textOf(cs.parts(part)[0] ?? part) === name,
  );
  const types = (clause ? cs.parts(clause).slice(1) : []).flatMap((constraint) =>
    cs.parts(constraint).slice(0, 1),
  );
  return (
    types.find(({ type }) => type === "identifier" || type === "generic_name" || type === "qualified_name") ??
    null
  );
}

/** The node of the last name of a type. */
export function lastName(type: SyntaxNode, cs: Reading): SyntaxNode {
  const partWithName = (at: SyntaxNode): SyntaxNode | undefined =>
    at.type === "generic_name"
      ? cs.parts(at)[0]
      : at.type === "qualified_name" || at.type === "alias_qualified_name" || at.type === "nullable_type"
        ? cs.parts(at).at(-1)
        : undefined;
  return innermost(type, partWithName);
}

// Reads tuples of C#, whose parts have both positions and names.

/** Expressions that give a part its name: a variable, or the last name of a member access. */
const NAMING = /^(?:[\w.]+\.)?([\p{L}_]\w*)$/u;

/** `(Server First, Other Second)`. */
function readTupleType(node: SyntaxNode, cs: Reading): ExprId {
  return cs.flow.record(
    cs.parts(node).flatMap((element, at) => {
      const [type, name] = cs.parts(element);
      return partOf(at, name ? cs.textOf(name) : null, cs.flow.instance(cs.type(type)));
    }),
  );
}

/** `(First: server, other)`, whose second part is named `other`. */
export function readTuple(node: SyntaxNode, cs: Reading): ExprId {
  return cs.flow.record(
    cs.parts(node).flatMap((argument, at) => {
      const parts = argument.type === "argument" ? operands(argument, 1, cs) : [argument];
      const value = parts.at(-1);
      const name =
        parts.length > 1 && parts[0]
          ? cs.textOf(parts[0])
          : (NAMING.exec(value ? cs.textOf(value) : "")?.[1] ?? null);
      return partOf(at, name, cs.value(value));
    }),
  );
}

/**
 * Entries of a part: by position for deconstruction, by `Item1` etc. for member accesses, and by its name.
 */
function partOf(at: number, name: string | null, value: ExprId): Argument[] {
  return [String(at), `Item${at + 1}`, ...(name === null ? [] : [name])].map((called) => ({
    name: called,
    value,
  }));
}
