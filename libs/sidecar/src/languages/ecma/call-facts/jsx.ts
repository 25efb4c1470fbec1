/** Reads JSX: an element of a component is a call of it with its attributes; HTML elements call nothing. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { sitePosition } from "./calls.ts";
import { type EcmaReader, type EcmaNodeReaders } from "./ecma-reader.ts";

function readElement(node: SyntaxNode, ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const [opening, ...children] = ecma.parts(node);
  if (opening?.type !== "jsx_opening_element") return ecma.readChildren(node);
  const values = children
    .filter(({ type }) => type !== "jsx_closing_element" && type !== "jsx_text")
    .map((child) => ecma.read(child));
  const shown = flow.either(values);
  return readTag(opening, shown === flow.unknown() ? [] : [{ name: "children", value: shown }], ecma);
}

function readTag(tag: SyntaxNode, children: readonly Argument[], ecma: EcmaReader): ExprId {
  const { flow } = ecma;
  const [name, ...attributes] = ecma.parts(tag);
  const isComponent =
    name &&
    (name.type === "member_expression" ||
      (name.type === "identifier" && /^[\p{Lu}_$]/u.test(ecma.textOf(name))));
  const component = isComponent ? ecma.read(name) : null;
  const props = flow.record([
    ...attributes.flatMap((attribute) => readAttribute(attribute, ecma)),
    ...children,
  ]);
  if (component !== null && name)
    flow.call(component, [{ value: props }], sitePosition(name, name.type, tag, ecma));
  // The framework creates the rendered element, not the component.
  return flow.unknown();
}

function readAttribute(attribute: SyntaxNode, ecma: EcmaReader): Argument[] {
  if (attribute.type === "jsx_attribute") {
    const [name, value] = ecma.parts(attribute);
    return name && value ? [{ name: ecma.textOf(name), value: ecma.read(value) }] : [];
  }
  return attribute.type === "jsx_expression" ? [{ value: ecma.read(attribute) }] : [];
}

export const jsxReaders: EcmaNodeReaders = {
  jsx_element: readElement,
  jsx_self_closing_element: (node, ecma) => readTag(node, [], ecma),
  jsx_expression: (node, ecma) => {
    const [value] = ecma.parts(node);
    return ecma.read(value?.type === "spread_element" ? ecma.parts(value)[0] : value);
  },
};
