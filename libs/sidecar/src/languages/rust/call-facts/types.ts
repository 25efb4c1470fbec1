/**
 * Reads Rust's types. References and pointers that forward methods (`&T`, `Box<T>`, `Arc<T>`) are treated as
 * what they point to; arrays and slices are `generic([], T)`; of a `Result` only the value's type is kept;
 * tuples are lists of types; `dyn T` and `impl T` are T.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { NONE, type ExprId } from "../../../call-facts/facts.ts";
import { type Reading, innermost } from "../../../call-facts/reading/reading.ts";
import { readPath } from "./paths.ts";
import { type RustReading, asRust } from "./reading.ts";

/** Types through which all methods of their content can be called. */
export const POINTERS: ReadonlySet<string> = new Set([
  "Box",
  "Rc",
  "Arc",
  "Pin",
  "Cow",
  "Ref",
  "RefMut",
  "MutexGuard",
  "RwLockReadGuard",
  "RwLockWriteGuard",
]);

export function readType(node: SyntaxNode, reading: Reading): ExprId {
  const rust = asRust(reading);
  const { flow } = rust;
  const first = (): ExprId => rust.type(rust.parts(node).at(-1));
  switch (node.type) {
    case "type_identifier":
    case "scoped_type_identifier":
    case "identifier":
    case "scoped_identifier":
    case "bracketed_type":
      return readPath(node, rust);
    case "primitive_type":
      return rust.builtin(rust.textOf(node));
    case "generic_type":
    case "generic_type_with_turbofish":
      return readGeneric(node, rust);
    case "reference_type":
    case "pointer_type":
    case "dynamic_type":
    case "abstract_type":
    case "higher_ranked_trait_bound":
    case "qualified_type":
      return node.type === "qualified_type" ? rust.type(rust.parts(node)[0]) : first();
    case "array_type":
      return flow.generic(flow.name("[]"), [rust.type(node.childForFieldName("element"))]);
    case "tuple_type":
      return flow.list(rust.parts(node).map((part) => flow.instance(rust.type(part))));
    case "function_type":
      return readFunctionType(node, rust);
    case "bounded_type":
    case "trait_bounds":
      return flow.either(
        rust
          .parts(node)
          .filter(({ type }) => type !== "lifetime")
          .map((part) => rust.type(part)),
      );
    default:
      return flow.unknown();
  }
}

/** A function type; its parameter types, if any, are arguments: `Fn(&Entry) -> bool`. */
function readFunctionType(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const parameters = node.childForFieldName("parameters");
  const result = flow.signature(rust.type(node.childForFieldName("return_type")));
  const taken = (parameters ? rust.parts(parameters) : [])
    .filter(({ type }) => type !== "attribute_item")
    .map((parameter) =>
      rust.type(parameter.type === "parameter" ? parameter.childForFieldName("type") : parameter),
    );
  return taken.length === 0 ? result : flow.generic(result, taken);
}

/** The type of an `impl` block: never one of the library's pointers, even if it has the same name. */
export function readOwnType(node: SyntaxNode, rust: RustReading): ExprId {
  return node.type === "generic_type" ? readGeneric(node, rust, { isOwn: true }) : rust.type(node);
}

function readGeneric(node: SyntaxNode, rust: RustReading, { isOwn = false } = {}): ExprId {
  const { flow } = rust;
  const [type, list] = rust.parts(node);
  if (!type) return flow.unknown();
  const name = rust.textOf(type).split("::").at(-1) as string;
  const nodes = (list ? rust.parts(list) : []).filter((argument) => argument.type !== "lifetime");
  // `Iterator<Item = T>` contains T.
  const args = nodes.map((argument) =>
    rust.type(argument.type === "type_binding" ? argument.childForFieldName("type") : argument),
  );
  if (!isOwn && POINTERS.has(name) && args.length > 0) return args[0] as ExprId;
  if (args.length === 0) return rust.type(type);
  return flow.generic(rust.type(type), name === "Result" ? args.slice(0, 1) : args);
}

/**
 * Binds type parameters to the traits that bound them, as generic types without arguments, which
 * distinguishes them from members.
 */
export function bindTypeParameters(node: SyntaxNode, rust: Reading): void {
  const { flow } = rust;
  const bounds = new Map<string, ExprId[]>();
  const parts = rust.parts(node);
  for (const part of parts) {
    if (part.type === "type_parameters") {
      for (const parameter of rust.parts(part)) {
        const name =
          parameter.type === "type_identifier"
            ? parameter
            : parameter.type === "type_parameter"
              ? parameter.childForFieldName("name")
              : null;
        if (name) bounds.set(rust.textOf(name), [boundsOf(parameter, rust)]);
      }
    } else if (part.type === "where_clause") {
      for (const predicate of rust.parts(part)) {
        const left = predicate.childForFieldName("left");
        if (left) bounds.get(rust.textOf(left))?.push(boundsOf(predicate, rust));
      }
    }
  }
  for (const [name, types] of bounds)
    flow.bind(name, flow.generic(flow.either(types.filter((type) => type !== NONE)), []));
}

function boundsOf(node: SyntaxNode, rust: Reading): ExprId {
  return node.type === "type_identifier" ? NONE : rust.type(node.childForFieldName("bounds"));
}

/**
 * The node of the last name of a type, which is the name of its `impl` in the outline; the type itself if it
 * has none.
 */
export function lastName(type: SyntaxNode, rust: Reading): SyntaxNode {
  const inner = innermost(type, (at) =>
    at.type === "generic_type"
      ? rust.parts(at)[0]
      : at.type === "reference_type" || at.type === "dynamic_type"
        ? rust.parts(at).at(-1)
        : undefined,
  );
  return inner.type === "scoped_type_identifier" ? (inner.childForFieldName("name") ?? inner) : inner;
}
