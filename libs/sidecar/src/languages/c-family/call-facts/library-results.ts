/**
 * Results of functions of C++'s standard library that return their argument, select an element, or create a
 * given type.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { positionOf } from "../../../call-facts/reading/reading.ts";
import { lastNameNode } from "./names.ts";
import type { CReading } from "./reading.ts";

export interface LibraryCall {
  readonly callee: SyntaxNode;
  /** The last name of the callee. */
  readonly name: SyntaxNode;
  /** The list of template arguments after it. */
  readonly template: SyntaxNode | undefined;
  readonly args: readonly Argument[];
}

/** The result; null for any other function. */
export function libraryResult(call: LibraryCall, c: CReading): ExprId | null {
  const { name, template, args } = call;
  const text = c.textOf(name);
  const first = args[0]?.value;
  if (first !== undefined && args.length === 1 && HANDING_ON.has(text)) return first;
  // `std::dynamic_pointer_cast<Node>(base)`
  if (template && text.endsWith("_cast")) return c.flow.instance(castType(text, c.parts(template)[0], c));
  if (MAKING.test(text)) return madeObject(call, c);
  return first !== undefined && c.textOf(call.callee).startsWith("std::")
    ? standardResult(text, first, args, c)
    : null;
}

const HANDING_ON: ReadonlySet<string> = new Set(["move", "forward", "ref", "addressof"]);
const MAKING = /^make_(unique|shared|optional)$/;

/** Search functions return an iterator like the one that is passed. */
const FIRST: ReadonlySet<string> = new Set([
  "as_const",
  "exchange",
  "next",
  "prev",
  "find",
  "find_if",
  "find_if_not",
  "lower_bound",
  "upper_bound",
  "min_element",
  "max_element",
  "adjacent_find",
  "partition_point",
]);

function standardResult(name: string, first: ExprId, args: readonly Argument[], c: CReading): ExprId | null {
  const { flow } = c;
  if (FIRST.has(name)) return first;
  if (name === "begin" || name === "cbegin") return flow.result(flow.member(first, "begin"), []);
  // Both also have the parts `first` and `second`.
  if (name !== "make_pair" && name !== "make_tuple") return null;
  return flow.instance(
    flow.generic(
      flow.member(flow.name("std"), "tuple"),
      args.map(({ value }) => flow.typeOf(value)),
    ),
  );
}

/** Creates an object of the type in the template argument; its arguments are those of the constructor. */
function madeObject({ name, template, args }: LibraryCall, c: CReading): ExprId | null {
  const { flow } = c;
  const typeNode = template ? c.parts(template)[0] : undefined;
  const type = c.type(typeNode);
  if (!typeNode || type === flow.unknown()) return null;
  const inner = typeNode.type === "type_descriptor" ? c.parts(typeNode)[0] : typeNode;
  flow.call(type, args, positionOf(lastNameNode(inner ?? typeNode, c)), "new");
  const made = MAKING.exec(c.textOf(name))?.[1] as string;
  return flow.instance(pointerTo(type, made === "optional" ? made : `${made}_ptr`, c));
}

function castType(name: string, typeNode: SyntaxNode | undefined, c: CReading): ExprId {
  const type = c.type(typeNode);
  return name.endsWith("_pointer_cast") ? pointerTo(type, "shared_ptr", c) : type;
}

function pointerTo(type: ExprId, name: string, c: CReading): ExprId {
  return c.flow.generic(c.flow.member(c.flow.name("std"), name), [type]);
}
