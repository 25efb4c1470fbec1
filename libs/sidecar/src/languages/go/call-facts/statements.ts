/** Reads Go's statements. `Locals` handles the scopes of blocks. */
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { readFunctionLiteral } from "./functions.ts";
import { readDefinedType, readInterface, readStruct } from "./types.ts";

export function readStatement(node: SyntaxNode, go: Reading): void {
  switch (node.type) {
    case "comment":
      return;
    case "block":
    case "if_statement":
    case "for_statement":
    case "expression_switch_statement":
    case "expression_case":
    case "default_case":
    case "communication_case":
      return go.locals.block(() => go.visitAll(node.namedChildren));
    case "type_switch_statement":
      return go.locals.block(() => readTypeSwitch(node, go));
    case "short_var_declaration":
    case "assignment_statement":
    case "receive_statement":
      return readAssignment(node, go);
    case "range_clause":
      return readRange(node, go);
    case "send_statement": {
      const [channel, value] = go.parts(node);
      const sent = go.value(channel);
      return go.flow.store(go.flow.index(sent, go.flow.unknown()), go.value(value));
    }
    case "return_statement":
      return readReturn(node, go);
    default:
      if (!readDeclaration(node, go)) go.value(node);
  }
}

/** `a, b := f()`, `a.b, c[d] = e, f`, `v, ok = <-ch`; the operator decides whether names are new. */
function readAssignment(node: SyntaxNode, go: Reading): void {
  const [left, right] = go.parts(node);
  if (!left || !right) return void go.value(left);
  const operator = operatorBetween(left, right, go);
  if (operator !== "=" && operator !== ":=") return go.visitAll([left, right]);
  const targets = go.parts(left);
  const values = valuesFor(targets, right.type === "expression_list" ? go.parts(right) : [right], go);
  for (const [at, target] of targets.entries())
    assign(target, values[at] ?? go.flow.unknown(), operator === ":=", go);
}

function assign(target: SyntaxNode, value: ExprId, isNew: boolean, go: Reading): void {
  const { flow, locals } = go;
  switch (target.type) {
    case "identifier": {
      const name = go.textOf(target);
      if (name === "_") return;
      if (isNew) locals.bind(name, value);
      else if (!locals.assign(name, value)) locals.assignOutside(name, value);
      return;
    }
    case "selector_expression":
    case "index_expression":
      return flow.store(go.value(target), value);
    case "parenthesized_expression":
    case "unary_expression": {
      const inner = go.parts(target)[0];
      if (inner) assign(inner, value, false, go);
      return;
    }
    default:
      go.visit(target);
  }
}

/**
 * Reads a `range` clause: the first name is bound to a key, or to the value received from a channel; the
 * second to the value under the key.
 */
function readRange(node: SyntaxNode, go: Reading): void {
  const { flow } = go;
  const parts = go.parts(node);
  const over = parts.at(-1);
  const targets = parts.length > 1 && parts[0] ? go.parts(parts[0]) : [];
  const isNew =
    parts.length > 1 &&
    over !== undefined &&
    operatorBetween(parts[0] as SyntaxNode, over, go).startsWith(":=");
  const iterable = go.value(over);
  const [key, element] = targets;
  if (key) assign(key, flow.element(iterable), isNew, go);
  if (element) assign(element, flow.index(iterable, flow.unknown()), isNew, go);
}

function readReturn(node: SyntaxNode, go: Reading): void {
  const list = go.parts(node)[0];
  if (!list) return;
  const values = go.parts(list).map((value) => go.value(value));
  go.flow.returns(values.length > 1 ? go.flow.list(values) : (values[0] ?? go.flow.unknown()));
}

/** Reads a type switch: in each case, the name is a new variable of the case's type. */
function readTypeSwitch(node: SyntaxNode, go: Reading): void {
  const { flow, locals } = go;
  const parts = go.parts(node);
  const firstCase = parts.findIndex(({ type }) => type.endsWith("_case"));
  const heads = firstCase < 0 ? parts : parts.slice(0, firstCase);
  const subject = heads.pop();
  const alias = heads.at(-1)?.type === "expression_list" ? heads.pop() : undefined;
  go.visitAll(heads);
  const value = go.value(subject);
  const name = alias && go.parts(alias)[0];
  for (const branch of firstCase < 0 ? [] : parts.slice(firstCase)) {
    locals.block(() => {
      const inside = go.parts(branch);
      const types = inside
        .filter(({ type }) => type !== "statement_list")
        .map((type) => go.type(type))
        .filter((type) => type !== flow.unknown());
      if (name)
        locals.bind(
          go.textOf(name),
          types.length === 0 ? value : flow.either(types.map((type) => flow.instance(type))),
        );
      go.visitAll(inside.filter(({ type }) => type === "statement_list"));
    });
  }
}

function operatorBetween(left: SyntaxNode, right: SyntaxNode, go: Reading): string {
  return go.text.slice(left.endIndex, right.startIndex).trim();
}

// Reads Go's declarations of types, constants and variables, in functions and at the top level.

/** Reads a declaration; returns false for any other node. */
function readDeclaration(node: SyntaxNode, go: Reading): boolean {
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

// Reads the right side of Go's assignments and declarations.

/** The value for each target: one of several expressions, or a part of a single expression's result. */
function valuesFor(targets: readonly SyntaxNode[], sources: readonly SyntaxNode[], go: Reading): ExprId[] {
  const { flow } = go;
  const [target, source] = [targets[0], sources[0]];
  if (targets.length === 1 && source?.type === "func_literal" && target?.type === "identifier")
    return [readFunctionLiteral(source, { name: go.textOf(target), nameStart: target.startIndex }, go)];
  const values = sources.map((each) => go.value(each));
  const [value] = values;
  if (sources.length !== 1 || targets.length < 2 || value === undefined) return values;
  // After anything but a call, the second target receives whether there was a value.
  if (source?.type !== "call_expression" && source?.type !== "type_conversion_expression")
    return [value, go.builtin("bool")];
  return targets.map((_, at) => flow.index(value, flow.text(String(at))));
}
