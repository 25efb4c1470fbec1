/** Reading the flow facts of one tree. */
import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { FlowReader } from "../language.ts";
import { FlowBuilder } from "./builder.ts";
import { type FlowFacts, NONE } from "./facts.ts";

/** Null where the language has no reader, and for an odd tree that its reader stumbles over. */
export function readFlow(root: SyntaxNode, text: string, read: FlowReader | null, symbolNamedAt: ReadonlyMap<number, number>): FlowFacts | null {
  if (!read) return null;
  const builder = new FlowBuilder();
  try {
    read(root, text, builder);
  } catch {
    return null;
  }
  return builder.finish((nameStart) => symbolNamedAt.get(nameStart) ?? NONE);
}
