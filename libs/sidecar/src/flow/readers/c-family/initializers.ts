/** `{ a, .b = c, [1] = d }`: what the fields and elements of an object are. */
import type { SyntaxNode } from "../../../tree/syntax-tree.ts";
import type { ExprId } from "../../facts.ts";
import type { CReading } from "./reading.ts";

/**
 * @param object what is initialised
 * @param isList whether its elements are counted, rather than its fields
 * @returns the object, with its elements if it is a list of them
 */
export function readInitializerList(list: SyntaxNode, object: ExprId, isList: boolean, c: CReading): ExprId {
  const { flow } = c;
  const items: ExprId[] = [];
  for (const [at, part] of c.parts(list).entries()) {
    const isPair = part.type === "initializer_pair";
    const parts = isPair ? c.parts(part) : [part];
    const value = parts.at(-1);
    const [first] = isPair ? parts : [];
    const field = first?.type === "field_designator" ? c.parts(first)[0] : undefined;
    if (first && !field) c.visitAll(first.namedChildren);
    const place = (): ExprId => (field ? flow.member(object, c.textOf(field)) : flow.index(object, isList || first ? flow.unknown() : flow.text(String(at))));
    if (!value) continue;
    if (value.type === "initializer_list") {
      readInitializerList(value, place(), false, c);
      continue;
    }
    if (/literal$|^(?:true|false|null|concatenated_string)$/.test(value.type)) continue;
    const read = c.value(value);
    if (read === flow.unknown()) continue;
    if (isList && !field) items.push(read);
    else flow.store(place(), read);
  }
  return items.length === 0 ? object : flow.either([object, flow.list(items)]);
}
