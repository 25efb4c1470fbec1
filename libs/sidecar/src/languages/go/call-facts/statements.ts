/** Reads Go's statements. `Locals` handles the scopes of blocks. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import { readDeclaration } from "./declarations.ts";
import { valuesFor } from "./values.ts";

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
