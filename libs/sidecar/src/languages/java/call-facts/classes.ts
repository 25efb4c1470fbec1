/** Reads Java's classes, interfaces, enums, records and annotation types. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { type Reading, positionOf } from "../../../call-facts/reading/reading.ts";
import {
  bindTypeParameters,
  type Component,
  modifierFlags,
  readConstructor,
  readInitializer,
  readMethod,
  recordComponents,
} from "./methods.ts";
import { readField } from "./variables.ts";

/** What members need to know about their type. */
interface Around {
  readonly typeName: string;
  /** Components of a record. */
  readonly components: readonly Component[];
}

interface TypeParts {
  readonly name: SyntaxNode | undefined;
  readonly modifiers: SyntaxNode | undefined;
  readonly typeParameters: SyntaxNode | undefined;
  readonly parameters: SyntaxNode | undefined;
  /** Base types, in the order of the text. */
  readonly bases: readonly SyntaxNode[];
  readonly body: SyntaxNode | undefined;
}

/** Reads a type and binds it in the enclosing scope. */
export function readTypeDeclaration(node: SyntaxNode, kind: "class" | "interface", java: Reading): void {
  const parts = typeParts(node, java);
  if (!parts.name) return java.visitAll(node.namedChildren);
  const name = java.textOf(parts.name);
  const scope = readTypeScope(node, { ...parts, kind, text: name, nameStart: parts.name.startIndex }, java);
  java.flow.bind(name, java.flow.scopeValue(scope));
}

/** Reads an anonymous class, as in `new Base() { … }` or a constant of an enum, and returns its object. */
export function readAnonymousClass(
  body: SyntaxNode,
  base: ExprId,
  name: { readonly text: string; readonly nameStart: number },
  java: Reading,
): ExprId {
  const { flow } = java;
  const scope = flow.enter({
    kind: "class",
    name: name.text,
    nameStart: name.nameStart,
    startLine: body.startRow + 1,
  });
  if (base !== flow.unknown()) flow.bases([base], scope);
  java.locals.frame("class", () => readMembers(body, { typeName: "", components: [] }, java));
  flow.leave();
  return flow.instance(flow.scopeValue(scope));
}

function typeParts(node: SyntaxNode, java: Reading): TypeParts {
  const parts = java.parts(node).map((part) => ({ part, type: part.type }));
  const named = (type: string): SyntaxNode | undefined => parts.find((each) => each.type === type)?.part;
  const clauses = parts.filter(
    ({ type }) => type === "superclass" || type === "super_interfaces" || type === "extends_interfaces",
  );
  return {
    name: named("identifier"),
    modifiers: named("modifiers"),
    typeParameters: named("type_parameters"),
    parameters: named("formal_parameters"),
    bases: clauses
      .flatMap(({ part }) => java.parts(part))
      .flatMap((each) => (each.type === "type_list" ? java.parts(each) : [each])),
    body: parts.at(-1)?.type.endsWith("body") ? parts.at(-1)?.part : undefined,
  };
}

interface TypeHead extends TypeParts {
  readonly kind: "class" | "interface";
  readonly text: string;
  readonly nameStart: number;
}

function readTypeScope(
  node: SyntaxNode,
  { kind, text, nameStart, modifiers, typeParameters, parameters, bases, body }: TypeHead,
  java: Reading,
): number {
  const { flow } = java;
  const baseTypes = bases.map((base) => java.type(base)).filter((base) => base !== flow.unknown());
  const scope = flow.enter({
    kind,
    name: text,
    nameStart,
    startLine: node.startRow + 1,
    flags: modifierFlags(modifiers, java),
  });
  java.locals.frame("class", () => {
    bindTypeParameters(typeParameters, java);
    if (body?.type === "enum_body") {
      baseTypes.push(flow.import("java.lang.Enum", "*"));
      bindEnumMethods(text, java);
    }
    const components = recordComponents(parameters, java);
    for (const { name, type } of components) flow.bind(name, flow.instance(type));
    if (body) {
      readMembers(body, { typeName: text, components }, java);
      bindAccessors(components, body, java);
    }
  });
  flow.bases(baseTypes, scope);
  flow.leave();
  return scope;
}

function readMembers(body: SyntaxNode, around: Around, java: Reading): void {
  for (const member of java.parts(body)) if (java.flow.goesOn(0)) readMember(member, around, java);
}

function readMember(node: SyntaxNode, around: Around, java: Reading): void {
  switch (node.type) {
    case "method_declaration":
    case "annotation_type_element_declaration":
      return readMethod(node, java);
    case "constructor_declaration":
      return readConstructor(node, null, java);
    case "compact_constructor_declaration":
      return readConstructor(node, around.components, java);
    case "field_declaration":
    case "constant_declaration":
      return readField(node, java);
    case "block":
      return readInitializer(node, 0, java);
    case "static_initializer":
      return readInitializer(node, SCOPE_FLAGS.static, java);
    case "enum_constant":
      return readEnumConstant(node, around.typeName, java);
    case "enum_body_declarations":
      return readMembers(node, around, java);
    default:
      return java.visit(node);
  }
}

/**
 * Reads a constant of an enum: with arguments it calls the constructor; with a body it is the only object of
 * a class of its own.
 */
function readEnumConstant(node: SyntaxNode, typeName: string, java: Reading): void {
  const { flow } = java;
  const parts = java.parts(node);
  const name = parts.find(({ type }) => type === "identifier");
  if (!name) return java.visitAll(parts);
  const list = parts.find(({ type }) => type === "argument_list");
  const body = parts.at(-1)?.type === "class_body" ? parts.at(-1) : undefined;
  const text = java.textOf(name);
  const type = flow.scopeValue(flow.current);
  const made = list
    ? flow.call(
        flow.name(typeName),
        java.parts(list).map((arg) => ({ value: java.value(arg) })),
        positionOf(name),
        "new",
      )
    : flow.instance(type);
  flow.bind(text, body ? readAnonymousClass(body, type, { text, nameStart: name.startIndex }, java) : made);
}

/** Binds the methods that the compiler generates. */
function bindEnumMethods(name: string, { flow }: Reading): void {
  flow.bind("values", flow.signature(flow.generic(flow.name("[]"), [flow.name(name)])));
  flow.bind("valueOf", flow.signature(flow.name(name)));
}

/** Binds a method for each component of a record, unless the record declares it. */
function bindAccessors(components: readonly Component[], body: SyntaxNode, java: Reading): void {
  const { flow } = java;
  if (components.length === 0) return;
  const written = new Set(
    java
      .parts(body)
      .filter(({ type }) => type === "method_declaration")
      .map((method) => methodName(method, java)),
  );
  for (const { name, nameStart, line, type } of components) {
    if (written.has(name)) continue;
    const accessor = flow.enter({
      kind: "function",
      name,
      nameStart,
      startLine: line,
      flags: SCOPE_FLAGS.exported,
    });
    flow.returnType(java.orNone(type));
    flow.returns(flow.member(flow.this(), name));
    flow.leave();
    flow.bind(name, flow.scopeValue(accessor));
  }
}

function methodName(method: SyntaxNode, java: Reading): string {
  const name = method.childForFieldName("name");
  return name ? java.textOf(name) : "";
}
