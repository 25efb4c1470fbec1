/** Names of members: as keys of objects, in classes, behind a dot and between brackets. */
import type { Node } from "web-tree-sitter";
import type { ExprId } from "../../facts.ts";
import { type EcmaReader, partsOf } from "./ecma-reader.ts";

/** What a string literal says; null where that takes more than reading on. */
export function stringValue(node: Node | null | undefined, ecma: EcmaReader): string | null {
  if (node?.type !== "string" && (node?.type !== "template_string" || partsOf(node).some(({ type }) => type === "template_substitution"))) return null;
  const text = ecma.text.slice(node.startIndex + 1, node.endIndex - 1);
  return text.includes("\\") ? null : text;
}

/** The name that a key stands for; null where it is computed. */
export function keyName(key: Node, ecma: EcmaReader): string | null {
  if (key.type === "string") return stringValue(key, ecma);
  if (key.type !== "computed_property_name") return ecma.textOf(key);
  return stringValue(partsOf(key)[0], ecma);
}

/** As `keyName`; a computed key as it is written, since something has to be there to be called. */
export function memberName(key: Node, ecma: EcmaReader): string {
  return keyName(key, ecma) ?? ecma.textOf(key);
}

/** `object[key]`, which a constant key makes the same as `object.key`. */
export function readIndexed(object: ExprId, key: Node | null | undefined, ecma: EcmaReader): ExprId {
  const constant = stringValue(key, ecma);
  if (constant !== null) return ecma.flow.member(object, constant);
  return ecma.flow.index(object, key?.type === "number" ? ecma.flow.text(ecma.textOf(key)) : ecma.read(key));
}

/** What an object has under a key of a pattern. */
export function readKeyed(object: ExprId, key: Node, ecma: EcmaReader): ExprId {
  const name = keyName(key, ecma);
  if (name !== null) return ecma.flow.member(object, name);
  return readIndexed(object, partsOf(key)[0], ecma);
}
