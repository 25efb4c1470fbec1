/**
 * Reads Kotlin's classes, interfaces, enums and objects. Constructors are members named `<init>`; parameters
 * of a primary constructor are names of the class for its initializers; members of a companion are also
 * members of its class.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { CONSTRUCTOR, type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { type Reading, positionOf } from "../../../call-facts/reading/reading.ts";
import { readArguments } from "./calls.ts";
import { bindTypeParameters, modifiersOf, readFunction, readParameters, visibility } from "./functions.ts";
import { readProperty } from "./properties.ts";
import { lastNameOf } from "./types.ts";

interface ClassParts {
  readonly name: SyntaxNode | undefined;
  readonly modifiers: SyntaxNode | undefined;
  readonly typeParameters: SyntaxNode | undefined;
  readonly constructor: SyntaxNode | undefined;
  readonly specifiers: readonly SyntaxNode[];
  readonly body: SyntaxNode | undefined;
}

export function readClass(node: SyntaxNode, kotlin: Reading): void {
  const parts = classParts(node, kotlin);
  if (!parts.name) return kotlin.visitAll(node.namedChildren);
  const before = kotlin.text.slice(parts.modifiers?.endIndex ?? node.startIndex, parts.name.startIndex);
  const name = kotlin.textOf(parts.name);
  const called = kotlin.locals.declare(name);
  const scope = readClassScope(
    node,
    {
      kind: /\binterface\b/.test(before) ? "interface" : "class",
      name,
      nameStart: parts.name.startIndex,
      parts,
    },
    kotlin,
  );
  kotlin.flow.bind(called, kotlin.flow.scopeValue(scope));
}

/** Reads a companion object, whose members are also members of the enclosing class. */
export function readCompanion(node: SyntaxNode, kotlin: Reading): void {
  const { flow } = kotlin;
  const parts = classParts(node, kotlin);
  const name = parts.name ? kotlin.textOf(parts.name) : "Companion";
  const scope = readClassScope(
    node,
    { kind: "class", name, nameStart: (parts.name ?? node).startIndex, parts },
    kotlin,
  );
  flow.bind(name, flow.scopeValue(scope));
  for (const member of parts.body ? kotlin.parts(parts.body) : []) {
    const memberName = nameOfMember(member, kotlin);
    if (memberName !== null) flow.bind(memberName, flow.member(flow.scopeValue(scope), memberName));
  }
}

/** `object : Base(…) { … }`: the only object of an anonymous class. */
export function readObjectLiteral(node: SyntaxNode, kotlin: Reading): ExprId {
  const scope = readClassScope(
    node,
    { kind: "class", name: "", nameStart: node.startIndex, parts: classParts(node, kotlin) },
    kotlin,
  );
  return kotlin.flow.instance(kotlin.flow.scopeValue(scope));
}

interface ClassHead {
  readonly kind: "class" | "interface";
  readonly name: string;
  readonly nameStart: number;
  readonly parts: ClassParts;
}

function readClassScope(
  node: SyntaxNode,
  { kind, name, nameStart, parts }: ClassHead,
  kotlin: Reading,
): number {
  const { flow } = kotlin;
  const modifiers = modifiersOf(parts.modifiers, kotlin);
  const scope = flow.enter({
    kind,
    name,
    nameStart,
    startLine: node.startRow + 1,
    flags:
      visibility(modifiers) |
      (modifiers.has("abstract") ? SCOPE_FLAGS.abstract : 0) |
      platformFlag(modifiers, kotlin),
  });
  const bases: ExprId[] = [];
  kotlin.locals.frame("class", () => {
    bindTypeParameters(parts.typeParameters, kotlin);
    if (parts.constructor)
      readPrimaryConstructor(
        parts.constructor,
        { name, bases, specifiers: parts.specifiers, isData: modifiers.has("data") },
        kotlin,
      );
    else readSpecifiers(parts.specifiers, bases, kotlin);
    if (modifiers.has("enum")) bindEnumMethods(name, bases, kotlin);
    for (const member of parts.body ? kotlin.parts(parts.body) : [])
      if (flow.goesOn(0)) readMember(member, name, kotlin);
  });
  flow.bases(
    bases.filter((base) => base !== flow.unknown()),
    scope,
  );
  flow.leave();
  return scope;
}

