/** Reads declarations of C#'s types. */
import { CONSTRUCTOR, type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { positionOf, type Reading } from "../../../call-facts/reading/reading.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { CSHARP_IMPLICIT } from "../profile.ts";
import { readArguments } from "./calls.ts";
import { readGiven } from "./expressions.ts";
import {
  type CsharpFunctionHead,
  type ExtensionBlock,
  modifierFlags,
  parametersOf,
  readFunction,
} from "./functions.ts";
import { bindTypeParameters, lastName, withMembers } from "./types.ts";

/**
 * Binds a type. Types of all namespaces in a file are names of the file; nested types are members of their
 * type.
 */
function bindType(name: string, value: ExprId, { flow }: Reading): void {
  const around = flow.current;
  flow.bind(name, value, flow.kindOf(around) === "namespace" ? FILE_SCOPE : around);
}

const FILE_SCOPE = 0;

export function readTypeDeclaration(node: SyntaxNode, kind: "class" | "interface", cs: Reading): void {
  const { flow } = cs;
  const name = node.childForFieldName("name");
  const parts = cs.parts(node);
  if (!name) return cs.visitAll(parts);
  const text = cs.textOf(name);
  const list = parts.find(({ type }) => type === "base_list");
  const baseNodes = (list ? cs.parts(list) : []).filter(({ type }) => type !== "argument_list");
  const bases = baseNodes.map((base) => cs.type(base)).filter((base) => base !== flow.unknown());
  const scope = flow.enter({
    kind,
    name: text,
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
    flags: modifierFlags(parts, cs) & (SCOPE_FLAGS.exported | SCOPE_FLAGS.partial),
  });
  flow.bases(bases, scope);
  cs.locals.frame("class", () => {
    bindTypeParameters(parts, cs);
    const body = node.childForFieldName("body");
    const members = body ? cs.parts(body) : [];
    withMembers(memberNames(members, cs), cs, () => {
      readPrimaryConstructor(
        parts.find((part) => part.type === "parameter_list"),
        text,
        cs,
      );
      if (list) readBaseCall(list, cs);
      readMembers(members, text, cs);
    });
  });
  flow.leave();
  bindType(text, flow.scopeValue(scope), cs);
}

/**
 * Reads a primary constructor, which has no name in the text. Its parameters are visible in the whole class.
 */
function readPrimaryConstructor(parameters: SyntaxNode | undefined, typeName: string, cs: Reading): void {
  if (!parameters) return;
  const { flow } = cs;
  for (const { name, type } of parametersOf(parameters, cs))
    flow.bind(cs.textOf(name), flow.instance(cs.type(type)));
  const scope = readFunction(
    parameters,
    { name: typeName, nameStart: parameters.startIndex, flags: SCOPE_FLAGS.constructor, parameters },
    cs,
  );
  flow.bind(CONSTRUCTOR, flow.scopeValue(scope));
}

/** Names of methods, properties and fields, not of constructors, which are named like their type. */
function memberNames(members: readonly SyntaxNode[], cs: Reading): ReadonlySet<string> {
  const fields = members.flatMap((member) =>
    /^(?:event_)?field_declaration$/.test(member.type)
      ? cs
          .parts(member)
          .filter(({ type }) => type === "variable_declaration")
          .flatMap((declaration) => cs.parts(declaration))
      : [],
  );
  const named = [
    ...members.filter(
      ({ type }) =>
        type === "method_declaration" || type === "property_declaration" || type === "event_declaration",
    ),
    ...fields,
  ];
  return new Set(
    named.flatMap((member) => {
      const name = member.childForFieldName("name");
      return name ? [cs.textOf(name)] : [];
    }),
  );
}

/** Includes members between `#if` and `#endif`, whatever the condition. */
function readMembers(members: readonly SyntaxNode[], typeName: string, cs: Reading): void {
  for (const member of members) {
    if (!cs.flow.goesOn(0)) return;
    const block = extensionBlock(member, cs);
    if (cs.text[member.startIndex] === "#") readMembers(cs.parts(member), typeName, cs);
    else if (block) readExtensions(member, block, cs);
    else if (!readMember(member, { typeName, block: null }, cs)) cs.visit(member);
  }
}

/** The head of a block of extension members, which the grammar sees as a class; null for any other member. */
function extensionBlock(member: SyntaxNode, cs: Reading): ExtensionBlock | null {
  if (member.type !== "class_declaration" || !cs.text.startsWith("extension", member.startIndex)) return null;
  const parts = cs.parts(member);
  const list = parts.find(({ type }) => type === "parameter_list");
  const [named] = list ? parametersOf(list, cs) : [];
  const base = parts.find(({ type }) => type === "base_list");
  const type = named?.type ?? (base ? cs.parts(base)[0] : undefined);
  return type ? { name: named?.name ?? null, type, parts } : null;
}

/** Extension members are functions of the enclosing type, too: `Texts.WordCount(text)`. */
function readExtensions(node: SyntaxNode, block: ExtensionBlock, cs: Reading): void {
  const body = node.childForFieldName("body");
  for (const member of body ? cs.parts(body) : []) {
    if (!cs.flow.goesOn(0)) return;
    if (!readMember(member, { typeName: "", block }, cs)) cs.visit(member);
  }
}

/** What a member is in: a type, or a block of extensions. */
interface Around {
  readonly typeName: string;
  readonly block: ExtensionBlock | null;
}

/** `class A(int x) : Base(x)` calls the base constructor. */
function readBaseCall(list: SyntaxNode, cs: Reading): void {
  const parts = cs.parts(list);
  for (const [at, part] of parts.entries()) {
    const [base, args] =
      part.type === "primary_constructor_base_type" ? cs.parts(part) : [parts[at - 1], part];
    if (base && args?.type === "argument_list")
      cs.flow.call(cs.type(base), readArguments(args, cs), positionOf(lastName(base, cs)), "new");
  }
}

export function readEnum(node: SyntaxNode, cs: Reading): void {
  const { flow } = cs;
  const name = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  if (!name) return cs.visitAll(cs.parts(node));
  const scope = flow.enter({
    kind: "class",
    name: cs.textOf(name),
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
    flags: modifierFlags(cs.parts(node), cs) & SCOPE_FLAGS.exported,
  });
  for (const member of body ? cs.parts(body) : []) {
    const memberName = member.childForFieldName("name");
    cs.visit(member.childForFieldName("value"));
    if (memberName) flow.bind(cs.textOf(memberName), flow.instance(flow.scopeValue(scope)));
  }
  flow.leave();
  bindType(cs.textOf(name), flow.scopeValue(scope), cs);
}

/** `delegate Task Handler(string text)`: a function type. */
export function readDelegate(node: SyntaxNode, cs: Reading): void {
  const name = node.childForFieldName("name");
  if (name)
    bindType(
      cs.textOf(name),
      cs.flow.signature(cs.type(node.childForFieldName("type") ?? node.childForFieldName("returns"))),
      cs,
    );
}

// Reads members of C#'s types: methods, constructors, properties, fields, events, operators. Constructors are
// members named `<init>`.

/** Reads a member; returns false for any other node. */
function readMember(node: SyntaxNode, { typeName, block }: Around, cs: Reading): boolean {
  const field = (name: string): SyntaxNode | null => node.childForFieldName(name);
  const method = (head: Omit<MethodHead, "block">): boolean => readMethod(node, { ...head, block }, cs);
  switch (node.type) {
    case "method_declaration":
      return method({ name: field("name"), returns: field("returns"), prefix: "" });
    case "operator_declaration":
      return method({ name: field("operator"), returns: field("type"), prefix: "operator " });
    case "conversion_operator_declaration":
      return method({ name: field("type"), returns: field("type"), prefix: "operator " });
    case "destructor_declaration":
      return method({ name: field("name"), returns: null, prefix: "~" });
    case "constructor_declaration":
      return readConstructor(node, typeName, cs);
    case "property_declaration":
    case "indexer_declaration":
    case "event_declaration":
      return readProperty(node, block, cs);
    case "field_declaration":
    case "event_field_declaration":
      return readFields(node, cs);
    default:
      return false;
  }
}

interface MethodHead {
  readonly name: SyntaxNode | null;
  readonly returns: SyntaxNode | null;
  /** What the function's name begins with. */
  readonly prefix: string;
  readonly block: ExtensionBlock | null;
}

function readMethod(node: SyntaxNode, { name, returns, prefix, block }: MethodHead, cs: Reading): boolean {
  if (!name) return false;
  const body = node.childForFieldName("body");
  const parameters = node.childForFieldName("parameters");
  const text = `${prefix}${cs.textOf(name)}`;
  const isCalledImplicitly = CSHARP_IMPLICIT.has(text) && parameters?.namedChildCount === 0;
  const flags =
    memberFlags(node, cs) |
    (body ? 0 : SCOPE_FLAGS.abstract) |
    (isCalledImplicitly ? SCOPE_FLAGS.implicit : 0);
  const head: CsharpFunctionHead = {
    name: text,
    nameStart: name.startIndex,
    flags,
    returns,
    parameters,
    body,
    block,
  };
  cs.flow.bind(head.name, cs.flow.scopeValue(readFunction(node, head, cs)));
  return true;
}

/**
 * Flags of a member. Without a modifier, members of classes are private, but visible in the other parts of a
 * partial class.
 */
function memberFlags(node: SyntaxNode, cs: Reading): number {
  const parts = cs.parts(node);
  const { flow } = cs;
  const isSeen =
    flow.kindOf(flow.current) !== "class" || (flow.flagsOf(flow.current) & SCOPE_FLAGS.partial) !== 0;
  const isOpen = parts.some(
    (part) =>
      part.type === "explicit_interface_specifier" ||
      (part.type === "modifier" && /^(?:public|internal|protected)$/.test(cs.textOf(part))),
  );
  return modifierFlags(parts, cs) | (isSeen || isOpen ? 0 : SCOPE_FLAGS.private);
}

/** Reads a constructor. A static one runs when the type is first used; no code calls it. */
function readConstructor(node: SyntaxNode, typeName: string, cs: Reading): boolean {
  const name = node.childForFieldName("name");
  if (!name) return false;
  const parts = cs.parts(node);
  const flags = modifierFlags(parts, cs);
  const isStatic = (flags & SCOPE_FLAGS.static) !== 0;
  const initializer = parts.find(({ type }) => type === "constructor_initializer");
  const head: CsharpFunctionHead = {
    name: cs.textOf(name),
    nameStart: name.startIndex,
    flags: isStatic ? flags : flags | SCOPE_FLAGS.constructor,
    parameters: node.childForFieldName("parameters"),
    before: () => readConstructorCall(initializer, typeName, cs),
    body: node.childForFieldName("body"),
  };
  const scope = readFunction(node, head, cs);
  if (!isStatic) cs.flow.bind(CONSTRUCTOR, cs.flow.scopeValue(scope));
  return true;
}

/** `: base(…)` calls a base constructor, `: this(…)` another constructor of the type. */
function readConstructorCall(node: SyntaxNode | undefined, typeName: string, cs: Reading): void {
  const { flow } = cs;
  if (!node) return;
  const keyword = /\b(?:base|this)\b/.exec(cs.text.slice(node.startIndex, node.endIndex));
  const [list] = cs.parts(node);
  if (!keyword || !list) return cs.visitAll(cs.parts(node));
  const start = node.startIndex + keyword.index;
  const line = node.startRow + cs.text.slice(node.startIndex, start).split("\n").length;
  flow.call(keyword[0] === "base" ? flow.super() : cs.locals.outside(typeName), readArguments(list, cs), {
    line,
    start,
  });
}

/**
 * Reads a property: its value is what its getter returns, or it is a field. Each accessor with a body is a
 * function with the property's name.
 */
function readProperty(node: SyntaxNode, block: ExtensionBlock | null, cs: Reading): boolean {
  const { flow } = cs;
  const name = node.childForFieldName("name");
  const text = name ? cs.textOf(name) : "[]";
  const typeNode = node.childForFieldName("type");
  const parameters = node.childForFieldName("parameters");
  // An indexer's name is `this`.
  const nameStart =
    name?.startIndex ?? node.children.find(({ type }) => type === "this")?.startIndex ?? node.startIndex;
  const flags = modifierFlags(cs.parts(node), cs);
  const head = { name: text, nameStart, parameters, block };
  const value = node.childForFieldName("value");
  const type = cs.type(typeNode);
  if (value?.type === "arrow_expression_clause") {
    flow.bind(
      text,
      flow.scopeValue(
        readFunction(
          node,
          { ...head, flags: flags | SCOPE_FLAGS.getter, returns: typeNode, body: value },
          cs,
        ),
      ),
    );
    return true;
  }
  let hasGetter = false;
  const accessors = node.childForFieldName("accessors");
  for (const accessor of accessors ? cs.parts(accessors) : []) {
    const body = accessor.childForFieldName("body");
    if (!body) continue;
    const word = accessor.childForFieldName("name")?.type;
    const isGetter = word === "get";
    const scope = readFunction(
      accessor,
      {
        ...head,
        flags:
          flags |
          (isGetter ? SCOPE_FLAGS.getter : word === "set" || word === "init" ? SCOPE_FLAGS.setter : 0),
        returns: isGetter ? typeNode : null,
        body,
      },
      cs,
    );
    if (isGetter) flow.bind(text, flow.scopeValue(scope));
    hasGetter ||= isGetter;
  }
  if (!hasGetter) flow.bind(text, flow.instance(type));
  if (value) bindGiven(text, nameStart, readGiven(value, typeNode, cs), cs);
  return true;
}

function readFields(node: SyntaxNode, cs: Reading): boolean {
  const { flow } = cs;
  for (const declaration of cs.parts(node)) {
    if (declaration.type !== "variable_declaration") continue;
    const typeNode = declaration.childForFieldName("type");
    const type = cs.type(typeNode);
    for (const declarator of cs.parts(declaration)) {
      const [name, ...rest] = declarator.type === "variable_declarator" ? cs.parts(declarator) : [];
      if (!name) continue;
      flow.bind(cs.textOf(name), flow.instance(type));
      if (rest.length > 0)
        bindGiven(cs.textOf(name), name.startIndex, readGiven(rest.at(-1), typeNode, cs), cs);
    }
  }
  return true;
}

/** Binds a field or property. A lambda as its value gets its name. */
function bindGiven(name: string, nameStart: number, value: ExprId, { flow }: Reading): void {
  flow.bind(name, value);
  flow.held(value, { name, nameStart });
}
