/** Reads Go's composite literals: the created object, and its fields and elements. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

/** `T{…}`, `[]T{…}`, `map[K]V{…}`. */
export function readComposite(node: SyntaxNode, go: Reading): ExprId {
  const { flow } = go;
  const [typeNode, body] = go.parts(node);
  if (!typeNode || !body) return flow.unknown();
  const made = flow.instance(go.type(typeNode));
  const element = (): ExprId => flow.index(made, flow.unknown());
  switch (typeNode.type) {
    case "slice_type":
    case "array_type":
    case "implicit_length_array_type": {
      const items = entriesOf(body, go).map(({ key, value }) => {
        go.visit(key);
        return readElement(value, element, go);
      });
      const known = items.filter((item) => item !== null);
      return known.length === 0 ? made : flow.either([made, flow.list(known)]);
    }
    case "map_type": {
      const entries = entriesOf(body, go).map(({ key, value }) => ({
        name: keyText(key, go),
        value: readElement(value, element, go),
      }));
      const known = entries.filter(
        (entry): entry is Argument & { name: string | null } => entry.value !== null,
      );
      return known.length === 0 ? made : flow.either([made, flow.record(known)]);
    }
    default:
      readFields(body, made, go);
      return made;
  }
}

/** Stores fields by name, or by position. */
function readFields(body: SyntaxNode, object: ExprId, go: Reading): void {
  const { flow } = go;
  for (const [position, { key, value }] of entriesOf(body, go).entries()) {
    const name = key && go.parts(key)[0];
    if (name && name.type !== "identifier") go.visit(key);
    const target = (): ExprId =>
      name?.type === "identifier"
        ? flow.member(object, go.textOf(name))
        : flow.index(object, name ? flow.unknown() : flow.text(String(position)));
    const read = readElement(value, target, go);
    if (read !== null) flow.store(target(), read);
  }
}

/**
 * The value of an element. Null for values that cannot be called and have no members, and for a literal
 * without a type, which is read with the type that the enclosing literal implies.
 */
function readElement(node: SyntaxNode | undefined, place: () => ExprId, go: Reading): ExprId | null {
  const inner = node?.type === "literal_element" ? go.parts(node)[0] : node;
  if (!inner) return null;
  if (inner.type === "literal_value") {
    if (inner.namedChildCount > 0) readFields(inner, place(), go);
    return null;
  }
  if (
    /literal$|^(?:true|false|nil|iota)$/.test(inner.type) &&
    inner.type !== "func_literal" &&
    inner.type !== "composite_literal"
  )
    return null;
  const value = go.value(inner);
  return value === go.flow.unknown() ? null : value;
}

interface Entry {
  readonly key: SyntaxNode | undefined;
  readonly value: SyntaxNode | undefined;
}

function entriesOf(body: SyntaxNode, go: Reading): Entry[] {
  return go.parts(body).map((part) => {
    if (part.type !== "keyed_element") return { key: undefined, value: part };
    const [key, value] = go.parts(part);
    return { key, value };
  });
}

function keyText(key: SyntaxNode | undefined, go: Reading): string | null {
  const inner = key && go.parts(key)[0];
  if (inner?.type === "interpreted_string_literal" || inner?.type === "raw_string_literal")
    return go.text.slice(inner.startIndex + 1, inner.endIndex - 1).slice(0, 200);
  if (inner?.type === "literal_value") readFields(inner, go.flow.unknown(), go);
  else go.visit(inner);
  return null;
}
