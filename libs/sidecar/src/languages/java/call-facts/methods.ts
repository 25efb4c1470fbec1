/** Reads Java's methods, constructors, initializers and lambdas. Constructors are members named `<init>`. */
import { CONSTRUCTOR, type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { JAVA_IMPLICIT } from "../profile.ts";
import { arrayOf } from "./types.ts";

export interface Component {
  readonly name: string;
  readonly nameStart: number;
  readonly line: number;
  readonly type: ExprId;
}

interface MethodParts {
  readonly modifiers: SyntaxNode | undefined;
  readonly typeParameters: SyntaxNode | undefined;
  readonly type: SyntaxNode | undefined;
  readonly name: SyntaxNode | undefined;
  readonly parameters: SyntaxNode | undefined;
  readonly dimensions: SyntaxNode | undefined;
  readonly body: SyntaxNode | undefined;
  /** Default value of an annotation's element. */
  readonly value: SyntaxNode | undefined;
}

export function readMethod(node: SyntaxNode, java: Reading): void {
  const { flow, locals } = java;
  const { name, modifiers, typeParameters, type, parameters, dimensions, body, value } = methodParts(
    node,
    java,
  );
  if (!name) return java.visitAll(node.namedChildren);
  const text = java.textOf(name);
  const isCalledImplicitly = JAVA_IMPLICIT.has(text) && parameters?.namedChildCount === 0;
  const scope = flow.enter({
    kind: "function",
    name: text,
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
    flags:
      modifierFlags(modifiers, java) |
      (body ? 0 : SCOPE_FLAGS.abstract) |
      (isCalledImplicitly ? SCOPE_FLAGS.implicit : 0),
  });
  locals.frame(
    "function",
    () => {
      bindTypeParameters(typeParameters, java);
      const returned = java.type(type);
      readParameters(parameters, java);
      if (returned !== flow.unknown()) flow.returnType(arrayOf(returned, dimensions, java));
      java.visit(value);
      if (body) java.visitAll(body.namedChildren);
    },
    calledNames(node, java),
  );
  flow.leave();
  flow.bind(text, flow.scopeValue(scope));
}

/**
 * Reads a constructor. @param components parameters of a record's compact constructor; each is stored in the
 * field of its name
 */
export function readConstructor(
  node: SyntaxNode,
  components: readonly Component[] | null,
  java: Reading,
): void {
  const { flow, locals } = java;
  const { name, modifiers, typeParameters, parameters, body } = methodParts(node, java);
  if (!name) return java.visitAll(node.namedChildren);
  const scope = flow.enter({
    kind: "function",
    name: java.textOf(name),
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
    flags: modifierFlags(modifiers, java) | SCOPE_FLAGS.constructor,
  });
  locals.frame(
    "function",
    () => {
      bindTypeParameters(typeParameters, java);
      readParameters(parameters, java);
      for (const component of components ?? []) {
        flow.param(locals.declare(component.name), { type: java.orNone(component.type) });
        flow.store(flow.member(flow.this(), component.name), locals.read(component.name));
      }
      if (body) java.visitAll(body.namedChildren);
    },
    calledNames(node, java),
  );
  flow.leave();
  flow.bind(CONSTRUCTOR, flow.scopeValue(scope));
}

/** Reads a block among the members of a class. */
export function readInitializer(node: SyntaxNode, flags: number, java: Reading): void {
  java.flow.enter({
    kind: "function",
    name: "",
    nameStart: node.startIndex,
    startLine: node.startRow + 1,
    flags,
  });
  java.locals.frame("function", () => java.visitAll(node.namedChildren), calledNames(node, java));
  java.flow.leave();
}

/** Reads a lambda. @param name the field that it is the value of */
export function readLambda(node: SyntaxNode, name: SyntaxNode | null, java: Reading): ExprId {
  const { flow, locals } = java;
  const [parameters, body] = java.parts(node);
  const scope = flow.enter({
    kind: "function",
    name: name ? java.textOf(name) : "",
    nameStart: (name ?? node).startIndex,
    startLine: node.startRow + 1,
    flags: SCOPE_FLAGS.arrow,
  });
  locals.frame("function", () => {
    if (parameters?.type === "formal_parameters") readParameters(parameters, java);
    else
      for (const parameter of parameters?.type === "inferred_parameters"
        ? java.parts(parameters)
        : parameters
          ? [parameters]
          : [])
        flow.param(locals.declare(java.textOf(parameter)));
    if (body?.type === "block") java.visitAll(body.namedChildren);
    else flow.returns(java.value(body));
  });
  flow.leave();
  return flow.scopeValue(scope);
}

/**
 * Names called without an object in a text. Local variables with these names are renamed, because methods
 * have separate names.
 */
function calledNames(node: SyntaxNode, java: Reading): Set<string> {
  return new Set(
    Array.from(
      java.textOf(node).matchAll(/(?<![.\w$])([\p{L}_$][\p{L}\p{N}_$]*)\s*\(/gu),
      ([, name]) => name as string,
    ),
  );
}

/**
 * Binds type parameters to their bounds, as generic types without arguments, which marks them as type
 * parameters.
 */
export function bindTypeParameters(list: SyntaxNode | undefined, java: Reading): void {
  for (const parameter of list ? java.parts(list) : []) {
    const [name, bound] = java.parts(parameter).filter(({ type }) => !type.endsWith("annotation"));
    if (name) java.flow.bind(java.textOf(name), java.flow.generic(java.type(bound), []));
  }
}

/** The components of a record, in order. */
export function recordComponents(parameters: SyntaxNode | undefined, java: Reading): Component[] {
  return declarations(parameters, java).map(({ name, type }) => ({
    name: java.textOf(name),
    nameStart: name.startIndex,
    line: name.startRow + 1,
    type,
  }));
}

function readParameters(parameters: SyntaxNode | undefined, java: Reading): void {
  for (const { name, type, isRest } of declarations(parameters, java)) {
    java.flow.param(java.locals.declare(java.textOf(name)), {
      kind: isRest ? "rest" : "positional",
      type: java.orNone(type),
    });
  }
}

interface Declaration {
  readonly name: SyntaxNode;
  readonly type: ExprId;
  readonly isRest: boolean;
}

function declarations(parameters: SyntaxNode | undefined, java: Reading): Declaration[] {
  return (parameters ? java.parts(parameters) : []).flatMap((parameter): Declaration[] => {
    if (parameter.type === "receiver_parameter") return [];
    const parts = java.parts(parameter);
    const isRest = parameter.type === "spread_parameter";
    const at = parts.findIndex(({ type }) => type === "identifier" || type === "variable_declarator");
    const [name, dimensions] = isRest && parts[at] ? java.parts(parts[at]) : [parts[at], parts[at + 1]];
    if (!name) return [];
    const type = java.type(parts[at - 1]);
    if (type === java.flow.unknown()) return [{ name, type, isRest }];
    return [
      {
        name,
        type: isRest ? java.flow.generic(java.flow.name("[]"), [type]) : arrayOf(type, dimensions, java),
        isRest,
      },
    ];
  });
}

function methodParts(node: SyntaxNode, java: Reading): MethodParts {
  const parts = java.parts(node).map((part) => ({ part, type: part.type }));
  const at = parts.findIndex(({ type }) => type === "identifier");
  const before = parts.slice(0, Math.max(at, 0));
  const after = at < 0 ? [] : parts.slice(at + 1);
  const named = (among: typeof parts, name: string): SyntaxNode | undefined =>
    among.find(({ type }) => type === name)?.part;
  const last = after.at(-1);
  const body = last && (last.type === "block" || last.type === "constructor_body") ? last.part : undefined;
  const typeBefore = before.at(-1);
  return {
    name: parts[at]?.part,
    modifiers: named(before, "modifiers"),
    typeParameters: named(before, "type_parameters"),
    type:
      typeBefore && typeBefore.type !== "modifiers" && typeBefore.type !== "type_parameters"
        ? typeBefore.part
        : undefined,
    parameters: named(after, "formal_parameters"),
    dimensions: named(after, "dimensions"),
    body,
    value: node.type === "annotation_type_element_declaration" ? last?.part : undefined,
  };
}

// Reads modifiers of Java's declarations.

export function modifierFlags(modifiers: SyntaxNode | undefined, java: Reading): number {
  if (!modifiers) return 0;
  const words = new Set(
    java
      .textOf(modifiers)
      .replace(/@[\w.]+(?:\s*\([^)]*\))?/g, " ")
      .split(/\s+/),
  );
  return (
    (words.has("static") ? SCOPE_FLAGS.static : 0) |
    (words.has("public") ? SCOPE_FLAGS.exported : 0) |
    (words.has("private") ? SCOPE_FLAGS.private : 0) |
    (words.has("abstract") ? SCOPE_FLAGS.abstract : 0)
  );
}
