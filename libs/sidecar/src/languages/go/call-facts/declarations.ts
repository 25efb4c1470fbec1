/** Reads Go's declarations of types, constants and variables, in functions and at the top level. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import { readDefinedType, readInterface, readStruct } from "./types.ts";
import { valuesFor } from "./values.ts";

/** Reads a declaration; returns false for any other node. */
export function readDeclaration(node: SyntaxNode, go: Reading): boolean {
  switch (node.type) {
    case "type_spec":
      readTypeSpec(node, go);
      return true;
    case "type_alias": {
      const parts = go.parts(node);
      if (parts[0]) go.locals.bind(go.textOf(parts[0]), go.type(parts.at(-1)));
      return true;
    }
    case "const_declaration":
      readConstants(node, go);
      return true;
    case "var_spec":
      readVariables(node, undefined, go);
      return true;
    default:
      return false;
  }
}

function readTypeSpec(node: SyntaxNode, go: Reading): void {
  const parts = go.parts(node);
  const [name, second] = parts;
  const type = parts.at(-1);
  if (!name || !type || type === name) return;
  const text = go.textOf(name);
  const head = {
    name: text,
    nameStart: name.startIndex,
    params: second?.type === "type_parameter_list" ? second : undefined,
  };
  // The type may refer to its own name.
  const called = go.locals.declare(text);
  const scope =
    type.type === "struct_type"
      ? readStruct(type, head, go)
      : type.type === "interface_type"
        ? readInterface(type, head, go)
        : readDefinedType(type, head, go);
  go.flow.bind(called, go.flow.scopeValue(scope));
}

/** A constant without type and value repeats those of the previous one. */
function readConstants(node: SyntaxNode, go: Reading): void {
  let repeated: SyntaxNode | undefined;
  for (const spec of go.parts(node)) {
    const { typeNode, list } = variableParts(spec, go);
    if (typeNode || list) repeated = typeNode;
    readVariables(spec, repeated, go);
  }
}

function variableParts(
  node: SyntaxNode,
  go: Reading,
): {
  readonly names: readonly SyntaxNode[];
  readonly typeNode: SyntaxNode | undefined;
  readonly list: SyntaxNode | undefined;
} {
  const parts = go.parts(node);
  const names = parts.filter(({ type }) => type === "identifier");
  const list = parts.find(({ type }) => type === "expression_list");
  return { names, list, typeNode: parts.find((part) => part.type !== "identifier" && part !== list) };
}

/** `a, b T = c, d`: binds each name to the declared type and to its value. */
function readVariables(node: SyntaxNode, repeatedType: SyntaxNode | undefined, go: Reading): void {
  const { flow, locals } = go;
  const { names, typeNode, list } = variableParts(node, go);
  const type = go.type(typeNode ?? repeatedType);
  const values = list ? valuesFor(names, go.parts(list), go) : [];
  for (const [at, name] of names.entries()) {
    const text = go.textOf(name);
    if (text === "_") continue;
    const called = locals.declare(text);
    const value = values[at] ?? flow.unknown();
    if (type !== flow.unknown()) flow.bind(called, flow.instance(type));
    if (value !== flow.unknown() || type === flow.unknown()) flow.bind(called, value);
  }
}
