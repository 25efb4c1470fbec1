/** Reads C#'s patterns, tuples and loops, and binds each variable to its part of the value. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { type Reading, positionOf } from "../../../call-facts/reading/reading.ts";

/** Declares a variable and binds it to its declared type and to its value. */
export function bindVariable(name: SyntaxNode, type: ExprId, value: ExprId, cs: Reading): void {
  const { flow } = cs;
  const called = cs.locals.declare(cs.textOf(name));
  const bind = (each: ExprId): void => flow.bind(called, each);
  if (type !== flow.unknown()) bind(flow.instance(type));
  if (value !== flow.unknown() || type === flow.unknown()) bind(value);
}

/** `o is Foo foo`, `{ Inner: var x }`, `Foo(var a, _)`, `not null`. */
export function readPattern(node: SyntaxNode, matched: ExprId, cs: Reading): void {
  const { flow } = cs;
  switch (node.type) {
    case "declaration_pattern":
    case "var_pattern": {
      const name = node.childForFieldName("name");
      const type = cs.type(node.childForFieldName("type"));
      if (name) bindVariable(name, type, type === flow.unknown() ? matched : flow.unknown(), cs);
      return;
    }
    case "recursive_pattern": {
      const type = cs.type(node.childForFieldName("type"));
      const of = type === flow.unknown() ? matched : flow.instance(type);
      const name = node.childForFieldName("name");
      if (name) bindVariable(name, flow.unknown(), of, cs);
      for (const clause of cs.parts(node))
        if (clause.type.endsWith("_clause"))
          cs.parts(clause).forEach((part, at) => readSubpattern(part, of, at, cs));
      return;
    }
    case "and_pattern":
    case "or_pattern":
    case "negated_pattern":
    case "parenthesized_pattern":
      return cs.parts(node).forEach((part) => readPattern(part, matched, cs));
    case "list_pattern":
      return cs.parts(node).forEach((part) => readPattern(part, flow.element(matched), cs));
    case "constant_pattern":
    case "relational_pattern":
      return cs.visitAll(cs.parts(node));
    case "type_pattern":
    case "discard":
      return;
    case "tuple_pattern":
      return assignParts(node, matched, cs);
    default:
      return cs.visit(node);
  }
}

function readSubpattern(node: SyntaxNode, of: ExprId, position: number, cs: Reading): void {
  const { flow } = cs;
  if (node.type !== "subpattern") return readPattern(node, flow.index(of, flow.text(String(position))), cs);
  const parts = cs.parts(node);
  const pattern = parts.at(-1);
  if (!pattern) return;
  const [first] = parts.slice(0, -1);
  readPattern(
    pattern,
    first
      ? readPath(first, cs.text.slice(first.startIndex, parts.at(-2)?.endIndex), of, cs)
      : flow.index(of, flow.text(String(position))),
    cs,
  );
}

/** `{ Box.Size: > 3 }`. */
function readPath(first: SyntaxNode, path: string, of: ExprId, { flow }: Reading): ExprId {
  const line = first.startRow + 1;
  let [value, start] = [of, first.startIndex];
  for (const name of path.split(".")) {
    value = flow.read(flow.member(value, name.trim()), {
      line,
      start: start + name.length - name.trimStart().length,
    });
    start += name.length + 1;
  }
  return value;
}

/** `(var a, b.C)`, `var (a, b)`: assigns each part of a tuple. */
export function assignParts(tuple: SyntaxNode, value: ExprId, cs: Reading): void {
  const { flow } = cs;
  cs.parts(tuple).forEach((part, at) =>
    assign(
      part.type === "argument" ? (cs.parts(part).at(-1) ?? part) : part,
      value === flow.unknown() ? value : flow.index(value, flow.text(String(at))),
      tuple.type === "tuple_pattern" ? "declare" : "assign",
      cs,
    ),
  );
}

/** `target = value`. A name that no function declares is a field. */
export function assign(target: SyntaxNode, value: ExprId, how: "assign" | "declare", cs: Reading): void {
  const { flow, locals } = cs;
  switch (target.type) {
    case "identifier": {
      const name = cs.textOf(target);
      if (name === "_") return;
      if (how === "declare") return bindVariable(target, flow.unknown(), value, cs);
      if (locals.assign(name, value, "class")) return;
      if (flow.kindOf(flow.current) === "file") return flow.bind(name, value);
      return flow.store(flow.write(flow.member(flow.this(), name), positionOf(target)), value);
    }
    case "declaration_expression": {
      const name = target.childForFieldName("name");
      return name
        ? bindVariable(name, cs.type(target.childForFieldName("type")), value, cs)
        : cs.visitAll(cs.parts(target));
    }
    case "tuple_expression":
    case "tuple_pattern":
    case "parenthesized_variable_designation":
      return assignParts(target, value, cs);
    case "member_access_expression":
    case "element_access_expression":
    case "conditional_access_expression":
      return flow.store(flow.written(cs.value(target)), value);
    case "parenthesized_expression": {
      const [inner] = cs.parts(target);
      return inner && assign(inner, value, how, cs);
    }
    default:
      return cs.visit(target);
  }
}
