/** Names of members: as keys of objects, in classes, behind a dot and between brackets. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { EcmaReader } from "./ecma-reader.ts";

/**
 * What a string literal, or a sum of them, says; null for all else, and where it takes more than reading on.
 */
export function stringValue(node: SyntaxNode | null | undefined, ecma: EcmaReader): string | null {
  const first = node ? ecma.text[node.startIndex] : undefined;
  // Most are told by how they begin.
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

/** The name that a key stands for; null where it is computed. */
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

/** As `keyName`; a computed key as it is written, since something has to be there to be called. */
export function memberName(key: SyntaxNode, ecma: EcmaReader): string {
  return keyName(key, ecma) ?? ecma.textOf(key);
}

/** `object[key]`, which a constant key makes the same as `object.key`. */
export function readIndexed(object: ExprId, key: SyntaxNode | null | undefined, ecma: EcmaReader): ExprId {
  const constant = stringValue(key, ecma);
  if (constant !== null) return ecma.flow.member(object, constant);
  const type = key?.type;
  return ecma.flow.index(
    object,
    key && type === "number" ? ecma.flow.text(ecma.textOf(key)) : ecma.read(key, type),
  );
}

/** What an object has under a key of a pattern. */
export function readKeyed(object: ExprId, key: SyntaxNode, ecma: EcmaReader): ExprId {
  const name = keyName(key, ecma);
  if (name !== null) return ecma.flow.member(object, name);
  return readIndexed(object, ecma.parts(key)[0], ecma);
}
