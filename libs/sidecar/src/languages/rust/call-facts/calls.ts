/** Reads Rust's calls, and struct expressions. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { positionOf } from "../../../call-facts/reading/reading.ts";
import { readPath } from "./paths.ts";
import type { RustReading } from "./reading.ts";
import { POINTERS } from "./types.ts";

export function readCall(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const [callee, list] = rust.parts(node);
  if (!callee) return flow.unknown();
  const called = rust.value(callee);
  const args = (list ? rust.parts(list) : [])
    .filter(({ type }) => type !== "attribute_item")
    .map((argument) => ({ value: rust.value(argument) }));
  const call = flow.call(called, args, positionOf(calledName(callee, rust) ?? node));
  const [, made = "", maker = ""] =
    /^(?:\w+::)*(\w+)::(new|clone)$/.exec(rust.textOf(callee).slice(0, LONGEST)) ?? [];
  const [first] = args;
  // A clone has the type of the original.
  if (!first)
    return callee.type === "field_expression" && rust.textOf(callee).endsWith(".clone")
      ? (flow.objectOf(called) ?? call)
      : call;
  // A smart pointer to a new value is treated as that value; a lock has the value's type as its argument.
  if (POINTERS.has(made)) return first.value;
  return maker === "new" && LOCKS.has(made)
    ? flow.instance(flow.generic(flow.name(made), [flow.typeOf(first.value)]))
    : call;
}

/** Types that contain the value they are created with. */
const LOCKS: ReadonlySet<string> = new Set(["Mutex", "RwLock", "RefCell"]);

const LONGEST = 60;

function calledName(callee: SyntaxNode, rust: RustReading): SyntaxNode | null {
  switch (callee.type) {
    case "identifier":
    case "self":
      return callee;
    case "field_expression":
      return rust.parts(callee).at(-1) ?? null;
    case "scoped_identifier":
      return callee.childForFieldName("name");
    case "generic_function":
    case "parenthesized_expression": {
      const [inner] = rust.parts(callee);
      return inner ? calledName(inner, rust) : null;
    }
    default:
      return null;
  }
}

/** `f::<T>` */
export function readGenericFunction(node: SyntaxNode, rust: RustReading): ExprId {
  const [called, list] = rust.parts(node);
  // In `collect::<Vec<_>>`, the compiler infers the result.
  if (list && /\b_\b/.test(rust.textOf(list))) return rust.value(called);
  return rust.flow.generic(
    rust.value(called),
    list ? rust.parts(list).map((argument) => rust.type(argument)) : [],
  );
}

/** `Server { name, port: 1, ..base }`. */
export function readStruct(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const [type, list] = rust.parts(node);
  const made = type ? flow.instance(readPath(type, rust)) : flow.unknown();
  const values: ExprId[] = [made];
  for (const field of list ? rust.parts(list) : []) {
    const parts = rust.parts(field).filter((part) => part.type !== "attribute_item");
    const [name] = parts;
    if (!name) continue;
    if (field.type === "base_field_initializer") values.push(rust.value(name));
    else
      flow.store(
        flow.member(made, rust.textOf(name)),
        field.type === "shorthand_field_initializer"
          ? rust.locals.read(rust.textOf(name))
          : rust.value(parts.at(-1)),
      );
  }
  return made === flow.unknown() ? flow.either(values) : made;
}
