/** Reads initializer lists: `{ a, .b = c, [1] = d }`. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { CReading } from "./reading.ts";

/**
 * Reads an initializer list.
 *
 * @param object the initialized object
 * @param isList whether it has elements rather than fields
 * @returns the object, with its elements if it is a list, and with the values of its named fields
 */
export function readInitializerList(list: SyntaxNode, object: ExprId, isList: boolean, c: CReading): ExprId {
  const literals = literalsIn(list, object, isList, c);
  return literals.length === 0 ? object : c.flow.either([object, ...literals]);
}

/**
 * The elements as a list, and the named fields as a record, so that accesses to any object of the type find
 * them.
 */
function literalsIn(list: SyntaxNode, object: ExprId, isList: boolean, c: CReading): ExprId[] {
  const { flow } = c;
  const items: ExprId[] = [];
  const fields: Argument[] = [];
  for (const [at, part] of c.parts(list).entries()) {
    const isPair = part.type === "initializer_pair";
    const parts = isPair ? c.parts(part) : [part];
    const value = parts.at(-1);
    const [first] = isPair ? parts : [];
    const field = first?.type === "field_designator" ? c.parts(first)[0] : undefined;
    if (first && !field) c.visitAll(first.namedChildren);
    const place = (): ExprId =>
      field
        ? flow.member(object, c.textOf(field))
        : flow.index(object, isList || first ? flow.unknown() : flow.text(String(at)));
    const put = (held: readonly ExprId[]): void => {
      if (field) fields.push(...held.map((each) => ({ name: c.textOf(field), value: each })));
      else if (isList) items.push(...held);
    };
    if (!value) continue;
    if (value.type === "initializer_list") {
      put(literalsIn(value, place(), false, c));
      continue;
    }
    if (/literal$|^(?:true|false|null|concatenated_string)$/.test(value.type)) continue;
    const read = c.value(value);
    if (read === flow.unknown()) continue;
    put([read]);
    if (!isList || field) flow.store(place(), read);
  }
  return [
    ...(items.length > 0 ? [flow.list(items)] : []),
    ...(fields.length > 0 ? [flow.record(fields)] : []),
  ];
}
