/** Reads the initial values of variables. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { MODULE_VALUE } from "../variables.ts";
import type { EcmaReader, GivenName } from "./ecma-reader.ts";

/** The value of a variable, field or default export. */
export function readGiven(node: SyntaxNode | null | undefined, name: GivenName, ecma: EcmaReader): ExprId {
  const read = (): ExprId => ecma.readNamed(node, name);
  const isPart = node?.type === "call_expression" || node?.type === "member_expression";
  return node && isPart && standsForItself(node, ecma)
    ? ecma.flow.variable({ ...name, startLine: node.startRow + 1 }, read)
    : read();
}

/**
 * Whether an initial value gets a scope of its own: those of modules and classes do, except imports of other
 * modules.
 */
export function standsForItself(node: SyntaxNode, { flow, text }: EcmaReader): boolean {
  const around = flow.kindOf(flow.current);
  return (
    around !== "function" && !MODULE_VALUE.test(text.slice(node.startIndex, node.startIndex + MAX_WORD_CHARS))
  );
}

const MAX_WORD_CHARS = 15;
