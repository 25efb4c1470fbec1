/** Reads names of members: keys of objects and classes, after a dot and in brackets. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { EcmaReader } from "./ecma-reader.ts";

/**
 * The value of a string literal, or of a concatenation of literals; null for anything else, and beyond the
 * depth limit.
 */
export function stringValue(node: SyntaxNode | null | undefined, ecma: EcmaReader): string | null {
  const first = node ? ecma.text[node.startIndex] : undefined;
  // The first character rules out most nodes.
  if (!node || (first !== '"' && first !== "'" && first !== "`")) return null;
  switch (node.type) {
    case "string":
      return literalValue(node, ecma);
    case "template_string":
      return ecma.parts(node).every(({ type }) => type === "string_fragment")
        ? literalValue(node, ecma)
        : null;
    case "binary_expression": {
      const [left, right] = ecma.parts(node);
      if (!left || !right || ecma.text.slice(left.endIndex, right.startIndex).trim() !== "+") return null;
      const start = stringValue(left, ecma);
      const end = start === null ? null : stringValue(right, ecma);
      return start === null || end === null ? null : start + end;
    }
    default:
      return null;
  }
}

function literalValue(node: SyntaxNode, ecma: EcmaReader): string | null {
  const text = ecma.text.slice(node.startIndex + 1, node.endIndex - 1);
  return text.includes("\\") ? null : text;
}

/** The name that a key denotes; null if it is computed. */
export function keyName(key: SyntaxNode, ecma: EcmaReader): string | null {
  switch (ecma.text[key.startIndex]) {
    case "[":
      return stringValue(ecma.parts(key)[0], ecma);
    case '"':
    case "'":
      return literalValue(key, ecma);
    default:
      return ecma.textOf(key);
  }
}

/** Same as `keyName`, but a computed key has its source text as name, so that the member can be bound. */
export function memberName(key: SyntaxNode, ecma: EcmaReader): string {
  return keyName(key, ecma) ?? ecma.textOf(key);
}

/** `object[key]`; with a constant key the same as `object.key`. */
export function readIndexed(object: ExprId, key: SyntaxNode | null | undefined, ecma: EcmaReader): ExprId {
  const constant = stringValue(key, ecma);
  if (constant !== null) return ecma.flow.member(object, constant);
  const type = key?.type;
  return ecma.flow.index(
    object,
    key && type === "number" ? ecma.flow.text(ecma.textOf(key)) : ecma.read(key, type),
  );
}

/** The value under a key of a pattern. */
export function readKeyed(object: ExprId, key: SyntaxNode, ecma: EcmaReader): ExprId {
  const name = keyName(key, ecma);
  if (name !== null) return ecma.flow.member(object, name);
  return readIndexed(object, ecma.parts(key)[0], ecma);
}
