/** Binds type parameters in the function, class or interface that declares them. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type EcmaReader } from "./ecma-reader.ts";

/**
 * Binds each to its constraint, or else its default, as a generic type without arguments, which distinguishes
 * it from members.
 */
export function bindTypeParameters(node: SyntaxNode | null | undefined, ecma: EcmaReader): void {
  for (const parameter of node ? ecma.parts(node) : []) {
    const name = parameter.type === "type_parameter" ? parameter.childForFieldName("name") : null;
    const bound = name
      ? (parameter.childForFieldName("constraint") ?? parameter.childForFieldName("value"))
      : null;
    if (name)
      ecma.flow.bind(
        ecma.textOf(name),
        ecma.flow.generic(bound ? ecma.type(ecma.parts(bound)[0]) : ecma.flow.unknown(), []),
      );
  }
}
