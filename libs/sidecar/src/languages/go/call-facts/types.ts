/**
 * Reads Go's types. Pointers are treated as what they point to; `[]T`, `[n]T` are `generic([], T)`, maps
 * `generic(map, K, V)`, channels `generic(chan, T)`, several results a list of types; `any` is unknown.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { type Reading, innermost } from "../../../call-facts/reading/reading.ts";
import { exportedFlag, readSignature, resultType, typeParameters } from "./signature.ts";

const BUILTIN_TYPES = new Set([
  "bool",
  "byte",
  "complex64",
  "complex128",
  "error",
  "float32",
  "float64",
  "int",
  "int8",
  "int16",
  "int32",
  "int64",
  "rune",
  "string",
  "uint",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "uintptr",
]);

export function readType(node: SyntaxNode, go: Reading): ExprId {
  const { flow } = go;
  switch (node.type) {
    case "type_identifier":
    case "identifier":
      return namedType(go.textOf(node), go);
    case "qualified_type":
    case "selector_expression": {
      const [module, name] = go.parts(node);
      return module && name
        ? flow.member(go.locals.read(go.textOf(module)), go.textOf(name))
        : flow.unknown();
    }
    case "generic_type": {
      const [type, args] = go.parts(node);
      return flow.generic(go.type(type), args ? go.parts(args).map((arg) => go.type(arg)) : []);
    }
    case "slice_type":
    case "array_type":
    case "implicit_length_array_type": {
      const parts = go.parts(node);
      for (const length of parts.slice(0, -1)) go.visit(length);
      return flow.generic(flow.name("[]"), [go.type(parts.at(-1))]);
    }
    case "map_type":
      return flow.generic(
        flow.name("map"),
        go.parts(node).map((part) => go.type(part)),
      );
    case "channel_type":
      return flow.generic(flow.name("chan"), [go.type(go.parts(node)[0])]);
    case "function_type":
      return flow.signature(resultType(go.parts(node)[1], go));
    case "struct_type":
      return flow.scopeValue(readStruct(node, { name: "", nameStart: node.startIndex }, go));
    case "interface_type":
      return node.namedChildCount === 0
        ? flow.unknown()
        : flow.scopeValue(readInterface(node, { name: "", nameStart: node.startIndex }, go));
    case "pointer_type":
    case "parenthesized_type":
    case "parenthesized_expression":
    case "unary_expression":
    case "negated_type":
    case "type_elem":
    case "type_constraint": {
      const parts = go.parts(node);
      return parts.length === 1 ? go.type(parts[0]) : flow.either(parts.map((part) => go.type(part)));
    }
    default:
      return flow.unknown();
  }
}

function namedType(name: string, go: Reading): ExprId {
  if (go.locals.isLocal(name)) return go.locals.read(name);
  if (name === "any" || name === "comparable") return go.flow.unknown();
  return BUILTIN_TYPES.has(name) ? go.builtin(name) : go.locals.read(name);
}

export interface TypeName {
  readonly name: string;
  readonly nameStart: number;
  /** The list of a generic type's parameters. */
  readonly params?: SyntaxNode | undefined;
}

/** Reads a struct and returns its scope. Embedded types are both fields and bases. */
export function readStruct(node: SyntaxNode, head: TypeName, go: Reading): number {
  const { flow } = go;
  const fields = go.parts(go.parts(node)[0] ?? node);
  const bases: ExprId[] = [];
  const scope = enterType("class", node, head, go);
  for (const field of fields) {
    const parts = go.parts(field);
    const names = parts.filter(({ type }) => type === "field_identifier");
    const typeNode = parts[names.length];
    if (field.type !== "field_declaration" || !typeNode) continue;
    const type = go.type(typeNode);
    if (names.length === 0) bases.push(type);
    for (const name of names.length > 0 ? names.map((name) => go.textOf(name)) : [lastName(typeNode, go)])
      flow.bind(name, flow.instance(type));
  }
  flow.bases(bases, scope);
  flow.leave();
  return scope;
}

/** Reads an interface with its methods and embedded interfaces, and returns its scope. */
export function readInterface(node: SyntaxNode, head: TypeName, go: Reading): number {
  const { flow } = go;
  const bases: ExprId[] = [];
  const scope = enterType("interface", node, head, go);
  for (const part of go.parts(node)) {
    const [name, parameters, result] = go.parts(part);
    if (part.type === "method_elem" && name && parameters) {
      const method = flow.enter({
        kind: "function",
        name: go.textOf(name),
        nameStart: name.startIndex,
        startLine: part.startRow + 1,
        flags: SCOPE_FLAGS.abstract | exportedFlag(go.textOf(name)),
      });
      go.locals.frame("function", () => readSignature({ parameters, result, hasBody: false }, go));
      flow.leave();
      flow.bind(go.textOf(name), flow.scopeValue(method));
    } else if (part.type === "type_elem" && part.namedChildCount === 1) {
      const base = go.type(part);
      if (base !== flow.unknown()) bases.push(base);
    }
  }
  flow.bases(bases, scope);
  flow.leave();
  return scope;
}

/** Reads a type defined by another type: it has methods of its own. */
export function readDefinedType(node: SyntaxNode, head: TypeName, go: Reading): number {
  const base = go.type(node);
  const scope = enterType("class", node, head, go);
  if (base !== go.flow.unknown()) go.flow.bases([base], scope);
  go.flow.leave();
  return scope;
}

function enterType(
  kind: "class" | "interface",
  node: SyntaxNode,
  { name, nameStart, params }: TypeName,
  go: Reading,
): number {
  const scope = go.flow.enter({
    kind,
    name,
    nameStart,
    startLine: node.startRow + 1,
    flags: exportedFlag(name),
  });
  for (const { name: param, bound } of typeParameters(params, go)) go.flow.bind(param, bound);
  return scope;
}

/** Field name of an embedded type. */
function lastName(type: SyntaxNode, go: Reading): string {
  const partWithName = (at: SyntaxNode): SyntaxNode | undefined => {
    const [first, second] = go.parts(at);
    if (at.type === "qualified_type" && second) return second;
    return at.type === "type_identifier" ? undefined : first;
  };
  return go.textOf(innermost(type, partWithName));
}
