/**
 * Reads calls: of functions, of classes with `new`, and of template tags. Also reads calls that name a
 * module.
 */
import type { CallFactsBuilder, SitePosition } from "../../../call-facts/builder.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { innermost } from "../../../call-facts/reading/reading.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type EcmaNodeReaders, type EcmaReader, positionOf } from "./ecma-reader.ts";
import { stringValue } from "./keys.ts";

function readCall(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const parts = ecma.parts(node);
  const [first] = parts;
  const args = parts.at(-1);
  if (!first || !args) return flow.unknown();
  const { operators, called: callee } = operatorsBefore(first, first.type, ecma);
  const type = callee.type;
  if (type === "import" || (type === "identifier" && ecma.textOf(callee) === "require")) {
    const module = stringValue(ecma.parts(args)[0], ecma);
    if (module !== null && args.startIndex > callee.startIndex) return flow.import(module, "*");
    if (type === "import") return ecma.readChildren(args);
  }
  const called = withTypeArguments(ecma.read(callee, type), parts, ecma);
  const given = args === first ? [] : readArguments(args, ecma);
  const value = flow.call(called, given, sitePosition(callee, type, node, ecma));
  const together =
    type === "member_expression" ? awaitedTogether(ecma.textOf(callee), given[0]?.value, flow) : null;
  return operate(operators, together === null ? value : flow.either([value, together]), ecma);
}

function readNew(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const parts = ecma.parts(node);
  const [callee] = parts;
  const args = parts.at(-1);
  if (!callee || !args) return ecma.flow.unknown();
  const type = callee.type;
  const called = withTypeArguments(ecma.read(callee, type), parts, ecma);
  return ecma.flow.call(
    called,
    args !== callee && args.type === "arguments" ? readArguments(args, ecma) : [],
    sitePosition(callee, type, node, ecma),
    "new",
  );
}

/** `f<T>`, between the callee and its arguments. */
function withTypeArguments(called: ExprId, parts: readonly SyntaxNode[], ecma: EcmaReader): ExprId {
  for (const part of parts.slice(1))
    if (ecma.text[part.startIndex] === "<" && part.type === "type_arguments")
      return ecma.flow.generic(
        called,
        ecma.parts(part).map((type) => ecma.type(type)),
      );
  return called;
}

function readArguments(node: SyntaxNode, ecma: EcmaReader): Argument[] {
  const { flow } = ecma;
  // The first argument of a tag is the list of its template's strings.
  if (ecma.text[node.startIndex] === "`")
    return [{ value: flow.list([]) }, ...readSubstitutions(node, ecma).map((value) => ({ value }))];
  return ecma.parts(node).map((argument) => {
    const type = argument.type;
    return type === "spread_element"
      ? { name: "*", value: ecma.read(ecma.parts(argument)[0]) }
      : { value: ecma.read(argument, type) };
  });
}

/** Values of a template's substitutions. */
export function readSubstitutions(template: SyntaxNode, ecma: EcmaReader): ExprId[] {
  return ecma
    .parts(template)
    .filter(({ type }) => type === "template_substitution")
    .map((part) => ecma.read(ecma.parts(part)[0]));
}

const WRAPPED: ReadonlySet<string> = new Set([
  "parenthesized_expression",
  "non_null_expression",
  "instantiation_expression",
]);

/** Position of the callee's last name; of the call itself if there is none. */
export function sitePosition(
  callee: SyntaxNode,
  type: string,
  call: SyntaxNode,
  ecma: EcmaReader,
): SitePosition {
  switch (type) {
    case "identifier":
    case "super":
    case "this":
    case "property_identifier":
    case "private_property_identifier":
      return positionOf(callee);
    case "member_expression":
      return positionOf(ecma.parts(callee).at(-1) ?? call);
    case "parenthesized_expression":
    case "non_null_expression":
    case "sequence_expression":
    case "instantiation_expression": {
      const last = innermost(callee, (at) =>
        at.type === "sequence_expression"
          ? ecma.parts(at).at(-1)
          : WRAPPED.has(at.type)
            ? ecma.parts(at)[0]
            : undefined,
      );
      return WRAPPED.has(last.type) || last.type === "sequence_expression"
        ? positionOf(call)
        : sitePosition(last, last.type, call, ecma);
    }
    default:
      return positionOf(call);
  }
}

export const callReaders: EcmaNodeReaders = {
  call_expression: readCall,
  new_expression: readNew,
};

// Results of promises that are awaited together: `Promise.all([one, other])`, `Promise.race(all)`.

const TOGETHER = /^Promise\.(?:(all)|race|any)$/;
const MAX_CHARS = 12;

/**
 * A list of the results, or one of them; null for any other call.
 *
 * @param given the call's first argument
 */
function awaitedTogether(callee: string, given: ExprId | undefined, flow: CallFactsBuilder): ExprId | null {
  const [together, isAll] = callee.length <= MAX_CHARS ? (TOGETHER.exec(callee) ?? []) : [];
  if (together === undefined || given === undefined) return null;
  const items = flow.itemsOf(given);
  if (isAll === undefined)
    return items ? flow.either(items.map((item) => flow.await(item))) : flow.await(flow.element(given));
  if (items) return flow.list(items.map((item) => flow.await(item)));
  return flow.instance(flow.generic(flow.name("Array"), [flow.typeOf(flow.await(flow.element(given)))]));
}

// Reads prefix operators.

/** The result of an operator other than `await`, for any operand. */
export function unaryValue(operator: SyntaxNode, ecma: EcmaReader): ExprId {
  switch (ecma.text[operator.startIndex]) {
    case "!":
      return ecma.builtin("boolean");
    case "-":
    case "+":
    case "~":
      return ecma.builtin("number");
    case "t":
      return ecma.builtin("string");
    default:
      return ecma.flow.unknown();
  }
}

/**
 * Prefix operators of a callee, outermost first, and the callee. The grammar parses `await f<T>()` as `(await
 * f)<T>()`, and likewise every prefix operator of a call with type arguments; without parentheses, the
 * operator applies to the call.
 */
function operatorsBefore(
  callee: SyntaxNode,
  type: string,
  ecma: EcmaReader,
): { readonly operators: readonly SyntaxNode[]; readonly called: SyntaxNode } {
  const operators: SyntaxNode[] = [];
  let called = callee;
  for (let at = type; at === "await_expression" || at === "unary_expression"; at = called.type) {
    const operand = ecma.parts(called)[0];
    if (!operand) break;
    operators.push(called);
    called = operand;
  }
  return { operators, called };
}

/** Applies the operators to a value. */
function operate(operators: readonly SyntaxNode[], value: ExprId, ecma: EcmaReader): ExprId {
  return operators.reduceRight(
    (operand, operator) =>
      operator.type === "await_expression" ? ecma.flow.await(operand) : unaryValue(operator, ecma),
    value,
  );
}
