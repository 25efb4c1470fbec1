/**
 * Narrows types by conditions: where `x instanceof Server` holds, `x` is a `Server`; where `isServer(x)`
 * holds, `x` has the type of the guard.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { EcmaReader, EcmaNodeReaders } from "./ecma-reader.ts";

export const narrowingReaders: EcmaNodeReaders = {
  if_statement(node, ecma) {
    const [condition, consequence, ...rest] = ecma.parts(node);
    ecma.names.enterBlock();
    ecma.read(condition);
    narrow(condition, consequence, ecma);
    ecma.read(consequence);
    ecma.names.leaveBlock();
    ecma.readAll(rest);
    if (condition && consequence && rest.length === 0 && LEAVES.test(lastStatement(consequence, ecma)))
      narrowBehind(condition, ecma);
    return ecma.flow.unknown();
  },
  ternary_expression(node, ecma) {
    const [condition, consequence, ...rest] = ecma.parts(node);
    ecma.names.enterBlock();
    ecma.read(condition);
    narrow(condition, consequence, ecma);
    const value = ecma.read(consequence);
    ecma.names.leaveBlock();
    return ecma.flow.either([value, ...rest.map((part) => ecma.read(part))]);
  },
};

/** Narrows the names in a condition. For `a && b`, both apply. A name that is reassigned is not narrowed. */
export function narrow(
  condition: SyntaxNode | undefined,
  where: SyntaxNode | undefined,
  ecma: EcmaReader,
): void {
  for (const test of testsIn(condition, ecma)) {
    const { name } = test;
    const isAssigned =
      where &&
      new RegExp(
        `(?<![\\p{L}\\p{N}_$.])${name.replaceAll("$", "\\$")}\\s*(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\\+\\+|--)`,
        "u",
      ).test(ecma.textOf(where));
    if (!isAssigned) declareAs(test, ecma);
  }
}

/** After `if (!(x instanceof Server)) return;`, `x` is a `Server` for the rest of the block. */
function narrowBehind(condition: SyntaxNode, ecma: EcmaReader): void {
  const [negated] = ecma.parts(condition);
  if (negated?.type !== "unary_expression" || ecma.text[negated.startIndex] !== "!") return;
  const [test, ...others] = testsIn(ecma.parts(negated)[0], ecma);
  if (test && others.length === 0) declareAs(test, ecma);
}

/**
 * Redeclares a name with its narrowed type. It keeps its previous value too, if the type is a variable or the
 * test is a guard, because neither is certain.
 */
function declareAs({ name, kind, node }: Test, ecma: EcmaReader): void {
  const { flow, names } = ecma;
  const before = ecma.name(name);
  const value: ExprId =
    kind === "type" ? flow.instance(ecma.read(node)) : flow.element(flow.result(ecma.read(node), []));
  const called = names.declareAnew(name);
  names.bind(called, value);
  if (kind === "guard" || !TYPE_NAME.test(ecma.textOf(node))) names.bind(called, before);
}

/** The last part is capitalized. */
const TYPE_NAME = /(?:^|\.)\p{Lu}[^.]*$/u;

interface Test {
  readonly name: string;
  /** A class, or a function whose result type may be `x is Server`. */
  readonly kind: "type" | "guard";
  readonly node: SyntaxNode;
}

/** Names of guard functions. */
const GUARD = /^(?:is|has)\p{Lu}/u;

/** The tests in a condition. A pattern on the text rules out most conditions, because few test a type. */
function testsIn(condition: SyntaxNode | undefined, ecma: EcmaReader): readonly Test[] {
  if (!condition || !/\binstanceof\b|(?<![\w$])(?:is|has)\p{Lu}[\w$]*\(/u.test(ecma.textOf(condition)))
    return [];
  const tests: Test[] = [];
  for (let node: SyntaxNode | undefined = condition; node;) {
    const [left, right] = ecma.parts(node) as [SyntaxNode | undefined, SyntaxNode | undefined];
    if (node.type === "parenthesized_expression") {
      node = left;
      continue;
    }
    if (node.type === "call_expression") tests.push(...guardsIn(left, right, ecma));
    if (node.type !== "binary_expression" || !left || !right) break;
    const operator = ecma.text.slice(left.endIndex, right.startIndex).trim();
    if (operator === "instanceof") {
      if (left.type === "identifier" && (right.type === "identifier" || right.type === "member_expression"))
        tests.push({ name: ecma.textOf(left), kind: "type", node: right });
      break;
    }
    if (operator !== "&&") break;
    tests.push(...(NESTED.has(right.type) ? testsIn(right, ecma) : []));
    // Long conditions nest to the left.
    node = left;
  }
  return tests;
}

const NESTED: ReadonlySet<string> = new Set([
  "binary_expression",
  "parenthesized_expression",
  "call_expression",
]);

/** `isServer(x)` */
function guardsIn(
  callee: SyntaxNode | undefined,
  list: SyntaxNode | undefined,
  ecma: EcmaReader,
): readonly Test[] {
  const [first] = list?.type === "arguments" ? ecma.parts(list) : [];
  const isGuard =
    callee !== undefined &&
    (callee.type === "identifier" || callee.type === "member_expression") &&
    GUARD.test(/[\w$]*$/.exec(ecma.textOf(callee))?.[0] ?? "");
  return isGuard && first?.type === "identifier"
    ? [{ name: ecma.textOf(first), kind: "guard", node: callee }]
    : [];
}

const LEAVES = /^(?:return|throw|continue|break)\b/;

function lastStatement(consequence: SyntaxNode, ecma: EcmaReader): string {
  const last = consequence.type === "statement_block" ? ecma.parts(consequence).at(-1) : consequence;
  return last ? ecma.text.slice(last.startIndex, last.startIndex + 10) : "";
}
