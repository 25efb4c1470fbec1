/** Tuples of C#: their parts are found by their places, and by names. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import { operands } from "./operands.ts";

/** What may be the name of a part: a variable, or the last name of a member. */
const NAMING = /^(?:[\w.]+\.)?([\p{L}_]\w*)$/u;

/** `(Server First, Other Second)`. */
export function readTupleType(node: SyntaxNode, cs: Reading): ExprId {
  return cs.flow.record(
    cs.parts(node).flatMap((element, at) => {
      const [type, name] = cs.parts(element);
      return partOf(at, name ? cs.textOf(name) : null, cs.flow.instance(cs.type(type)));
    }),
  );
}

/** `(First: server, other)`, where the second is called `other`. */
export function readTuple(node: SyntaxNode, cs: Reading): ExprId {
  return cs.flow.record(
    cs.parts(node).flatMap((argument, at) => {
      const parts = argument.type === "argument" ? operands(argument, 1, cs) : [argument];
      const value = parts.at(-1);
      const name =
        parts.length > 1 && parts[0]
          ? cs.textOf(parts[0])
          : (NAMING.exec(value ? cs.textOf(value) : "")?.[1] ?? null);
      return partOf(at, name, cs.value(value));
    }),
  );
}

/** By its place as what is taken apart is, by that as members are, by its name. */
function partOf(at: number, name: string | null, value: ExprId): Argument[] {
  return [String(at), `Item${at + 1}`, ...(name === null ? [] : [name])].map((called) => ({
    name: called,
    value,
  }));
}
