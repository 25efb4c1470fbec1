/** Reads interfaces and object types, whose members are named like those of classes. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { CALL_SIGNATURE, type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { type EcmaReader, type EcmaNodeReaders } from "./ecma-reader.ts";
import { bindTypeParameters, type EcmaFunctionHead, readFunction, readMethod } from "./functions.ts";
import { memberName } from "./keys.ts";

/** Names for members that have none in the text. */
const UNNAMED = {
  call_signature: CALL_SIGNATURE,
  construct_signature: "new",
  index_signature: "[]",
} as const;

/** Reads an interface or object type and returns it as a type. */
export function readInterface(
  node: SyntaxNode,
  body: SyntaxNode | null,
  name: SyntaxNode | null,
  ecma: EcmaReader,
): ExprId {
  const { flow } = ecma;
  const bases = ecma
    .parts(node)
    .filter(({ type }) => type === "extends_type_clause" || type === "extends_clause")
    .flatMap((clause) => ecma.parts(clause).map((type) => ecma.type(type)));
  const scope = flow.enter({
    kind: "interface",
    name: name ? ecma.textOf(name) : "",
    nameStart: (name ?? node).startIndex,
    startLine: node.startRow + 1,
  });
  flow.bases(bases, scope);
  if (node !== body) bindTypeParameters(node.childForFieldName("type_parameters"), ecma);
  for (const member of body ? ecma.parts(body) : []) readMember(member, ecma);
  flow.leave();
  return flow.scopeValue(scope);
}

function readMember(node: SyntaxNode, ecma: EcmaReader): void {
  const { flow } = ecma;
  switch (node.type) {
    case "method_signature": {
      const name = node.childForFieldName("name");
      const method = name ? readMethod(node, name, ecma, SCOPE_FLAGS.abstract) : null;
      if (name && method && !method.isSetter)
        flow.bind(memberName(name, ecma), flow.scopeValue(method.scope));
      break;
    }
    case "property_signature": {
      const name = node.childForFieldName("name");
      if (name) flow.bind(memberName(name, ecma), flow.instance(ecma.type(node.childForFieldName("type"))));
      break;
    }
    case "index_signature":
      flow.bind(UNNAMED.index_signature, flow.instance(ecma.type(node.childForFieldName("type"))));
      break;
    case "call_signature":
    case "construct_signature": {
      const flags =
        SCOPE_FLAGS.abstract | (node.type === "construct_signature" ? SCOPE_FLAGS.constructor : 0);
      const head: EcmaFunctionHead = { name: UNNAMED[node.type], nameStart: node.startIndex, flags };
      flow.bind(head.name, flow.scopeValue(readFunction(node, head, ecma)));
      break;
    }
    default:
  }
}

function readInterfaceDeclaration(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const name = node.childForFieldName("name");
  const type = readInterface(node, node.childForFieldName("body"), name, ecma);
  if (name) ecma.declare(ecma.textOf(name), type);
  return ecma.flow.unknown();
}

/** Whether an object type is mapped: `{ [K in keyof T]: … }` has the members of another type. */
export function isMapped(node: SyntaxNode, ecma: EcmaReader): boolean {
  const [member] = ecma.parts(node);
  return (
    member?.type === "index_signature" && ecma.parts(member).some(({ type }) => type === "mapped_type_clause")
  );
}

function readTypeAlias(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const name = node.childForFieldName("name");
  const value = node.childForFieldName("value");
  if (name)
    ecma.declare(
      ecma.textOf(name),
      value?.type === "object_type" && !isMapped(value, ecma)
        ? readInterface(node, value, name, ecma)
        : ecma.type(value),
    );
  return ecma.flow.unknown();
}

export const interfaceReaders: EcmaNodeReaders = {
  interface_declaration: readInterfaceDeclaration,
  type_alias_declaration: readTypeAlias,
};