/** `expect` and `actual` declarations are parts of one type, and so are types nested in them. */
function platformFlag(modifiers: ReadonlySet<string>, { flow }: Reading): number {
  return modifiers.has("expect") || modifiers.has("actual")
    ? SCOPE_FLAGS.partial
    : flow.flagsOf(flow.current) & SCOPE_FLAGS.partial;
}

function readMember(node: SyntaxNode, className: string, kotlin: Reading): void {
  switch (node.type) {
    case "function_declaration":
      return void readFunction(node, kotlin);
    case "property_declaration":
      return readProperty(node, kotlin);
    case "secondary_constructor":
      return readSecondaryConstructor(node, className, kotlin);
    case "anonymous_initializer":
      return readInitializer(node, kotlin);
    case "enum_entry":
      return readEnumEntry(node, className, kotlin);
    default:
      return kotlin.visit(node);
  }
}

interface Primary {
  readonly name: string;
  readonly bases: ExprId[];
  readonly specifiers: readonly SyntaxNode[];
  readonly isData: boolean;
}

/** Reads a primary constructor, which has no name in the text. It calls the base constructor. */
function readPrimaryConstructor(
  node: SyntaxNode,
  { name, bases, specifiers, isData }: Primary,
  kotlin: Reading,
): void {
  const { flow, locals } = kotlin;
  const list = kotlin.parts(node).find(({ type }) => type === "class_parameters");
  const given: { name: string; value: ExprId }[] = [];
  const scope = flow.enter({
    kind: "function",
    name,
    nameStart: node.startIndex,
    startLine: node.startRow + 1,
    flags: SCOPE_FLAGS.constructor,
  });
  locals.frame("function", () => {
    for (const parameter of list ? kotlin.parts(list) : []) {
      const parts = kotlin.parts(parameter).filter(({ type }) => type !== "modifiers");
      const [paramName, type, initial] = parts;
      if (!paramName) continue;
      const text = kotlin.textOf(paramName);
      flow.param(locals.declare(text), {
        type: kotlin.orNone(kotlin.type(type)),
        ...(initial ? { default: kotlin.value(initial) } : {}),
      });
      given.push({ name: text, value: flow.standing(flow.name(text)) });
    }
    readSpecifiers(specifiers, bases, kotlin);
  });
  flow.leave();
  flow.bind(CONSTRUCTOR, flow.scopeValue(scope));
  for (const [at, { name: field, value }] of given.entries()) {
    flow.bind(field, value);
    if (isData) flow.bind(`component${at + 1}`, value);
  }
  if (isData) flow.bind("copy", flow.signature(flow.name(name)));
}

/** Reads the bases of a class; arguments after a base call its constructor. */
function readSpecifiers(specifiers: readonly SyntaxNode[], bases: ExprId[], kotlin: Reading): void {
  const { flow } = kotlin;
  for (const specifier of specifiers) {
    const inner = kotlin.parts(specifier).find(({ type }) => !type.endsWith("annotation"));
    if (!inner) continue;
    const [type, ...rest] =
      inner.type === "constructor_invocation" || inner.type === "explicit_delegation"
        ? kotlin.parts(inner)
        : [inner];
    if (!type) continue;
    bases.push(kotlin.type(type));
    const list = rest[0];
    if (list?.type === "value_arguments")
      flow.call(flow.super(), readArguments(list, kotlin), positionOf(lastNameOf(type, kotlin)));
    else kotlin.visitAll(rest);
  }
}

function readSecondaryConstructor(node: SyntaxNode, className: string, kotlin: Reading): void {
  const { flow, locals } = kotlin;
  const parts = kotlin.parts(node);
  const modifiers = parts[0]?.type === "modifiers" ? parts.shift() : undefined;
  const nameStart = kotlin.text.indexOf("constructor", modifiers?.endIndex ?? node.startIndex);
  const scope = flow.enter({
    kind: "function",
    name: className,
    nameStart,
    startLine: node.startRow + 1,
    flags: SCOPE_FLAGS.constructor | visibility(modifiersOf(modifiers, kotlin)),
  });
  locals.frame("function", () => {
    for (const part of parts) {
      const type = part.type;
      if (type === "function_value_parameters") readParameters(part, kotlin);
      else if (type === "constructor_delegation_call") readDelegation(part, className, kotlin);
      else kotlin.visitAll(part.namedChildren);
    }
  });
  flow.leave();
  flow.bind(CONSTRUCTOR, flow.scopeValue(scope));
}

