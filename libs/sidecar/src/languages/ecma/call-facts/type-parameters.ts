/** Type parameters are names of the function, class or interface that has them. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type EcmaReader } from "./ecma-reader.ts";

/**
 * Binds each to the type that it extends, or else is by default, as a generic type without arguments: so it
 * is known from members.
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
