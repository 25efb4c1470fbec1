/**
 * Reads statements that declare something: variables, loops, `catch`, namespaces. For all other statements,
 * only the children are read.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, NONE } from "../../../call-facts/facts.ts";
import { declareVariable, inBlock, readStatements } from "./blocks.ts";
import { type EcmaReader, type EcmaNodeReaders } from "./ecma-reader.ts";
import { readGiven, standsForItself } from "./given.ts";
import { assignPattern } from "./patterns.ts";

function readDeclaration(node: SyntaxNode, ecma: EcmaReader, kind: string): ExprId {
  for (const declarator of ecma.parts(node)) readDeclarator(declarator, ecma, kind);
  return ecma.flow.unknown();
}

function readDeclarator(node: SyntaxNode, ecma: EcmaReader, kind: string): void {
  const [target, ...rest] = ecma.parts(node);
  if (!target) return;
  const annotation = rest[0]?.type === "type_annotation" ? rest[0] : undefined;
  const initialiser = rest.at(-1) === annotation ? undefined : rest.at(-1);
  readVariable({ target, initialiser, type: ecma.type(annotation) }, ecma, (name, value) =>
    ecma.names.bind(declareVariable(name, kind, ecma), value),
  );
}

/** A declared name or pattern. */
interface DeclaredVariable {
  readonly target: SyntaxNode;
  readonly initialiser: SyntaxNode | undefined;
  readonly type: ExprId;
}

function readVariable(
  { target, initialiser, type }: DeclaredVariable,
  ecma: EcmaReader,
  bind: (name: string, value: ExprId) => void,
): void {
  const { flow } = ecma;
  const isTyped = type !== flow.unknown();
  if (target.type !== "identifier") {
    const value = ecma.read(initialiser);
    const isGiven = initialiser !== undefined && standsForItself(initialiser, ecma);
    const whole = isTyped ? flow.either([flow.instance(type), value]) : value;
    assignPattern(target, whole, ecma, (name, of, nameStart, part) => {
      const startLine = target.startRow + 1;
      if (isGiven)
        bind(
          name,
          flow.variable({ name, nameStart, startLine }, () => part),
        );
      if (!isGiven || of !== part) bind(name, of);
    });
    return;
  }
  const name = ecma.textOf(target);
  if (isTyped) bind(name, flow.instance(type));
  const value = readGiven(initialiser, { name, nameStart: target.startIndex }, ecma);
  // A variable without a value is declared too, because it hides an outer one.
  if (initialiser || !isTyped) bind(name, value);
}

/** Svelte's `$: name = value` declares a variable, unless another statement does. */
function readLabeled(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const [label, body] = ecma.parts(node);
  let inner = body && ecma.parts(body)[0];
  while (inner?.type === "parenthesized_expression") inner = ecma.parts(inner)[0];
  if (!label || ecma.textOf(label) !== "$" || inner?.type !== "assignment_expression")
    return ecma.readChildren(node);
  const [target, initialiser] = ecma.parts(inner);
  if (target)
    readVariable({ target, initialiser, type: ecma.flow.unknown() }, ecma, (name, value) =>
      ecma.names.assign(name, value),
    );
  return ecma.flow.unknown();
}

/** `for (const x of xs)`, `for await`, `for (const key in object)`. */
function readForIn(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const [left, right, ...body] = ecma.parts(node);
  if (!left || !right) return ecma.readChildren(node);
  const head = ecma.text.slice(node.startIndex, left.startIndex);
  const iterable = ecma.read(right);
  const isKeys = /\bin\s*$/.test(ecma.text.slice(left.endIndex, right.startIndex));
  const element = flow.element(iterable);
  const value = isKeys ? ecma.builtin("string") : /^for\s+await\b/.test(head) ? flow.await(element) : element;
  const kind = /\b(?:var|let|const|using)\b/.exec(head)?.[0];
  const put =
    kind === undefined
      ? (name: string, part: ExprId) => ecma.names.assign(name, part)
      : (name: string, part: ExprId) =>
          ecma.names.bind(
            declareVariable(name, kind === "var" ? "variable_declaration" : "lexical_declaration", ecma),
            part,
          );
  return inBlock(ecma, () => {
    assignPattern(left, value, ecma, put);
    ecma.readAll(body);
  });
}

function readCatch(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const parts = ecma.parts(node);
  const body = parts.at(-1);
  const [parameter, annotation] = parts.slice(0, -1);
  const value = annotation ? flow.instance(ecma.type(annotation)) : flow.unknown();
  return inBlock(ecma, () => {
    if (parameter) assignPattern(parameter, value, ecma, (name, part) => ecma.declare(name, part));
    ecma.read(body);
  });
}

/** Reads a namespace. `namespace A.B { }` is B inside A; the outline's symbol is the inner one. */
function readNamespace(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const [name, body] = ecma.parts(node);
  if (!name) return flow.unknown();
  // `declare module "m"` describes the exports of another module and declares no name in this file.
  const names =
    name.type === "string"
      ? [ecma.textOf(name)]
      : ecma
          .textOf(name)
          .split(".")
          .map((part) => part.trim());
  for (const [at, own] of names.entries()) {
    const scope = flow.enter({
      kind: "namespace",
      name: own,
      nameStart: at === names.length - 1 ? name.startIndex : NONE,
      startLine: node.startRow + 1,
    });
    if (name.type !== "string")
      flow.within(flow.parentOf(scope), () => ecma.declare(own, flow.scopeValue(scope)));
    ecma.names.enter();
  }
  readStatements(body ? ecma.parts(body) : [], ecma);
  for (const _ of names) {
    ecma.names.leave();
    flow.leave();
  }
  return flow.unknown();
}

export const statementReaders: EcmaNodeReaders = {
  comment: null,
  html_comment: null,
  hash_bang_line: null,
  empty_statement: null,
  debugger_statement: null,
  break_statement: null,
  continue_statement: null,
  statement_identifier: null,
  labeled_statement: readLabeled,
  lexical_declaration: (node, ecma) => readDeclaration(node, ecma, "lexical_declaration"),
  variable_declaration: (node, ecma) => readDeclaration(node, ecma, "variable_declaration"),
  for_in_statement: readForIn,
  catch_clause: readCatch,
  internal_module: readNamespace,
  module: readNamespace,
};