/** `: this(…)`, `: super(…)`. */
function readDelegation(node: SyntaxNode, className: string, kotlin: Reading): void {
  const list = kotlin.parts(node)[0];
  const callee = kotlin.text.startsWith("super", node.startIndex)
    ? kotlin.flow.super()
    : kotlin.locals.outside(className);
  kotlin.flow.call(callee, list ? readArguments(list, kotlin) : [], positionOf(node));
}

function readInitializer(node: SyntaxNode, kotlin: Reading): void {
  kotlin.flow.enter({ kind: "function", name: "", nameStart: node.startIndex, startLine: node.startRow + 1 });
  kotlin.locals.frame("function", () =>
    kotlin.visitAll(kotlin.parts(node).flatMap((block) => block.namedChildren)),
  );
  kotlin.flow.leave();
}

/**
 * Reads an entry of an enum: with arguments it calls the constructor; with a body it is the only object of a
 * class of its own.
 */
function readEnumEntry(node: SyntaxNode, className: string, kotlin: Reading): void {
  const { flow } = kotlin;
  const parts = kotlin.parts(node).filter(({ type }) => type !== "modifiers");
  const [name, ...rest] = parts;
  if (!name) return;
  const list = rest.find(({ type }) => type === "value_arguments");
  const body = rest.find(({ type }) => type === "class_body");
  const type = flow.scopeValue(flow.current);
  const made = list
    ? flow.call(flow.name(className), readArguments(list, kotlin), positionOf(name))
    : flow.instance(type);
  if (!body) return flow.bind(kotlin.textOf(name), made);
  const scope = readClassScope(
    node,
    { kind: "class", name: kotlin.textOf(name), nameStart: name.startIndex, parts: { ...NO_PARTS, body } },
    kotlin,
  );
  flow.bases([type], scope);
  flow.bind(kotlin.textOf(name), flow.instance(flow.scopeValue(scope)));
}

const NO_PARTS: ClassParts = {
  name: undefined,
  modifiers: undefined,
  typeParameters: undefined,
  constructor: undefined,
  specifiers: [],
  body: undefined,
};

/** Binds the members that the compiler generates. */
function bindEnumMethods(name: string, bases: ExprId[], { flow }: Reading): void {
  bases.push(flow.import("kotlin.Enum", "*"));
  flow.bind("values", flow.signature(flow.generic(flow.name("Array"), [flow.name(name)])));
  flow.bind("entries", flow.instance(flow.generic(flow.name("List"), [flow.name(name)])));
  flow.bind("valueOf", flow.signature(flow.name(name)));
}

function nameOfMember(member: SyntaxNode, kotlin: Reading): string | null {
  const parts = kotlin.parts(member);
  if (
    member.type === "function_declaration" ||
    member.type === "class_declaration" ||
    member.type === "object_declaration"
  ) {
    const name = parts.find(({ type }) => type === "identifier");
    return name ? kotlin.textOf(name) : null;
  }
  const variable =
    member.type === "property_declaration"
      ? parts.find(({ type }) => type === "variable_declaration")
      : undefined;
  const name = variable && kotlin.parts(variable)[0];
  return name ? kotlin.textOf(name) : null;
}

function classParts(node: SyntaxNode, kotlin: Reading): ClassParts {
  const parts = kotlin.parts(node).map((part) => ({ part, type: part.type }));
  const named = (name: string): SyntaxNode | undefined => parts.find(({ type }) => type === name)?.part;
  const specifiers = named("delegation_specifiers");
  return {
    name: named("identifier"),
    modifiers: named("modifiers"),
    typeParameters: named("type_parameters"),
    constructor: named("primary_constructor"),
    specifiers: specifiers ? kotlin.parts(specifiers) : [],
    body: named("class_body") ?? named("enum_class_body"),
  };
}
