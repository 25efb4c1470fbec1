/** Object and array literals. */
import type { Node } from "web-tree-sitter";
import type { Argument } from "../../builder.ts";
import type { ExprId } from "../../facts.ts";
import { type EcmaReader, type NodeReaders, partsOf } from "./ecma-reader.ts";
import { readMethod } from "./functions.ts";
import { keyName } from "./keys.ts";

function readObject(node: Node, ecma: EcmaReader): ExprId {
  return ecma.flow.record(partsOf(node).flatMap((entry) => readEntry(entry, ecma) ?? []));
}

/** Null for what is never read: a setter. */
function readEntry(node: Node, ecma: EcmaReader): Argument | null {
  const { flow } = ecma;
  switch (node.type) {
    case "shorthand_property_identifier": return { name: ecma.textOf(node), value: flow.name(ecma.textOf(node)) };
    case "pair": {
      const [key, value] = partsOf(node);
      if (!key) return null;
      const name = keyName(key, ecma);
      if (name === null) ecma.readAll(key.namedChildren);
      return { name, value: ecma.readNamed(value, { name: name ?? "", nameStart: key.startIndex }) };
    }
    case "method_definition": {
      const key = node.childForFieldName("name");
      if (!key) return { value: ecma.readChildren(node) };
      const { scope, isSetter } = readMethod(node, key, ecma);
      return isSetter ? null : { name: keyName(key, ecma), value: flow.scopeValue(scope) };
    }
    case "spread_element": return { value: ecma.read(partsOf(node)[0]) };
    default: return { value: ecma.read(node) };
  }
}

function readArray(node: Node, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  return flow.list(partsOf(node).map((item) => (item.type === "spread_element" ? flow.element(ecma.read(partsOf(item)[0])) : ecma.read(item))));
}

export const objectReaders: NodeReaders = {
  object: readObject,
  array: readArray,
};
