/** Reads tuples of C#, whose parts have both positions and names. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import { operands } from "./operands.ts";

/** Expressions that give a part its name: a variable, or the last name of a member access. */
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

/** `(First: server, other)`, whose second part is named `other`. */
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

/**
 * Entries of a part: by position for deconstruction, by `Item1` etc. for member accesses, and by its name.
 */
function partOf(at: number, name: string | null, value: ExprId): Argument[] {
  return [String(at), `Item${at + 1}`, ...(name === null ? [] : [name])].map((called) => ({
    name: called,
    value,
  }));
}
