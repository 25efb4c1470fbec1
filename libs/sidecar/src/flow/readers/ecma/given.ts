/** What variables are given. */
import type { SyntaxNode } from "../../../tree/syntax-tree.ts";
import type { ExprId } from "../../facts.ts";
import type { EcmaReader, GivenName } from "./ecma-reader.ts";

/** The value of a variable or default export. */
export function readGiven(node: SyntaxNode | undefined, name: GivenName, ecma: EcmaReader): ExprId {
  const read = (): ExprId => ecma.readNamed(node, name);
  const isPart = node?.type === "call_expression" || node?.type === "member_expression";
  return node && isPart && standsForItself(node, ecma) ? ecma.flow.variable({ ...name, startLine: node.startRow + 1 }, read) : read();
}

/** What a module gives its variables, but for other modules that it takes in. */
export function standsForItself(node: SyntaxNode, { flow, text }: EcmaReader): boolean {
  const around = flow.kindOf(flow.current);
  return (around === "file" || around === "namespace") && !TAKEN_IN.test(text.slice(node.startIndex, node.startIndex + MAX_WORD_CHARS));
}

const TAKEN_IN = /^(?:require\b|await import\b)/;
const MAX_WORD_CHARS = 15;
