/** Reads classes and enumerations with their members. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { type EcmaReader, type EcmaNodeReaders } from "./ecma-reader.ts";
import { readGiven } from "./given.ts";
import { bindTypeParameters, readDecorator, readFunction, readMethod } from "./functions.ts";
import { keyName, memberName } from "./keys.ts";

/** Reads a class and returns it; the declaring statement binds its name. */
function readClass(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const parts = ecma.parts(node);
  const own = node.childForFieldName("name");
  const given = ecma.givenName(node);
  const bases = parts
    .filter(({ type }) => type === "class_heritage")
    .flatMap((heritage) => readHeritage(heritage, ecma));
  const ownName = own ? ecma.textOf(own) : "";
  const scope = flow.enter({
    kind: "class",
    name: own ? ownName : (given?.name ?? ""),
    nameStart: own?.startIndex ?? given?.nameStart ?? node.startIndex,
    startLine: node.startRow + 1,
  });
  flow.bases(bases, scope);
  bindTypeParameters(
    parts.find(({ type }) => type === "type_parameters"),
    ecma,
  );
  const body = parts.find(({ type }) => type === "class_body");
  if (body) readMembers(body, ecma);
  flow.leave();
  const value = flow.scopeValue(scope);
  if (own) ecma.declare(ownName, value);
  for (const decorator of parts) if (decorator.type === "decorator") readDecorator(decorator, value, ecma);
  return value;
}

/** `extends Base<T> implements A, B`; in JavaScript's grammar, the base is a direct child. */
function readHeritage(heritage: SyntaxNode, ecma: EcmaReader): ExprId[] {
  return ecma.parts(heritage).flatMap((clause) => {
    if (clause.type === "implements_clause") return ecma.parts(clause).map((type) => ecma.type(type));
    if (clause.type !== "extends_clause") return [ecma.read(clause)];
    const bases: ExprId[] = [];
    for (const part of ecma.parts(clause)) {
      const base = part.type === "type_arguments" ? bases.pop() : undefined;
      bases.push(
        base === undefined
          ? ecma.read(part)
          : ecma.flow.generic(
              base,
              ecma.parts(part).map((argument) => ecma.type(argument)),
            ),
      );
    }
    return bases;
  });
}

function readMembers(body: SyntaxNode, ecma: EcmaReader): void {
  // In TypeScript's grammar, decorators precede the member as siblings.
  let decorators: SyntaxNode[] = [];
  for (const member of ecma.parts(body)) {
    if (member.type === "decorator") {
      decorators.push(member);
      continue;
    }
    const about = readMember(member, ecma);
    for (const decorator of [...decorators, ...(DECORATED.has(member.type) ? ecma.parts(member) : [])])
      if (decorator.type === "decorator") readDecorator(decorator, about, ecma);
    decorators = [];
  }
}

const DECORATED: ReadonlySet<string> = new Set([
  "method_definition",
  "field_definition",
  "public_field_definition",
]);

function readMember(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const name = node.childForFieldName("name") ?? node.childForFieldName("property");
  switch (node.type) {
    case "method_definition":
      return name ? readClassMethod(node, name, ecma, 0) : ecma.readChildren(node);
    case "method_signature":
    case "abstract_method_signature":
      return name ? readClassMethod(node, name, ecma, SCOPE_FLAGS.abstract) : flow.unknown();
    case "field_definition":
    case "public_field_definition":
      return name ? readField(node, name, ecma) : ecma.readChildren(node);
    case "index_signature":
      return flow.unknown();
    case "class_static_block":
      readFunction(node, { name: "", nameStart: node.startIndex, flags: SCOPE_FLAGS.static }, ecma);
      return flow.unknown();
    default:
      return ecma.read(node);
  }
}

function readClassMethod(node: SyntaxNode, name: SyntaxNode, ecma: EcmaReader, flags: number): ExprId {
  readComputedKey(name, ecma);
  const { scope, isSetter } = readMethod(node, name, ecma, flags);
  const value = ecma.flow.scopeValue(scope);
  // A setter is not a value that could be called by its name.
  if (!isSetter) ecma.flow.bind(memberName(name, ecma), value);
  return value;
}

function readField(node: SyntaxNode, name: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  readComputedKey(name, ecma);
  const member = memberName(name, ecma);
  const type = ecma.type(node.childForFieldName("type"));
  const initialiser = node.childForFieldName("value");
  if (type !== flow.unknown()) flow.bind(member, flow.instance(type));
  const value = readGiven(initialiser, { name: member, nameStart: name.startIndex }, ecma);
  if (initialiser || type === flow.unknown()) flow.bind(member, value);
  return flow.unknown();
}

/** Reads calls in a computed key. */
function readComputedKey(name: SyntaxNode, ecma: EcmaReader): void {
  if (keyName(name, ecma) === null) ecma.readChildren(name);
}

function readEnum(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const name = node.childForFieldName("name");
  const scope = flow.enter({
    kind: "class",
    name: name ? ecma.textOf(name) : "",
    nameStart: (name ?? node).startIndex,
    startLine: node.startRow + 1,
  });
  for (const member of ecma.parts(node.childForFieldName("body") ?? node)) {
    const [key, value] = member.type === "enum_assignment" ? ecma.parts(member) : [member];
    if (value) ecma.read(value);
    if (key)
      flow.bind(
        memberName(key, ecma),
        ecma.builtin(value?.type === "string" || value?.type === "template_string" ? "string" : "number"),
      );
  }
  flow.leave();
  if (name) ecma.declare(ecma.textOf(name), flow.scopeValue(scope));
  return flow.scopeValue(scope);
}

export const classReaders: EcmaNodeReaders = {
  class_declaration: readClass,
  abstract_class_declaration: readClass,
  class: readClass,
  enum_declaration: readEnum,
};
