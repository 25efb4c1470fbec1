/** Reads object and array literals. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { EcmaReader, EcmaNodeReaders } from "./ecma-reader.ts";
import { readMethod } from "./functions.ts";
import { keyName } from "./keys.ts";

/** An entry whose key is only known at run time. */
interface ComputedEntry {
  readonly key: ExprId;
  readonly value: ExprId;
}

function readObject(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const entries: Argument[] = [];
  const computed: ComputedEntry[] = [];
  for (const entry of ecma.parts(node)) readEntry(entry, ecma, entries, computed);
  const record = flow.record(entries);
  for (const { key, value } of computed) flow.store(flow.index(record, key), value);
  return record;
}

function readEntry(node: SyntaxNode, ecma: EcmaReader, entries: Argument[], computed: ComputedEntry[]): void {
  const { flow } = ecma;
  const put = (key: SyntaxNode, value: (name: string) => ExprId | null): void => {
    const name = keyName(key, ecma);
    const computedKey = name === null ? ecma.read(ecma.parts(key)[0]) : null;
    const made = value(name ?? "");
    if (made === null) return;
    if (computedKey === null) entries.push({ name, value: made });
    else computed.push({ key: computedKey, value: made });
  };
  const type = node.type;
  switch (type) {
    case "shorthand_property_identifier":
      entries.push({ name: ecma.textOf(node), value: ecma.name(ecma.textOf(node)) });
      break;
    case "pair": {
      const [key, value] = ecma.parts(node);
      if (key) put(key, (name) => ecma.readNamed(value, { name, nameStart: key.startIndex }));
      break;
    }
    case "method_definition": {
      const key = node.childForFieldName("name");
      if (!key) break;
      put(key, () => {
        const { scope, isSetter } = readMethod(node, key, ecma);
        return isSetter ? null : flow.scopeValue(scope);
      });
      break;
    }
    case "spread_element":
      entries.push({ value: ecma.read(ecma.parts(node)[0]) });
      break;
    default:
      ecma.read(node, type);
  }
}

function readArray(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  return flow.list(
    ecma.parts(node).map((item) => {
      const type = item.type;
      return type === "spread_element" ? flow.element(ecma.read(ecma.parts(item)[0])) : ecma.read(item, type);
    }),
  );
}

export const objectReaders: EcmaNodeReaders = {
  object: readObject,
  array: readArray,
};
