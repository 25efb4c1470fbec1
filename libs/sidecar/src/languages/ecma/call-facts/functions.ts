/** Reads functions of all forms: names, parameters and results. */
import { type ExprId, NONE, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { readStatements } from "./blocks.ts";
import type { EcmaNodeReaders, EcmaReader } from "./ecma-reader.ts";
import { memberName } from "./keys.ts";
import { assignPattern } from "./patterns.ts";

/** A function before it is read; nothing outside is bound to it yet. */
export interface EcmaFunctionHead {
  readonly name: string;
  readonly nameStart: number;
  readonly flags: number;
  /** A function expression's own name, which is only visible inside. */
  readonly ownName?: string | undefined;
}

/** Reads parameters, types and body of a function and returns its scope. */
export function readFunction(
  node: SyntaxNode,
  { name, nameStart, flags, ownName }: EcmaFunctionHead,
  ecma: EcmaReader,
): number {
  const { flow, names } = ecma;
  const scope = flow.enter({ kind: "function", name, nameStart, startLine: node.startRow + 1, flags });
  names.enter();
  if ((flags & SCOPE_FLAGS.generator) !== 0) ecma.generators.add(scope);
  // A function expression's own name is visible inside it.
  if (ownName !== undefined) ecma.declare(ownName, flow.scopeValue(scope));
  const parts = ecma.parts(node);
  const types = parts.map(({ type }) => type);
  for (const [at, part] of parts.entries()) {
    switch (types[at]) {
      case "type_parameters":
        bindTypeParameters(part, ecma);
        break;
      case "formal_parameters":
        for (const [position, parameter] of ecma.parts(part).entries())
          readParameter(parameter, position, flags, ecma);
        break;
      case "type_annotation":
      case "type_predicate_annotation":
      case "asserts_annotation": {
        const type = ecma.type(part);
        if (type !== flow.unknown()) flow.returnType(type, scope);
        break;
      }
      case "statement_block":
        readStatements(ecma.parts(part), ecma);
        break;
      default:
        // `x => x`: the parameter, then the result.
        if ((flags & SCOPE_FLAGS.arrow) === 0) break;
        if (at === 0 && at < parts.length - 1) readParameter(part, 0, flags, ecma);
        else if (at === parts.length - 1) flow.returns(ecma.read(part, types[at]));
    }
  }
  names.leave();
  flow.leave();
  return scope;
}

interface ParameterParts {
  readonly pattern: SyntaxNode | null;
  readonly type: SyntaxNode | null;
  readonly value: SyntaxNode | null;
  /** A parameter property, which is also a field: `private x: X`. */
  readonly isField: boolean;
}

function readParameter(node: SyntaxNode, position: number, flags: number, ecma: EcmaReader): void {
  const { flow } = ecma;
  const { pattern, type, value, isField } = parameterParts(node, ecma);
  const isRest = pattern?.type === "rest_pattern";
  const target = isRest ? ecma.parts(pattern)[0] : pattern;
  const declaredType = type ? ecma.type(type) : NONE;
  const options = {
    kind: target?.type === "this" ? "receiver" : isRest ? "rest" : "positional",
    type: declaredType === flow.unknown() ? NONE : declaredType,
    default: value ? ecma.read(value) : NONE,
  } as const;
  const isName = target?.type === "identifier" || target?.type === "this" || target?.type === "undefined";
  // A destructured parameter needs a name, so that its parts can refer to it.
  const name = isName ? ecma.textOf(target) : `{${position}}`;
  flow.param(name, options);
  ecma.names.declare(name);
  if (!isName) assignPattern(target, flow.name(name), ecma, (part, of) => ecma.declare(part, of));
  if (isField && (flags & SCOPE_FLAGS.constructor) !== 0) {
    if (options.type !== NONE) flow.bind(name, flow.instance(options.type), flow.parentOf(flow.current));
    flow.store(flow.member(flow.this(), name), flow.name(name));
  }
}

function parameterParts(node: SyntaxNode, ecma: EcmaReader): ParameterParts {
  // In JavaScript's grammar, the pattern itself is the child.
  if (node.type === "assignment_pattern")
    return {
      pattern: ecma.parts(node)[0] ?? null,
      type: null,
      value: ecma.parts(node)[1] ?? null,
      isField: false,
    };
  if (node.type !== "required_parameter" && node.type !== "optional_parameter")
    return { pattern: node, type: null, value: null, isField: false };
  let pattern: SyntaxNode | null = null;
  let type: SyntaxNode | null = null;
  let value: SyntaxNode | null = null;
  let end = node.startIndex;
  for (const part of ecma.parts(node)) {
    if (part.type === "decorator") {
      readDecorator(part, ecma.flow.unknown(), ecma, ecma.flow.parentOf(ecma.flow.current));
      end = part.endIndex;
    } else if (part.type === "type_annotation") type = part;
    else if (pattern) value = part;
    else if (part.type !== "accessibility_modifier" && part.type !== "override_modifier") pattern = part;
  }
  return {
    pattern,
    type,
    value,
    isField:
      pattern !== null &&
      /\b(?:public|private|protected|readonly|override)\b/.test(ecma.text.slice(end, pattern.startIndex)),
  };
}

/** Records a decorator's call, such as `@Get("/")`, with the decorated definition as its argument. */
export function readDecorator(
  node: SyntaxNode,
  about: ExprId,
  ecma: EcmaReader,
  scope = ecma.flow.current,
): void {
  const { flow } = ecma;
  const expression = ecma.parts(node)[0];
  if (!expression) return;
  // A plain decorator is called at its name; with arguments, its result is called at the decorator.
  const at =
    expression.type === "member_expression"
      ? (expression.childForFieldName("property") ?? expression)
      : expression.type === "identifier"
        ? expression
        : node;
  flow.within(scope, () =>
    flow.decorated(ecma.read(expression), about, { line: at.startRow + 1, start: at.startIndex }),
  );
}

/** Flags from the keywords before a method's name: `static async *`. */
export function methodFlags(
  node: SyntaxNode,
  name: SyntaxNode,
  ecma: EcmaReader,
): { readonly flags: number; readonly isSetter: boolean } {
  const decorator = node.namedChildren.findLast((child) => child.type === "decorator");
  const words = ecma.text
    .slice(decorator?.endIndex ?? node.startIndex, name.startIndex)
    .replace(/\/\*(?:[^]*?\*\/|[^]*)|\/\/.*/g, " ");
  const has = (word: RegExp, flag: number): number => (word.test(words) ? flag : 0);
  const isStatic = /\bstatic\b/.test(words);
  const flags =
    (isStatic ? SCOPE_FLAGS.static : 0) |
    has(/\basync\b/, SCOPE_FLAGS.async) |
    has(/\*/, SCOPE_FLAGS.generator) |
    has(/\bget\b/, SCOPE_FLAGS.getter) |
    has(/\bset\b/, SCOPE_FLAGS.setter);
  const isConstructor = !isStatic && ecma.textOf(name) === "constructor";
  return {
    flags: flags | (isConstructor ? SCOPE_FLAGS.constructor : 0),
    isSetter: (flags & SCOPE_FLAGS.setter) !== 0,
  };
}

/** Reads a method of a class, object or interface. */
export function readMethod(
  node: SyntaxNode,
  name: SyntaxNode,
  ecma: EcmaReader,
  extraFlags = 0,
): { readonly scope: number; readonly isSetter: boolean } {
  const { flags, isSetter } = methodFlags(node, name, ecma);
  return {
    scope: readFunction(
      node,
      { name: memberName(name, ecma), nameStart: name.startIndex, flags: flags | extraFlags },
      ecma,
    ),
    isSetter,
  };
}

function asyncFlag(node: SyntaxNode, ecma: EcmaReader): number {
  return /^async(?![\w$])/.test(ecma.text.slice(node.startIndex, node.startIndex + 6)) &&
    node.namedChildren[0]?.startIndex !== node.startIndex
    ? SCOPE_FLAGS.async
    : 0;
}

function readDeclaration(node: SyntaxNode, ecma: EcmaReader, flags: number): ExprId {
  const { flow } = ecma;
  const name = node.childForFieldName("name");
  const head = {
    name: name ? ecma.textOf(name) : "",
    nameStart: (name ?? node).startIndex,
    flags: flags | asyncFlag(node, ecma),
  };
  const value = flow.scopeValue(readFunction(node, head, ecma));
  if (name) ecma.declare(head.name, value);
  return value;
}

function readExpression(node: SyntaxNode, ecma: EcmaReader, flags: number): ExprId {
  const { flow } = ecma;
  const own = (flags & SCOPE_FLAGS.arrow) !== 0 ? null : node.childForFieldName("name");
  const ownName = own ? ecma.textOf(own) : "";
  const { name, nameStart } = ecma.givenName(node) ?? { name: ownName, nameStart: (own ?? node).startIndex };
  return flow.scopeValue(
    readFunction(
      node,
      { name, nameStart, flags: flags | asyncFlag(node, ecma), ownName: own ? ownName : undefined },
      ecma,
    ),
  );
}

export const functionReaders: EcmaNodeReaders = {
  function_declaration: (node, ecma) => readDeclaration(node, ecma, 0),
  generator_function_declaration: (node, ecma) => readDeclaration(node, ecma, SCOPE_FLAGS.generator),
  function_signature: (node, ecma) => readDeclaration(node, ecma, SCOPE_FLAGS.abstract),
  function_expression: (node, ecma) => readExpression(node, ecma, 0),
  generator_function: (node, ecma) => readExpression(node, ecma, SCOPE_FLAGS.generator),
  arrow_function: (node, ecma) => readExpression(node, ecma, SCOPE_FLAGS.arrow),
};

// Binds type parameters in the function, class or interface that declares them.

/**
 * Binds each to its constraint, or else its default, as a generic type without arguments, which distinguishes
 * it from members.
 */
export function bindTypeParameters(node: SyntaxNode | null | undefined, ecma: EcmaReader): void {
  for (const parameter of node ? ecma.parts(node) : []) {
    const name = parameter.type === "type_parameter" ? parameter.childForFieldName("name") : null;
    const bound = name
      ? (parameter.childForFieldName("constraint") ?? parameter.childForFieldName("value"))
      : null;
    if (name)
      ecma.flow.bind(
        ecma.textOf(name),
        ecma.flow.generic(bound ? ecma.type(ecma.parts(bound)[0]) : ecma.flow.unknown(), []),
      );
  }
}
