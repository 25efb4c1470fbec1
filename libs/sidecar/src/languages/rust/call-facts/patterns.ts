/**
 * Reads Rust's patterns, and binds each variable to its part of the value. A name that is declared again is a
 * new variable.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { readPath } from "./paths.ts";
import type { RustReading } from "./reading.ts";

/** Patterns whose content is an element of the value: `Some(x)`, `Ok(x)`. */
const HOLDERS: ReadonlySet<string> = new Set(["Some", "Ok"]);

/** Binds the variables of a pattern to the parts of a value. */
export function bindPattern(node: SyntaxNode | null | undefined, value: ExprId, rust: RustReading): void {
  const { flow } = rust;
  if (!node) return;
  const known = (make: () => ExprId): ExprId => (value === flow.unknown() ? value : make());
  switch (node.type) {
    case "identifier":
    case "shorthand_field_identifier": {
      const name = rust.textOf(node);
      // A capitalized name is a constant to compare with.
      if (!/^\p{Lu}/u.test(name)) bindName(name, value, rust);
      return;
    }
    case "mut_pattern":
    case "ref_pattern":
    case "reference_pattern":
    case "match_pattern":
    case "parenthesized_pattern":
      return bindPattern(
        rust.parts(node).find(({ type }) => type !== "mutable_specifier"),
        value,
        rust,
      );
    case "captured_pattern":
      return rust.parts(node).forEach((part) => bindPattern(part, value, rust));
    case "or_pattern":
      return rust.parts(node).forEach((part) => bindPattern(part, value, rust));
    case "tuple_pattern":
      return bindPlaces(
        slotsIn(node, rust),
        (at) => known(() => flow.index(value, flow.text(String(at)))),
        rust,
      );
    case "slice_pattern":
      return rust.parts(node).forEach((part) =>
        bindPattern(
          part,
          known(() => flow.element(value)),
          rust,
        ),
      );
    case "tuple_struct_pattern": {
      const [type, ...parts] = slotsIn(node, rust);
      const name = type ? rust.textOf(type) : "";
      const of = HOLDERS.has(name)
        ? value
        : name === "Err"
          ? flow.unknown()
          : type
            ? flow.instance(readPath(type, rust))
            : flow.unknown();
      return bindPlaces(
        parts,
        (at) =>
          of === flow.unknown() ? of : HOLDERS.has(name) ? flow.element(of) : flow.member(of, String(at)),
        rust,
      );
    }
    case "struct_pattern": {
      const type = node.childForFieldName("type");
      const of = type ? flow.instance(readPath(type, rust)) : value;
      return rust.parts(node).forEach((part) => part.type === "field_pattern" && bindField(part, of, rust));
    }
    case "scoped_identifier":
    case "remaining_field_pattern":
      return;
    default:
      rust.visit(node);
  }
}

/** Positions between commas, including wildcards (`_`). */
export function slotsIn(node: SyntaxNode, rust: RustReading): SyntaxNode[] {
  const parts = new Set(rust.parts(node).map(({ startIndex }) => startIndex));
  return node.children.filter((child) => child.type === "_" || parts.has(child.startIndex));
}

/** Binds the positions of a pattern. After `..`, positions are unknown. */
function bindPlaces(places: readonly SyntaxNode[], valueAt: (at: number) => ExprId, rust: RustReading): void {
  const rest = places.findIndex(({ type }) => type === "remaining_field_pattern");
  places.forEach(
    (place, at) =>
      place.type !== "_" &&
      bindPattern(place, rest >= 0 && at > rest ? rust.flow.unknown() : valueAt(at), rust),
  );
}

function bindField(part: SyntaxNode, of: ExprId, rust: RustReading): void {
  const name = part.childForFieldName("name");
  if (!name) return;
  const member = rust.flow.member(of, rust.textOf(name));
  const pattern = part.childForFieldName("pattern");
  if (pattern) bindPattern(pattern, member, rust);
  else bindName(rust.textOf(name), member, rust);
}

/** Declares a new variable and binds it to a value. */
export function bindName(name: string, value: ExprId, rust: RustReading): void {
  rust.flow.bind(rust.locals.declareAnew(name), value);
}
