/** Type parameters are names of the function, class or interface that has them. */
import type { SyntaxNode } from "../../../tree/syntax-tree.ts";
import { type EcmaReader } from "./ecma-reader.ts";

/** Binds each to the type that it extends. */
export function bindTypeParameters(node: SyntaxNode | null | undefined, ecma: EcmaReader): void {
  for (const parameter of node ? ecma.parts(node) : []) {
    const name = parameter.type === "type_parameter" ? parameter.childForFieldName("name") : null;
    const constraint = name ? parameter.childForFieldName("constraint") : null;
    if (name) ecma.flow.bind(ecma.textOf(name), constraint ? ecma.type(ecma.parts(constraint)[0]) : ecma.flow.unknown());
  }
}
