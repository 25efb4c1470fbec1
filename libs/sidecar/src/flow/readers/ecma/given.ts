/** What variables are given. */
import type { SyntaxNode } from "../../../tree/syntax-tree.ts";
import type { ExprId } from "../../facts.ts";
import type { EcmaReader, GivenName } from "./ecma-reader.ts";

/** The value of a variable or default export. In a module that of a call stands for itself, but for other modules that are taken in. */
export function readGiven(node: SyntaxNode | undefined, name: GivenName, ecma: EcmaReader): ExprId {
  const { flow, text } = ecma;
  const around = flow.kindOf(flow.current);
  const read = (): ExprId => ecma.readNamed(node, name);
  const isKept = node?.type === "call_expression" && (around === "file" || around === "namespace") && !text.startsWith("require", node.startIndex);
  return isKept ? flow.variable({ ...name, startLine: node.startRow + 1 }, read) : read();
}
