/** Reads assignments to variables, members, and the parts of destructuring patterns. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { type EcmaReader, positionOf } from "./ecma-reader.ts";
import { readIndexed, readKeyed } from "./keys.ts";

/**
 * Handles a name in a pattern.
 *
 * @param value includes the default that the pattern has for the name
 * @param part the value without that default
 */
export type PutName = (name: string, value: ExprId, nameStart: number, part: ExprId) => void;

/** Assigns a value to a target, which may be a pattern: each name and member in it gets its part. */
export function assignPattern(
  target: SyntaxNode | null | undefined,
  value: ExprId,
  ecma: EcmaReader,
  put: PutName,
): void {
  const { flow } = ecma;
  switch (target?.type) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
    case "undefined":
      put(ecma.textOf(target), value, target.startIndex, value);
      return;
    case "object_pattern":
      for (const part of ecma.parts(target)) assignObjectPart(part, value, ecma, put);
      return;
    case "array_pattern":
      assignItems(target, value, ecma, put);
      return;
    case "assignment_pattern":
    case "object_assignment_pattern":
      assignWithDefault(target, value, ecma, put);
      return;
    case "member_expression":
    case "subscript_expression":
      flow.store(readTarget(target, ecma), value);
      return;
    case "parenthesized_expression":
    case "non_null_expression":
    case "as_expression":
    case "satisfies_expression":
    case "rest_pattern":
      assignPattern(ecma.parts(target)[0], value, ecma, put);
      return;
    default:
      ecma.read(target);
  }
}

/** Reads `a.b` or `a[b]` as an assignment target. */
function readTarget(target: SyntaxNode, ecma: EcmaReader): ExprId {
  const object = ecma.read(target.childForFieldName("object"));
  if (target.type === "subscript_expression")
    return readIndexed(object, target.childForFieldName("index"), ecma);
  const property = target.childForFieldName("property");
  return property
    ? ecma.flow.write(ecma.flow.member(object, ecma.textOf(property)), positionOf(property))
    : ecma.flow.unknown();
}

function assignObjectPart(part: SyntaxNode, value: ExprId, ecma: EcmaReader, put: PutName): void {
  const { flow } = ecma;
  const memberOf = (name: SyntaxNode): ExprId =>
    value === flow.unknown() ? value : flow.read(flow.member(value, ecma.textOf(name)), positionOf(name));
  switch (part.type) {
    case "shorthand_property_identifier_pattern":
      assignPattern(part, memberOf(part), ecma, put);
      return;
    case "object_assignment_pattern": {
      const name = ecma.parts(part)[0];
      assignWithDefault(part, name ? memberOf(name) : value, ecma, put);
      return;
    }
    case "pair_pattern": {
      const [key, target] = ecma.parts(part);
      if (key) assignPattern(target, flow.read(readKeyed(value, key, ecma), positionOf(key)), ecma, put);
      return;
    }
    // The rest of an object has the same members.
    default:
      assignPattern(part, value, ecma, put);
  }
}

function assignWithDefault(pattern: SyntaxNode, value: ExprId, ecma: EcmaReader, put: PutName): void {
  const [left, right] = ecma.parts(pattern);
  assignPattern(left, ecma.flow.either([value, ecma.read(right)]), ecma, (name, either, nameStart, part) =>
    put(name, either, nameStart, nameStart === left?.startIndex ? value : part),
  );
}

/** Positions are counted by commas, because `[, a]` skips one. */
function assignItems(pattern: SyntaxNode, value: ExprId, ecma: EcmaReader, put: PutName): void {
  const { flow } = ecma;
  const isKnown = value !== flow.unknown();
  let position = 0;
  for (const part of pattern.children) {
    if (part.type === ",") position++;
    else if (part.type === "rest_pattern")
      assignPattern(part, isKnown ? flow.list([flow.element(value)]) : value, ecma, put);
    else if (part.isNamed && part.type !== "comment")
      assignPattern(part, isKnown ? flow.index(value, flow.text(String(position))) : value, ecma, put);
  }
}
